import { adminPages } from '@baobab/contract/kernel/admin-pages.ts'
import type { Page } from '@baobab/contract/kernel/page.ts'
import { sitePages } from '@baobab/contract/kernel/page-table.ts'

/** Page fields that only the build reads. */
const ofBuild: readonly string[] = [
  'who',
  'file',
  'layout',
  'skeleton',
  'isOfVideo',
  'isOffline',
] satisfies (keyof Page)[]
/** Page fields that only admin documents read, which have their own page table. */
const ofAdmins: readonly string[] = ['title', 'menu', 'under', 'list', 'hasTimes'] satisfies (keyof Page)[]

/** Returns the source of the page table for browsers. */
export function writeLeanPages(): string {
  return `export const sitePages = ${write(sitePages, ofBuild)}
export const pages = /* @__PURE__ */ sitePages.concat(${write(adminPages, [...ofBuild, ...ofAdmins])})`
}

/** Returns the rows as JSON without some of their fields. */
function write(rows: readonly Page[], without: readonly string[]): string {
  return JSON.stringify(rows, (key, value: unknown) => (without.includes(key) ? undefined : value))
}
