import { adminPages } from '@baobab/contract/kernel/admin-pages.ts'
import type { Page } from '@baobab/contract/kernel/page.ts'
import { sitePages } from '@baobab/contract/kernel/page-table.ts'

/** What only the build reads of a page. */
const ofBuild: readonly string[] = [
  'who',
  'file',
  'layout',
  'skeleton',
  'isOfVideo',
  'isOffline',
] satisfies (keyof Page)[]
/** What only admin documents read, which have the table of their pages. */
const ofAdmins: readonly string[] = ['title', 'menu', 'under', 'list'] satisfies (keyof Page)[]

/** Returns the source of the table of pages for browsers. */
export function writeLeanPages(): string {
  return `export const sitePages = ${write(sitePages, ofBuild)}
export const pages = /* @__PURE__ */ sitePages.concat(${write(adminPages, [...ofBuild, ...ofAdmins])})`
}

/** Returns the rows without some of their fields, as JSON. */
function write(rows: readonly Page[], without: readonly string[]): string {
  return JSON.stringify(rows, (key, value: unknown) => (without.includes(key) ? undefined : value))
}
