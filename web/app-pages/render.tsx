// Makes the HTML of the app's pages: the layout, heading and placeholders of each, from the same components as in the browser, and a list
// of the page's requests. The build runs it once.
import type { RouteConfigEntry } from '@react-router/dev/routes'
import type { ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import {
  createStaticHandler,
  createStaticRouter,
  StaticRouterProvider,
  type LoaderFunction,
  type RouteObject,
} from 'react-router'
import { ageCategories } from '@baobab/contract/accounts/rules.ts'
import { USERNAME, type EarlyRequests } from '../app/api/early-replies.ts'
import { queryClient } from '../app/api/query.ts'
import { clearStudentSession, storeStudentSession } from '../app/api/session.ts'
import type { PageMeta } from '../app/shell/page-meta.ts'

type RouteModule = {
  default: ComponentType
  clientLoader?: LoaderFunction
  handle?: unknown
  meta?: (args: unknown) => PageMeta
}

const modules = import.meta.glob<RouteModule>(['../app/*/**/*.tsx', '!../app/**/admin/**', '!../app/**/*.test.tsx'])

/** What pages ask the browser while they render. */
globalThis.matchMedia = () => ({ matches: false }) as MediaQueryList

/** A token for the pages that the build makes. It grants no access. */
const TOKEN = 'token'

/** A query with parameters of many pages. If it changes a page's requests, they depend on the query. */
const SOME_QUERY = 'ageCategory=5-10&show=saved&title=1&reference=1&value=1'

export type AppPage = {
  meta: PageMeta
  /** What the page shows until the app has loaded; undefined for the usual loading indicator. */
  skeleton: string | undefined
  requests: EarlyRequests
  /** The ids of the matched routes, from the layout to the page. */
  routeIds: readonly string[]
}

type Options = {
  /** Whether the page is for visitors, not for logged-in students. */
  isForVisitors: boolean
  hasSkeleton: boolean
}
export type RenderAppPage = (address: string, options: Options) => Promise<AppPage>

/** Returns a function that makes the page for an address. */
export async function prepareAppPages(routes: readonly RouteConfigEntry[]): Promise<RenderAppPage> {
  const tree = await toRouteObjects(routes)

  return async (address, { isForVisitors, hasSkeleton }) => {
    const readers = isForVisitors ? ['visitor'] : ['', ...ageCategories]
    const urls: Record<string, readonly string[]> = {}
    let needsNoQuery = false
    for (const reader of readers) {
      logIn(reader)
      urls[reader] = await listRequests(tree, address)
      const others = await listRequests(tree, `${address}${address.includes('?') ? '&' : '?'}${SOME_QUERY}`)
      if (others.join() !== urls[reader].join()) needsNoQuery = true
    }
    return { ...(await renderPage(tree, address, hasSkeleton)), requests: { urls, needsNoQuery } }
  }
}

async function toRouteObjects(entries: readonly RouteConfigEntry[]): Promise<RouteObject[]> {
  const objects = entries.map(async ({ id, file, path, children }): Promise<RouteObject[]> => {
    const load = modules[`../app/${file}`]
    if (!load) return []
    const { default: Component, clientLoader, handle, meta } = await load()
    const route = {
      id: id ?? file.replace(/\.tsx$/, ''),
      Component,
      handle: { ...(handle as object | undefined), meta },
      ...(clientLoader && { loader: clientLoader }),
    }
    return [{ ...route, ...(path !== undefined && { path }), children: await toRouteObjects(children ?? []) }]
  })
  return (await Promise.all(objects)).flat()
}

function logIn(reader: string): void {
  clearStudentSession()
  if (reader === 'visitor') return
  storeStudentSession({ token: TOKEN, username: USERNAME, email: '', studentId: USERNAME, ageCategory: reader }, true)
}

/** Functions that end the requests of the most recent loaders. */
let openRequests: (() => void)[] = []

/** Runs the loaders of a page's routes. Sends no requests, but records their addresses. Call `endRequests` afterwards. */
async function load(tree: RouteObject[], address: string) {
  const requested: string[] = []
  globalThis.fetch = (url) => {
    requested.push(url as string)
    return new Promise((_, reject) => openRequests.push(() => reject(new Error('The page is rendered.'))))
  }
  globalThis.location = new URL(address, 'http://localhost') as unknown as Location
  const handler = createStaticHandler(tree)
  const context = await handler.query(new Request(globalThis.location.href))
  if (context instanceof Response) throw new Error(`${address} redirects.`)
  if (context.errors) throw Object.values(context.errors)[0]
  return { handler, context, requested }
}

async function listRequests(tree: RouteObject[], address: string): Promise<string[]> {
  const { requested } = await load(tree, address)
  await endRequests()
  return [...new Set(requested)]
}

async function renderPage(
  tree: RouteObject[],
  address: string,
  hasSkeleton: boolean,
): Promise<Omit<AppPage, 'requests'>> {
  const { handler, context } = await load(tree, address)
  const router = createStaticRouter(handler.dataRoutes, context)
  const skeleton = hasSkeleton
    ? renderToStaticMarkup(<StaticRouterProvider router={router} context={context} hydrate={false} />)
    : undefined
  await endRequests()
  const { meta } = (context.matches.at(-1)?.route.handle ?? {}) as RouteModule
  return {
    meta: meta?.({ location: context.location, params: {} }) ?? [],
    skeleton,
    routeIds: context.matches.map(({ route }) => route.id),
  }
}

/** Forgets and ends the requests, because their time limits would keep the build running for 15 seconds. */
async function endRequests(): Promise<void> {
  await queryClient.cancelQueries()
  queryClient.clear()
  for (const end of openRequests) end()
  openRequests = []
}
