// The list of routes that React Router's build writes (the manifest). The build reads it, and app-router.tsx runs it.

/** The scripts and styles of a route. */
export type RouteFiles = {
  module: string
  /** The script of only the loader, if the build has split it from the module. */
  clientLoaderModule?: string
  imports?: string[]
  css?: string[]
}

export type ManifestRoute = RouteFiles & {
  id: string
  parentId?: string
  path?: string
  hasClientLoader: boolean
  // What app-router.tsx does not run, so that the build refuses it (web/check-routes.ts).
  hasClientAction?: boolean
  hasClientMiddleware?: boolean
  hasErrorBoundary?: boolean
  index?: boolean
  caseSensitive?: boolean
}

export type Manifest = { url: string; version: string; entry: RouteFiles; routes: Record<string, ManifestRoute> }
