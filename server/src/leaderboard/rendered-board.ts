// The board as bytes: read, serialised and compressed once for each change, never for a request.
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { LeaderboardEntry } from '@baobab/contract/leaderboard.ts'
import { LEADERBOARD_SIZE } from '@baobab/contract/limits.ts'
import type { BoardEncoding, RenderedBoard } from '../platform/app.ts'

const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) }
/** Quality 5 halves the bytes of quality 1 in a few milliseconds; more costs more than it saves. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/** Makes the bytes of a board from its places, in order. */
export async function renderBoard(entries: readonly LeaderboardEntry[]): Promise<RenderedBoard> {
  const identity = Buffer.from(JSON.stringify(entries))
  const [br, gz] = await Promise.all([compress.br(identity, quality), compress.gzip(identity)])
  return {
    etag: `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
    bytes: { br, gzip: gz, identity },
    cut: entries.length < LEADERBOARD_SIZE ? 0 : (entries.at(-1)?.score ?? 0),
  }
}

/** The best encoding that a request accepts by its Accept-BoardEncoding. */
export function chooseEncoding(accepted = ''): BoardEncoding {
  const names = accepted
    .toLowerCase()
    .split(',')
    .filter((one) => !/;\s*q=0(\.0*)?\s*$/.test(one))
    .map((one) => one.split(';', 1)[0]?.trim())
  if (names.includes('br')) return 'br'
  return names.includes('gzip') ? 'gzip' : 'identity'
}

/** Whether an If-None-Match names a tag; caches may have made a strong one weak (RFC 9110, 13.1.2). */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  const bare = (tag: string) => tag.trim().replace(/^W\//, '')
  return ifNoneMatch.split(',').some((tag) => bare(tag) === '*' || bare(tag) === bare(etag))
}
