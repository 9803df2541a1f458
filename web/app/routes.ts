import { layout, route, type RouteConfig } from '@react-router/dev/routes'
import type { Page } from '@baobab/contract/kernel/page.ts'
import { pages } from '@baobab/contract/kernel/page-table.ts'

const rows: readonly Page[] = pages

/** Returns a page's layout, by the name of its file in layouts/. */
function layoutOf({ layout, kind, who }: Page): string {
  if (layout !== undefined) return `${layout}-layout`
  if (who === 'anyone') return 'auth-layout'
  if (who === 'guardian') return 'guardian-layout'
  return kind === 'admin' ? 'admin-layout' : 'student-layout'
}

/** Returns the routes of a layout's pages. */
function routesIn(name: string) {
  return rows
    .filter((page) => layoutOf(page) === name)
    .flatMap(({ file, path, also = [] }) => (file ? [path, ...also].map((address) => toRoute(address, file)) : []))
}

/** If a file has several addresses, it cannot be the id of each. */
function toRoute(address: string, file: string) {
  const isShared =
    rows.filter((page) => page.file === file).flatMap(({ path, also = [] }) => [path, ...also]).length > 1
  const path = address.slice(1)
  return isShared ? route(path, file, { id: path }) : route(path, file)
}

export default [
  layout('layouts/auth-layout.tsx', routesIn('auth-layout')),
  layout('layouts/open-layout.tsx', [...routesIn('open-layout'), route('*', 'shell/not-found.tsx')]),
  layout('layouts/student-layout.tsx', routesIn('student-layout')),
  layout('layouts/guardian-layout.tsx', routesIn('guardian-layout')),
  layout('layouts/parent-layout.tsx', routesIn('parent-layout')),
  layout('layouts/payment-result-layout.tsx', routesIn('payment-result-layout')),
  layout('layouts/admin-layout.tsx', [...routesIn('admin-layout'), route('admin/*', 'shell/admin/not-found.tsx')]),
] satisfies RouteConfig
