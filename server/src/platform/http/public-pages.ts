// Sends the public pages as HTML that needs no script. The web build renders them; their data is what our own API replies
// to a visitor, so that a page can never show more than that.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createPageCache, digest, toRenderedPage, type RenderedPage } from './rendered-page.ts'

/** What the server uses of web/public-pages/render.tsx, which the build writes as one file. */
type Renderer = {
  NOT_FOUND: string
  findPage: (name: string, query: URLSearchParams) => FoundPage | undefined
  renderPage: (page: { name: string; search: URLSearchParams; replies: readonly unknown[]; origin: string }) => string
  renderAppLinkTags: (path: string, origin: string) => string
  sitemapReads: readonly string[]
  renderSitemap: (replies: readonly unknown[], origin: string) => string
}

type FoundPage = {
  search: URLSearchParams
  /** The part of `search` whose values are few. */
  fixedSearch: URLSearchParams
  reads: readonly string[]
}

/** The most pages that are cached. There are fewer, because the values of their queries are few. */
const CACHED_PAGES = 100
/** The most pages that are cached of those whose query is free. They are apart, so that they evict no other. */
const CACHED_SEARCHES = 50

/** A page, and whether its data arrived. */
export type PublicPage = RenderedPage & { isComplete: boolean }

export type PublicPages = {
  /** Renders the page of a path; undefined if it is not a public page. */
  render: (path: string, request: FastifyRequest) => Promise<PublicPage | undefined>
  /** Renders the page for unknown addresses. */
  renderNotFound: (request: FastifyRequest) => Promise<PublicPage | undefined>
  /**
   * Renders what chats read in the head of an app page with a link to it; '' for pages that nobody shares.
   * @param path without a slash at its end
   */
  renderLinkTags: (path: string) => string
  /** Renders the list of all public addresses; undefined if its data failed. */
  renderSitemap: (request: FastifyRequest) => Promise<string | undefined>
}

/** Loads the renderer of the web build. Undefined without a build. */
export async function loadPublicPages(
  http: Pick<FastifyInstance, 'inject'>,
  { buildFolder, origin, change }: { buildFolder: string; origin: string; change: (html: string) => string },
): Promise<PublicPages | undefined> {
  const file = join(buildFolder, 'public-pages/render.js')
  if (!existsSync(file)) return undefined
  const renderer = (await import(pathToFileURL(file).href)) as Renderer
  const { NOT_FOUND, findPage } = renderer
  const cached = createPageCache<CachedPage>(CACHED_PAGES)
  const cachedSearches = createPageCache<CachedPage>(CACHED_SEARCHES)
  const cachedFailures = createPageCache<PublicPage>(CACHED_PAGES)

  async function render(name: string, request: FastifyRequest): Promise<PublicPage | undefined> {
    const found = findPage(name, readQuery(request))
    if (!found) return undefined
    const { search, fixedSearch, reads } = found
    const bodies = await Promise.all(reads.map((url) => readAsVisitor(http, url, request.ip)))
    if (bodies.includes(null)) return renderFailure(name, found)
    const cache = search.size > fixedSearch.size ? cachedSearches : cached
    const address = toAddress(name, search)
    const key = digest(JSON.stringify(bodies))
    // Nothing is awaited from here on, so requests that come together share one page.
    const before = cache.get(address)
    if (before?.key === key) return before
    const page = { ...renderPage({ name, search, replies: parseBodies(bodies) }), key, isComplete: true }
    cache.set(address, page)
    return page
  }

  /** A page without its data is the same for every search, so calls that the rate limit refuses render nothing. */
  function renderFailure(name: string, { fixedSearch: search, reads }: FoundPage): PublicPage {
    const address = toAddress(name, search)
    const before = cachedFailures.get(address)
    if (before) return before
    const page = { ...renderPage({ name, search, replies: reads.map(() => null) }), isComplete: false }
    cachedFailures.set(address, page)
    return page
  }

  function renderPage(page: { name: string; search: URLSearchParams; replies: readonly unknown[] }): RenderedPage {
    return toRenderedPage(change(renderer.renderPage({ ...page, origin })))
  }

  return {
    render,
    renderNotFound: (request) => render(NOT_FOUND, request),
    renderLinkTags: (path) => renderer.renderAppLinkTags(path, origin),
    async renderSitemap({ ip }) {
      const bodies = await Promise.all(renderer.sitemapReads.map((url) => readAsVisitor(http, url, ip)))
      return bodies.includes(null) ? undefined : renderer.renderSitemap(parseBodies(bodies), origin)
    },
  }
}

/** A complete page. `key` names the data that it shows. */
type CachedPage = PublicPage & { key: string }

const toAddress = (name: string, search: URLSearchParams) => `${name}?${search.toString()}`

const parseBodies = (bodies: readonly (string | null)[]) =>
  bodies.map((body) => (body === null ? null : (JSON.parse(body) as unknown)))

const readQuery = ({ url }: FastifyRequest) =>
  new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?') + 1) : '')

/** Returns the body of an endpoint's reply to a visitor at an address, null if it fails. */
async function readAsVisitor(http: Pick<FastifyInstance, 'inject'>, url: string, ip: string): Promise<string | null> {
  const reply = await http.inject({ url, remoteAddress: ip, headers: { accept: 'application/json' } })
  return reply.statusCode === 200 ? reply.body : null
}
