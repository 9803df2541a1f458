// Serves the built web app: files by name, public pages by path, and the single-page app for all other pages.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  findHomePage,
  isAdminPage,
  isCertificatePage,
  isPagePath,
  isPaymentPage,
} from '@baobab/contract/kernel/pages.ts'
import type { Config } from '../config.ts'
import type { RateLimits } from '../security/rate-limits.ts'
import { createPublicUrlRedirect } from './direct-requests.ts'
import { fail } from './errors.ts'
import { escapeHtml } from './escape-html.ts'
import { loadPublicPages, type PublicPage, type PublicPages } from './public-pages.ts'
import { AS_OF_HEADER, createPageCache, sendRenderedPage, toRenderedPage, type RenderedPage } from './rendered-page.ts'
import type { VisitorReplies } from './visitor-replies.ts'
import { serveSearchEngines } from './search-engines.ts'
import { pagePolicy, providerSources } from './security-headers.ts'

const webBuild = fileURLToPath(new URL('../../../../web/build', import.meta.url))
/** The app's HTML without a page, which the service worker stores for all pages. */
const SHELL = '__spa-fallback.html'
const ADMIN_SHELL = '__admin.html'
const CACHE_FOR_A_YEAR = 'public, max-age=31536000, immutable'
const CACHE_FOR_A_DAY = 'public, max-age=86400'

type Csp = { scriptHashes: string[] }

type PolicyOptions = Pick<Config, 's3' | 'publicUrl'> & {
  /** The URL of the payment provider's script. */
  scriptUrl: string
}

type WebAppOptions = PolicyOptions &
  Pick<Config, 'isProduction' | 'sandboxPeers'> & {
    /** A sentence at the top of every page, for a server whose data is made up. */
    mark?: string | undefined
    visitorReplies: Pick<VisitorReplies, 'read' | 'find'>
    rateLimits: Pick<RateLimits, 'countByAddress'>
    /** The web build; tests replace it. */
    buildFolder?: string | undefined
  }

/** The public pages, and the headers of pages that all of them have. */
type ServedPages = { pages: PublicPages; pageHeaders: Record<string, string> }

/**
 * Serves the web build. Without one, as in API tests, every unknown path is 404. Returns the public pages for the fast path;
 * undefined if there are none.
 */
export async function serveWebApp(http: FastifyInstance, options: WebAppOptions): Promise<ServedPages | undefined> {
  const { buildFolder = webBuild } = options
  const client = join(buildFolder, 'client')
  const failNotFound = (): never => fail('not_found')
  if (!existsSync(join(client, SHELL))) {
    http.setNotFoundHandler(failNotFound)
    return undefined
  }
  const { scriptHashes } = JSON.parse(readFileSync(join(buildFolder, 'csp.json'), 'utf8')) as Csp
  const { mark } = options
  const choosePolicy = pagePolicies({ ...options, scriptHashes })
  await http.register(fastifyStatic, {
    root: client,
    index: false,
    redirect: false,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    globIgnore: ['**/*.br', '**/*.gz', '**/*.html', 'robots.txt', 'assets/**'],
    setHeaders: (reply, path) => {
      reply.header(
        'cache-control',
        path.includes(`${join('client', 'assets')}`) ? CACHE_FOR_A_YEAR : 'public, max-age=300',
      )
      // The pictures that chat apps show with a link, including on other sites' pages.
      if (path.includes(join('client', 'og')))
        reply.headers({ 'cache-control': CACHE_FOR_A_DAY, 'cross-origin-resource-policy': 'cross-origin' })
      // A service worker uses the policy of its own response. If it were cached, it would keep serving old pages.
      const isDocument = path.includes('.html') || path.includes(join('client', 'sw.js'))
      if (!isDocument) return
      reply.headers({ 'content-security-policy': choosePolicy(readPath(reply.request)), 'cache-control': 'no-cache' })
    },
  })
  serveAssets(http, client)
  const change = (html: string) => addMark(html, mark)
  const chooseHtml = htmlChooser(client)
  const publicPages = await loadPublicPages({ ...options, buildFolder, origin: options.publicUrl, change })
  const findPublicUrl = createPublicUrlRedirect(options)
  const listPageHeaders = (path: string) => ({
    'content-security-policy': choosePolicy(path),
    'cache-control': 'no-cache',
  })
  const renderAppPage = appPageRenderer({ client, mark, renderLinkTags: publicPages?.renderLinkTags })
  serveSearchEngines(http, { client, origin: options.publicUrl, publicPages })
  http.setNotFoundHandler(async (request, reply) => {
    if (!isPageRequest(request)) return failNotFound()
    const path = readPath(request)
    const home = findPublicUrl(request) ?? findHomePage(path)
    if (home) return reply.header('cache-control', 'no-cache').redirect(home, 302)
    reply.headers(listPageHeaders(path))
    const isKnown = isPagePath(path)
    const status = isKnown ? 200 : 404
    const page = await choosePublicPage(publicPages, request, { path, isKnown })
    if (page) return sendPage(request, reply, page, status)
    // A parent's payment link and a certificate name a child, so search engines must not index them.
    if (isPaymentPage(path) || isCertificatePage(path)) reply.header('x-robots-tag', 'noindex')
    const file = chooseHtml(request, path)
    const changed = renderAppPage(file, withoutSlash(path))
    return changed
      ? sendPage(request, reply, { ...changed, isComplete: true }, status)
      : reply.code(status).sendFile(file)
  })
  return publicPages && { pages: publicPages, pageHeaders: listPageHeaders('/') }
}

