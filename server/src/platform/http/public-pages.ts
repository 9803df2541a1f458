// Sends the public pages as HTML that needs no script. The web build renders them from our own API's replies to a visitor, so a
// page can never show more than that.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyRequest } from 'fastify'
import type { RateLimits } from '../security/rate-limits.ts'
import { createPageCache, toRenderedPage, type PageCache, type RenderedPage } from './rendered-page.ts'
import type { VisitorReplies, VisitorReply } from './visitor-replies.ts'

type Page = {
  name: string
  search: URLSearchParams
  replies: readonly unknown[]
  /** When its data was last known to be current, as ISO 8601; undefined if it is current now. */
  asOf?: string | undefined
  origin: string
}

/** What the server uses from web/public-pages/render.tsx, which the build writes as a single file. */
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

/** The maximum number of cached pages. It is never reached, because their queries have few possible values. */
const CACHED_PAGES = 100
/** The maximum number of cached pages with free queries. They are separate, so that they evict no others. */
const CACHED_SEARCHES = 50

/** A page, whether all its data arrived, and the time of the data if it is old. */
export type PublicPage = RenderedPage & { isComplete: boolean; asOf?: Date | undefined }

/** A complete page. */
type CachedPage = PublicPage & {
  /** The API addresses whose replies it shows. */
  reads: readonly string[]
  /** Identifies each of these replies. */
  versions: readonly string[]
}

export type PublicPages = {
  /** Renders the page of a path; undefined if it is not a public page. */
  render: (path: string, request: FastifyRequest) => Promise<PublicPage | undefined>
  /** Finds the cached page of a URL that is spelled like the links to it: each page has only one such URL. */
  findCached: (url: string) => CachedPage | undefined
  /** Whether a cached page shows its data as of a given time; `VisitorReplies.find` says when to call this. */
  isCurrent: (page: CachedPage, now: Date) => boolean
  /** Renders the page for unknown addresses. */
  renderNotFound: (request: FastifyRequest) => Promise<PublicPage | undefined>
  /**
   * Renders the head tags that chat apps read when somebody shares a page's link; '' for pages that nobody shares.
   * @param path without a trailing slash
   */
  renderLinkTags: (path: string) => string
  /** Renders the list of all public URLs; undefined if its data failed. */
  renderSitemap: (request: FastifyRequest) => Promise<PublicPage | undefined>
}

type Options = {
  buildFolder: string
  origin: string
  change: (html: string) => string
  visitorReplies: Pick<VisitorReplies, 'read' | 'find'>
  rateLimits: Pick<RateLimits, 'countByAddress'>
}

/** Loads the renderer from the web build; undefined if there is no build. */
export async function loadPublicPages(options: Options): Promise<PublicPages | undefined> {
  const { buildFolder, origin, change, visitorReplies, rateLimits } = options
  const file = join(buildFolder, 'public-pages/render.js')
  if (!existsSync(file)) return undefined
  const renderer = (await import(pathToFileURL(file).href)) as Renderer
  const { NOT_FOUND, findPage, sitemapReads } = renderer
  const cached = createPageCache<CachedPage>(CACHED_PAGES)
  const cachedSearches = createPageCache<CachedPage>(CACHED_SEARCHES)
  const cachedFailures = createPageCache<PublicPage>(CACHED_PAGES)

  /** Reads the API's replies to a visitor; undefined if any of them fails. */
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
    const isKept = shows(cache.get(address), replies)
    // Anybody can make up endless pages like this, and each one is rendered.
    if (isFree && !isKept && (await isRefused(request.ip))) return renderFailure(name, found)
    return keep({ cache, address, reads, replies }, (data) => renderPage({ name, search, ...data }))
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
    findCached: (url) => cached.get(url) ?? cachedSearches.get(url),
    isCurrent: ({ reads, versions }, now) =>
      reads.every((address, at) => visitorReplies.find(address, now)?.etag === versions[at]),
    renderNotFound: (request) => render(NOT_FOUND, request),
    renderLinkTags: (path) => renderer.renderAppLinkTags(path, origin),
    async renderSitemap(request) {
      const replies = await readAll(sitemapReads, request)
      const entry = { cache: cachedSitemap, address: '', reads: sitemapReads }
      return replies && keep({ ...entry, replies }, (data) => renderer.renderSitemap(data.replies, origin))
    },
  }
}

/** Identifies a reply: by its tag if it is current. */
const toVersion = ({ document, asOf }: VisitorReply) => (asOf ? `${document.etag} ${asOf.getTime()}` : document.etag)

/** Whether a cached page shows these replies. */
const shows = (page: CachedPage | undefined, replies: readonly VisitorReply[]): page is CachedPage =>
  page !== undefined && replies.every((reply, at) => toVersion(reply) === page.versions[at])

type CacheEntry = {
  cache: PageCache<CachedPage>
  address: string
  reads: readonly string[]
  replies: readonly VisitorReply[]
}

/** Returns the cached page of a URL, or renders it if its data has changed. Awaits nothing, so simultaneous requests share it. */
function keep(
  { cache, address, reads, replies }: CacheEntry,
  render: (data: Pick<Page, 'replies' | 'asOf'>) => string,
): CachedPage {
  const before = cache.get(address)
  if (shows(before, replies)) return before
  const [asOf] = replies.flatMap((reply) => reply.asOf ?? []).toSorted((a, b) => a.getTime() - b.getTime())
  const text = render({ replies: replies.map(({ value }) => value), asOf: asOf?.toISOString() })
  const page = { ...toRenderedPage(text), reads, versions: replies.map(toVersion), isComplete: true, asOf }
  cache.set(address, page)
  return page
}

/** Returns the URL of a page as links to it spell it. */
const toAddress = (name: string, search: URLSearchParams) => (search.size === 0 ? name : `${name}?${search.toString()}`)

const readQuery = ({ url }: FastifyRequest) =>
  new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?') + 1) : '')
