import { expect, it } from 'vitest'
import type { ManifestRoute } from './app/shell/route-manifest.ts'
import { checkRoutes } from './check-routes.ts'

const check = (change: Partial<ManifestRoute>) => {
  const root = { id: 'root', path: '', module: '/root.js', hasClientLoader: false, hasErrorBoundary: true }
  const page = { id: 'page', parentId: 'root', path: 'page', module: '/page.js', hasClientLoader: true }
  const routes = { root, page: { ...page, hasClientAction: false, hasErrorBoundary: false } }
  const id = change.id === 'root' ? 'root' : 'page'
  return () => checkRoutes({ routes: { ...routes, [id]: { ...routes[id], ...change } } })
}

it('a root with an ErrorBoundary and a page with a clientLoader are allowed', () => {
  expect(check({})).not.toThrow()
})

it.each([
  [{ hasClientAction: true }, 'a clientAction'],
  [{ hasClientMiddleware: true }, 'a clientMiddleware'],
  [{ hasErrorBoundary: true }, 'an ErrorBoundary of its own'],
  [{ index: true }, 'index'],
  [{ caseSensitive: true }, 'caseSensitive'],
])('a page with %j is refused by name', (change, what) => {
  expect(check(change)).toThrow(`The route page has ${what}, which web/app/shell/app-router.tsx does not run.`)
})

it('a root with a clientLoader is refused', () => {
  expect(check({ id: 'root', hasClientLoader: true })).toThrow('The route root has a clientLoader')
})