/** Serves hundreds of scripts, styles and pictures on one route: a route for each takes 7 MiB of memory. */
function serveAssets(http: FastifyInstance, client: string): void {
  const names = new Set(readdirSync(join(client, 'assets')).filter((name) => !/\.(?:br|gz)$/.test(name)))
  http.route<{ Params: { name: string } }>({
    method: ['GET', 'HEAD'],
    url: '/assets/:name',
    schema: { hide: true },
    handler: ({ params: { name } }, reply) => (names.has(name) ? reply.sendFile(`assets/${name}`) : fail('not_found')),
  })
}

/** Renders a public page, or the "not found" page. Admins see the latter next to their menu, which is in the app. */
function choosePublicPage(
  pages: PublicPages | undefined,
  request: FastifyRequest,
  { path, isKnown }: { path: string; isKnown: boolean },
) {
  if (isKnown) return pages?.render(withoutSlash(path), request)
  return isAdminPage(path) ? undefined : pages?.renderNotFound(request)
}

type AppPages = {
  /** The folder of the HTML files. */
  client: string
  mark: string | undefined
  renderLinkTags: ((path: string) => string) | undefined
}

/** The maximum number of cached app pages. Draws and certificates have one for each address. */
const CACHED_PAGES = 100

/**
 * Returns a function that renders an app page: its HTML file, with what the server adds for its path. That function returns
 * undefined if nothing is added, because the build has compressed the file better.
 */
export function appPageRenderer({ client, mark, renderLinkTags = () => '' }: AppPages) {
  const cached = createPageCache<RenderedPage>(CACHED_PAGES)
  return (file: string, path: string): RenderedPage | undefined => {
    const address = `${file} ${path}`
    const before = cached.get(address)
    if (before) return before
    const tags = renderLinkTags(path)
    if (tags === '' && mark === undefined) return undefined
    const html = readFileSync(join(client, file), 'utf8')
    // A function, because dollar signs in a replacement string are special.
    const page = toRenderedPage(
      addMark(
        html.replace('</head>', () => `${tags}</head>`),
        mark,
      ),
    )
    cached.set(address, page)
    return page
  }
}

/** Returns a function that finds the HTML file for an app page request (web/build-app-pages.ts). */
function htmlChooser(client: string): (request: FastifyRequest, path: string) => string {
  const files = new Set(readdirSync(client))
  return ({ url }, path) => {
    if (url.endsWith('?shell')) return SHELL
    const own = `__${withoutSlash(path).slice(1).replaceAll('/', '-')}`
    const variant = /[?&]video=./.test(url) ? '-video' : ''
    for (const file of [`${own}${variant}.html`, `${own}.html`]) if (files.has(file)) return file
    return isAdminPage(path) ? ADMIN_SHELL : SHELL
  }
}

/** Returns a function that finds a path's content security policy: only payment pages may load the provider's script. */
export function pagePolicies(options: PolicyOptions & Csp): (path: string) => string {
  const { s3, scriptHashes } = options
  const common = { scriptHashes, filesOrigin: s3 && new URL(s3.endpoint).origin }
  const [page, payment] = [pagePolicy(common), pagePolicy({ ...common, provider: providerSources(options) })]
  return (path) => (isPaymentPage(path) ? payment : page)
}

/** Whether a request is for a page; if not, the reply must be the API's 'not found'. */
function isPageRequest(request: FastifyRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  const path = readPath(request)
  if (/\.[a-z0-9]{2,5}$/i.test(path)) return false
  return isPagePath(path) || /text\/html/.test(request.headers.accept ?? '')
}

/** Sends a page, or 304 if the browser's copy is still valid. A page whose data failed or is old says so, and is not stored. */
async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: PublicPage,
  status: number,
): Promise<FastifyReply> {
  const { isComplete, asOf } = page
  if (!isComplete) reply.headers({ 'cache-control': 'no-store', 'retry-after': '5' })
  if (asOf) reply.headers({ 'cache-control': 'no-store', [AS_OF_HEADER]: asOf.toISOString() })
  reply.code(isComplete ? status : 503).type('text/html; charset=utf-8')
  return sendRenderedPage(request, reply, page, { isTagged: isComplete && !asOf && status === 200 })
}

const withoutSlash = (path: string) => (path === '/' ? path : path.replace(/\/+$/, ''))

/** Adds the mark to a page's root element, so that the style sheet can show it at the top, even without script. */
function addMark(html: string, mark: string | undefined): string {
  return mark === undefined ? html : html.replace('<html ', () => `<html data-mark="${escapeHtml(mark)}" `)
}

/** Returns the decoded path of a request, or the original path if it cannot be decoded. */
function readPath(request: FastifyRequest): string {
  const path = request.url.split('?')[0] ?? '/'
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
