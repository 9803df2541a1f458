// Serves public pages that are already rendered and compressed before the framework runs: most visitors read the same few pages, and
// the framework's overhead per request costs several times as much as sending the bytes (bench/RESULTS.md, section 16). All other
// pages are rendered by the normal route, which also applies the rate limit of searches.
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import { PAGE_ROUTE, type RequestMetrics } from '../telemetry/observe-requests.ts'
import { hasBody, listFixedHeaders, type FastPath } from './fast-path.ts'
import { chooseEncoding, matchesEtag, type ContentEncoding } from './negotiation.ts'
import type { PublicPages } from './public-pages.ts'
import type { LogRequest } from './request-log.ts'
import type { VisitorReplies } from './visitor-replies.ts'

type Options = Pick<Config, 'publicUrl' | 'isProduction'> & {
  pages: Pick<PublicPages, 'findCached' | 'isCurrent'>
  visitorReplies: Pick<VisitorReplies, 'knowsChanges'>
  /** The policy and the cache lifetime of every public page. */
  pageHeaders: Record<string, string>
  https: boolean
  clock: Pick<Clock, 'now'>
  log: FastifyBaseLogger
  logRequest: LogRequest
  /** If undefined, nothing is measured. */
  metrics: RequestMetrics | undefined
}

/** Creates the fast path for public pages. */
export function createPageFastPath(options: Options): FastPath {
  const { pages, visitorReplies, clock, log, logRequest, metrics } = options
  const fixedHeaders = listFixedHeaders(options, {
    'content-type': 'text/html; charset=utf-8',
    vary: 'accept-encoding',
    ...options.pageHeaders,
  })
  const mayBeRedirected = createRedirectGuess(options)
  const send = (request: IncomingMessage, response: ServerResponse, { etag, bytes, encoding }: Sendable) => {
    const id = randomUUID()
    const head = [...fixedHeaders, 'x-request-id', id, 'x-server-time', clock.now().toISOString(), 'etag', etag]
    const isKnown = matchesEtag(request.headers['if-none-match'], etag)
    if (!isKnown) {
      head.push('content-length', String(bytes.length))
      if (encoding !== 'identity') head.push('content-encoding', encoding)
    }
    const status = isKnown ? 304 : 200
    response.writeHead(status, head).end(isKnown || request.method === 'HEAD' ? undefined : bytes)
    return { id, status }
  }
  return (request, response, framework) => {
    const { method = '', url = '' } = request
    if ((method !== 'GET' && method !== 'HEAD') || hasBody(request) || mayBeRedirected(request)) return false
    const page = pages.findCached(url)
    const encoding = chooseEncoding(request.headers['accept-encoding'])
    const bytes = page?.find(encoding)
    if (!page || !bytes) return false
    const [beganAt, now] = [performance.now(), clock.now()]
    void visitorReplies.knowsChanges().then((isKnown) => {
      // The visitor may have left in the meantime.
      if (response.destroyed) return
      if (!isKnown || !framework.isListening() || !pages.isCurrent(page, now))
        return framework.handle(request, response)
      const { id, status } = send(request, response, { etag: page.etag, bytes, encoding })
      const ms = performance.now() - beganAt
      metrics?.count({ route: PAGE_ROUTE, method, status }, ms)
      logRequest({ method, route: PAGE_ROUTE, status, ms }, () => log.child({ reqId: id }))
    })
    return true
  }
}

type Sendable = { etag: string; bytes: Buffer; encoding: ContentEncoding }

/** Guesses whether a browser opened a page under a name other than PUBLIC_URL; `createPublicUrlRedirect` then decides. */
function createRedirectGuess({ isProduction, publicUrl }: Pick<Options, 'isProduction' | 'publicUrl'>) {
  const { host } = new URL(publicUrl)
  return ({ headers }: IncomingMessage) =>
    !isProduction && headers.host !== host && headers.accept?.includes('text/html') === true
}
