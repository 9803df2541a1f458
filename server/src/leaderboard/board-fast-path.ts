// The way of a board's bytes past everything that other requests need: no hook, no query to parse, no body, no line in
// the log. A board is the same for everybody, and the most asked answer of all by far; what Fastify does for a request
// costs more than the sending of the bytes (bench/RESULTS.md, 3). Requests in any other spelling take the usual way.
import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { ageCategories, DEFAULT_CATEGORY, type AgeCategory } from '@baobab/contract/age.ts'
import { endpointUrl } from '@baobab/contract/client.ts'
import { leaderboard } from '@baobab/contract/leaderboard.ts'
import type { RenderedBoard } from '../platform/app.ts'
import { commonHeaders } from '../platform/http/security-headers.ts'
import { chooseEncoding, matchesEtag } from './rendered-board.ts'

/** A cache may keep a board for a second, which decisions 5 allow, and ask again by its tag. */
const CACHE = 'public, max-age=0, s-maxage=1, must-revalidate'

type BoardReply = { status: 200 | 304; headers: Record<string, string>; bytes: Buffer | undefined }

/** What a request for a board gets: its bytes in the best encoding, or word that the caller has them. */
export function buildBoardReply({ etag, bytes }: RenderedBoard, asked: IncomingHttpHeaders): BoardReply {
  const headers: Record<string, string> = { etag, 'cache-control': CACHE, vary: 'Accept-Encoding' }
  if (matchesEtag(asked['if-none-match'], etag)) return { status: 304, headers, bytes: undefined }
  const encoding = chooseEncoding(asked['accept-encoding'])
  headers['content-type'] = 'application/json; charset=utf-8'
  if (encoding !== 'identity') headers['content-encoding'] = encoding
  return { status: 200, headers, bytes: bytes[encoding] }
}

const paths = new Map<string, AgeCategory>([
  [leaderboard.path, DEFAULT_CATEGORY],
  ...ageCategories.map((ageCategory): [string, AgeCategory] => [
    endpointUrl(leaderboard, { query: { ageCategory } }),
    ageCategory,
  ]),
])

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || headers['content-length'] !== undefined

/** Makes the lane; it answers whether it took a request. */
export function createBoardFastPath(options: { boardOf: (category: AgeCategory) => RenderedBoard; https: boolean }) {
  const { 'x-request-id': _, 'cache-control': __, ...common } = commonHeaders({ requestId: '', https: options.https })
  // As a flat list, which Node writes as it is.
  const always = Object.entries(common).flat()
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const category = request.method === 'GET' ? paths.get(request.url ?? '') : undefined
    if (category === undefined || hasBody(request)) return false
    const { status, headers, bytes } = buildBoardReply(options.boardOf(category), request.headers)
    const head = [...always, 'x-request-id', randomUUID(), ...Object.entries(headers).flat()]
    if (bytes) head.push('content-length', String(bytes.length))
    response.writeHead(status, head).end(bytes)
    return true
  }
}
