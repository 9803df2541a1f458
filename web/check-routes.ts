import type { Manifest } from './app/shell/route-manifest.ts'

/** Throws if a route has something that app-router.tsx would silently ignore. */
export function checkRoutes({ routes }: Pick<Manifest, 'routes'>): void {
  for (const route of Object.values(routes)) {
    const isRoot = route.id === 'root'
    const ignored = {
      'a clientAction': route.hasClientAction,
      'a clientMiddleware': route.hasClientMiddleware,
      'an ErrorBoundary of its own': route.hasErrorBoundary && !isRoot,
      'a clientLoader': route.hasClientLoader && isRoot,
      index: route.index,
      caseSensitive: route.caseSensitive,
    }
    const [what] = Object.entries(ignored).find(([, isThere]) => isThere) ?? []
    if (what !== undefined)
      throw new Error(`The route ${route.id} has ${what}, which web/app/shell/app-router.tsx does not run.`)
  }
}
