// Runs the app's pages with the list of routes written by React Router's build (the manifest). React Router's own component,
// HydratedRouter, also has code for servers that render pages: 6 KB of script that this app does not use.
import { commonText } from '@baobab/contract/kernel/text.ts'
import { useLayoutEffect, useState, type ComponentProps, type ComponentType, type ReactNode, Component } from 'react'
import {
  UNSAFE_createBrowserHistory as createBrowserHistory,
  UNSAFE_createRouter as createRouter,
  UNSAFE_defaultMapRouteProperties as mapRouteProperties,
  UNSAFE_FrameworkContext as FrameworkContext,
  UNSAFE_hydrationRouteProperties as hydrationRouteProperties,
  type DataRouteObject,
  type LoaderFunction,
} from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { loadRouteModule, loadScript } from './load-route-module.ts'
import type { ManifestRoute } from './route-manifest.ts'
import { text } from './text.ts'

type PageModule = { default?: ComponentType; handle?: unknown; clientLoader?: LoaderFunction }
type RootModule = Required<Record<'default' | 'ErrorBoundary' | 'HydrateFallback', ComponentType>> & {
  Layout: ComponentType<{ children: ReactNode }>
}
type Modules = { root: RootModule } & Record<string, unknown>

declare global {
  var __reactRouterManifest: { version?: string; routes: Record<string, ManifestRoute> }
  /** The modules of loaded routes. The HTML loads the root's. */
  var __reactRouterRouteModules: Modules
}

/**
 * The app with the page at the current address.
 * @param onError called with errors that replace a page
 */
export function AppRouter({ onError }: { onError: (error: unknown) => void }) {
  const [router] = useState(createAppRouter)
  const [framework] = useState(describeFramework)
  // Started after the first render, which must equal the page's HTML.
  useLayoutEffect(() => void router.initialize(), [router])
  return (
    <FrameworkContext.Provider value={framework}>
      <OutermostBoundary>
        <RouterProvider router={router} onError={onError} />
      </OutermostBoundary>
    </FrameworkContext.Provider>
  )
}

function createAppRouter() {
  return createRouter({
    routes: [createRootRoute(__reactRouterRouteModules.root)],
    history: createBrowserHistory(),
    mapRouteProperties,
    hydrationRouteProperties,
  })
}

/** What React Router's components for titles, styles and links read. */
function describeFramework() {
  return {
    manifest: __reactRouterManifest,
    routeModules: __reactRouterRouteModules,
    future: {},
    ssr: false,
    isSpaMode: true,
    routeDiscovery: { mode: 'initial' },
  } as unknown as ComponentProps<typeof FrameworkContext.Provider>['value']
}

function createRootRoute({ Layout, default: Root, ErrorBoundary, HydrateFallback }: RootModule): DataRouteObject {
  const wrapInLayout = (Content: ComponentType) => (
    <Layout>
      <Content />
    </Layout>
  )
  return {
    id: 'root',
    path: '',
    element: wrapInLayout(Root),
    errorElement: wrapInLayout(ErrorBoundary),
    hydrateFallbackElement: wrapInLayout(HydrateFallback),
    children: createChildRoutes('root'),
  }
}

function createChildRoutes(parentId: string): DataRouteObject[] {
  return Object.values(__reactRouterManifest.routes)
    .filter((route) => route.parentId === parentId)
    .map((route) => {
      const children = createChildRoutes(route.id)
      return {
        id: route.id,
        ...(route.path !== undefined && { path: route.path }),
        ...(children.length > 0 && { children }),
        lazy: loadLazily(route),
      }
    })
}

/**
 * Loads the loader's script, which requests the page's data, without waiting for the page's script. Pages without a loader also get the
 * key: React Router only reports a script that failed to load under `loader`, and would show an empty page otherwise.
 */
function loadLazily(route: ManifestRoute) {
  let loading: Promise<PageModule> | undefined
  const load = () => (loading ??= loadPage(route).catch(forget))
  const forget = (error: unknown) => {
    loading = undefined
    throw error
  }
  const loadLoader = async () => {
    if (route.hasClientLoader)
      return ((await loadScript(route.clientLoaderModule ?? route.module)) as PageModule).clientLoader
    await load()
    return undefined
  }
  return {
    loader: loadLoader,
    Component: async () => (await load()).default,
    handle: async () => (await load()).handle,
  }
}

async function loadPage(route: ManifestRoute): Promise<PageModule> {
  const [module] = await Promise.all([loadRouteModule(route, __reactRouterRouteModules), loadStyles(route.css ?? [])])
  return module as PageModule
}

/** Loads a page's styles before it is shown, so that nothing appears unstyled. */
async function loadStyles(urls: readonly string[]): Promise<void> {
  const missing = urls.filter((url) => !document.querySelector(`link[rel="stylesheet"][href="${url}"]`))
  await Promise.all(missing.map(loadStyle))
}

/** Waits no longer than this, because a page without styles is better than none, and some browsers do not preload. */
const STYLE_MS = 10_000

function loadStyle(href: string): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer)
      link.remove()
      resolve()
    }
    const timer = setTimeout(finish, STYLE_MS)
    const link = Object.assign(document.createElement('link'), {
      rel: 'preload',
      as: 'style',
      href,
      onerror: finish,
      onload: finish,
    })
    document.head.append(link)
  })
}

/** Shown if the layout of all pages or the error page itself fails, so that nobody faces an empty window. */
export class OutermostBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <html lang="en-NG">
        <head>
          <title>Baobab</title>
        </head>
        <body>
          <main>
            <h1>{commonText.somethingWentWrong}</h1>
            <p>{text.ourFault}</p>
            <p>
              <a href={location.href}>{text.tryAgain}</a>
            </p>
          </main>
        </body>
      </html>
    )
  }
}
