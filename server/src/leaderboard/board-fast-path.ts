// Serves the leaderboard before the framework runs, without hooks, parsing or a log line. The leaderboard is by far the most
// requested reply and the same for all callers, and Fastify's overhead per request costs more than sending the bytes
// (bench/RESULTS.md, section 3). Requests with any other URL or method are handled by the normal route.
import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { ageCategories, DEFAULT_CATEGORY, type AgeCategory } from '@baobab/contract/accounts/rules.ts'
import { endpointUrl } from '@baobab/contract/kernel/client.ts'
import { leaderboard } from '@baobab/contract/leaderboard/endpoints.ts'
import type { RenderedBoard } from '../platform/app.ts'
import type { Clock } from '../platform/clock.ts'
import type { RequestMetrics } from '../platform/telemetry/observe-requests.ts'
import { hasBody, listFixedHeaders, type FastPath } from '../platform/http/fast-path.ts'
import { chooseEncoding, matchesEtag } from '../platform/http/negotiation.ts'

/** Ranks may be at most a second old, so shared caches may serve a board for one second before they revalidate it. */
const CACHE = 'public, max-age=0, s-maxage=1, must-revalidate'

type BoardReply = { status: 200 | 304; headers: Record<string, string>; bytes: Buffer | undefined }

/** Builds the reply to a board request: its bytes in the best encoding, or 304 if the caller has this version. */
export function buildBoardReply({ etag, bytes }: RenderedBoard, requestHeaders: IncomingHttpHeaders): BoardReply {
  const headers: Record<string, string> = { etag, 'cache-control': CACHE, vary: 'Accept-Encoding' }
  if (matchesEtag(requestHeaders['if-none-match'], etag)) return { status: 304, headers, bytes: undefined }
  const encoding = chooseEncoding(requestHeaders['accept-encoding'])
  headers['content-type'] = 'application/json; charset=utf-8'
  if (encoding !== 'identity') headers['content-encoding'] = encoding
  return { status: 200, headers, bytes: bytes[encoding] }
}

const categoryByUrl = new Map<string, AgeCategory>([
  [leaderboard.path, DEFAULT_CATEGORY],
  ...ageCategories.map((ageCategory): [string, AgeCategory] => [
    endpointUrl(leaderboard, { query: { ageCategory } }),
    ageCategory,
  ]),
])

/** Creates the fast path. */
export function createBoardFastPath(options: {
  getBoard: (category: AgeCategory) => RenderedBoard
  https: boolean
  clock: Pick<Clock, 'now'>
  /** If undefined, nothing is measured. */
  metrics?: RequestMetrics | undefined
}): FastPath {
  const { clock, https } = options
  const fixedHeaders = listFixedHeaders({ https, clock })
  return (request, response) => {
    const category = request.method === 'GET' ? categoryByUrl.get(request.url ?? '') : undefined
    if (category === undefined || hasBody(request)) return false
    const beganAt = options.metrics && performance.now()
    const { status, headers, bytes } = buildBoardReply(options.getBoard(category), request.headers)
    const ofRequest = ['x-request-id', randomUUID(), 'x-server-time', clock.now().toISOString()]
    const head = [...fixedHeaders, ...ofRequest, ...Object.entries(headers).flat()]
    if (bytes) head.push('content-length', String(bytes.length))
    response.writeHead(status, head).end(bytes)
    if (beganAt !== undefined)
      options.metrics?.count({ route: leaderboard.path, method: 'GET', status }, performance.now() - beganAt)
    return true
  }
}
