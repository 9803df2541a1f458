// Sends the public pages as HTML that needs no script. The web build renders them; their data is what our own API replies
// to a visitor, so that a page can never show more than that.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyRequest } from 'fastify'
import type { RateLimits } from '../security/rate-limits.ts'
import { createPageCache, digest, toRenderedPage, type RenderedPage } from './rendered-page.ts'
import type { VisitorReplies, VisitorReply } from './visitor-replies.ts'

type Page = {
  name: string
  search: URLSearchParams
  replies: readonly unknown[]
  /** When its data was last known to be right, as ISO 8601; undefined if it is right now. */
  asOf?: string | undefined
  origin: string
}

/** What the server uses of web/public-pages/render.tsx, which the build writes as one file. */
type Renderer = {
  NOT_FOUND: string
  findPage: (name: string, query: URLSearchParams) => FoundPage | undefined
  renderPage: (page: Page) => string
  renderAppLinkTags: (path: string, origin: string) => string
  sitemapReads: readonly string[]
  renderSitemap: (replies: readonly unknown[], origin: string) => string
}

type FoundPage = {
  search: URLSearchParams
  /** The parameters in `search` that have few possible values. */
  fixedSearch: URLSearchParams
  reads: readonly string[]
}

/** The most pages that are cached. There are fewer, because the values of their queries are few. */
const CACHED_PAGES = 100
/** The most pages that are cached of those whose query is free. They are apart, so that they evict no other. */
const CACHED_SEARCHES = 50

/** A page, whether its data arrived, and from when that is if it is old. */
export type PublicPage = RenderedPage & { isComplete: boolean; asOf?: Date | undefined }

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
  renderSitemap: (request: FastifyRequest) => Promise<PublicPage | undefined>
}

type Options = {
  buildFolder: string
  origin: string
  change: (html: string) => string
  visitorReplies: Pick<VisitorReplies, 'read'>
  rateLimits: Pick<RateLimits, 'countByAddress'>
}

/** Loads the renderer of the web build. Undefined without a build. */
export async function loadPublicPages(options: Options): Promise<PublicPages | undefined> {
  const { buildFolder, origin, change, visitorReplies, rateLimits } = options
  const file = join(buildFolder, 'public-pages/render.js')
  if (!existsSync(file)) return undefined
  const renderer = (await import(pathToFileURL(file).href)) as Renderer
  const { NOT_FOUND, findPage, sitemapReads } = renderer
  const cached = createPageCache<CachedPage>(CACHED_PAGES)
  const cachedSearches = createPageCache<CachedPage>(CACHED_SEARCHES)
  const cachedFailures = createPageCache<PublicPage>(CACHED_PAGES)

  /** Reads what the API replies to a visitor; undefined if some of it fails. */
  const readAll = (reads: readonly string[], { log }: FastifyRequest): Promise<VisitorReply[] | undefined> =>
    Promise.all(reads.map((url) => visitorReplies.read(url))).catch((error: unknown) => {
      log.error({ err: error }, 'a page lacks its data')
      return undefined
    })

  async function render(name: string, request: FastifyRequest): Promise<PublicPage | undefined> {
    const found = findPage(name, readQuery(request))
    if (!found) return undefined
    const { search, fixedSearch, reads } = found
    const replies = await readAll(reads, request)
    if (!replies) return renderFailure(name, found)
    const isFree = search.size > fixedSearch.size
    const cache = isFree ? cachedSearches : cached
    const address = toAddress(name, search)
    const isKept = cache.get(address)?.key === toKey(replies)
    // Anybody can make up such pages without end, and each is rendered.
    if (isFree && !isKept && (await isRefused(request.ip))) return renderFailure(name, found)
    return keep(cache, address, replies, (data) => renderPage({ name, search, ...data }))
  }

  const isRefused = (ip: string) =>
    rateLimits.countByAddress('calls', ip).then(
      () => false,
      () => true,
    )

  /** A page without its data is the same for every search, so calls that the rate limit refuses render nothing. */
  function renderFailure(name: string, { fixedSearch: search, reads }: FoundPage): PublicPage {
    const address = toAddress(name, search)
    const before = cachedFailures.get(address)
    if (before) return before
    const text = renderPage({ name, search, replies: reads.map(() => null) })
    const page = { ...toRenderedPage(text), isComplete: false }
    cachedFailures.set(address, page)
    return page
  }

  const renderPage = (page: Omit<Page, 'origin'>) => change(renderer.renderPage({ ...page, origin }))
  const cachedSitemap = createPageCache<CachedPage>(1)

  return {
    render,
    renderNotFound: (request) => render(NOT_FOUND, request),
    renderLinkTags: (path) => renderer.renderAppLinkTags(path, origin),
    async renderSitemap(request) {
      const replies = await readAll(sitemapReads, request)
      return replies && keep(cachedSitemap, '', replies, (data) => renderer.renderSitemap(data.replies, origin))
    },
  }
}

/** A complete page. `key` names the data that it shows. */
type CachedPage = PublicPage & { key: string }

const toKey = (replies: readonly VisitorReply[]) =>
  digest(JSON.stringify(replies.map(({ document, asOf }) => [document.etag, asOf])))

/** Returns the cached page of an address, or renders it if its data is another. Awaits nothing, so requests that come together share it. */
function keep(
  cache: ReturnType<typeof createPageCache<CachedPage>>,
  address: string,
  replies: readonly VisitorReply[],
  render: (data: Pick<Page, 'replies' | 'asOf'>) => string,
): CachedPage {
  const key = toKey(replies)
  const before = cache.get(address)
  if (before?.key === key) return before
  const [asOf] = replies.flatMap((reply) => reply.asOf ?? []).toSorted((a, b) => a.getTime() - b.getTime())
  const text = render({ replies: replies.map(({ value }) => value), asOf: asOf?.toISOString() })
  const page = { ...toRenderedPage(text), key, isComplete: true, asOf }
  cache.set(address, page)
  return page
}

const toAddress = (name: string, search: URLSearchParams) => `${name}?${search.toString()}`

const readQuery = ({ url }: FastifyRequest) =>
  new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?') + 1) : '')
