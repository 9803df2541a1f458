// The list of routes written by React Router's build (the manifest). The build reads it, and app-router.tsx runs it.

/** A route's scripts and styles. */
export type RouteFiles = {
  module: string
  /** The script with only the loader, if the build has split it from the module. */
  clientLoaderModule?: string
  imports?: string[]
  css?: string[]
}

export type ManifestRoute = RouteFiles & {
  id: string
  parentId?: string
  path?: string
  hasClientLoader: boolean
  // Not supported by app-router.tsx, so the build refuses these (web/check-routes.ts).
  hasClientAction?: boolean
  hasClientMiddleware?: boolean
  hasErrorBoundary?: boolean
  index?: boolean
  caseSensitive?: boolean
}

export type Manifest = { url: string; version: string; entry: RouteFiles; routes: Record<string, ManifestRoute> }
