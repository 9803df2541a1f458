// Renders the leaderboard as bytes. It is serialised and compressed once per change, never per request.
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { LeaderboardEntry } from '@baobab/contract/leaderboard.ts'
import { LEADERBOARD_SIZE } from '@baobab/contract/limits.ts'
import type { BoardEncoding, RenderedBoard } from '../platform/app.ts'

const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) }
/** Quality 5 needs half the bytes of quality 1 and a few milliseconds; higher levels cost more time than they save. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/** Renders the entries of a board, which are already in order. */
export async function renderBoard(entries: readonly LeaderboardEntry[]): Promise<RenderedBoard> {
  const identity = Buffer.from(JSON.stringify(entries))
  const [br, gz] = await Promise.all([compress.br(identity, quality), compress.gzip(identity)])
  return {
    etag: `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
    bytes: { br, gzip: gz, identity },
    cut: entries.length < LEADERBOARD_SIZE ? 0 : (entries.at(-1)?.score ?? 0),
  }
}

/** Returns the best encoding that an Accept-Encoding header allows. */
export function chooseEncoding(accepted = ''): BoardEncoding {
  const names = accepted
    .toLowerCase()
    .split(',')
    .filter((item) => !/;\s*q=0(\.0*)?\s*$/.test(item))
    .map((item) => item.split(';', 1)[0]?.trim())
  if (names.includes('br')) return 'br'
  return names.includes('gzip') ? 'gzip' : 'identity'
}

/** Whether an If-None-Match header names this tag, in weak comparison (RFC 9110, section 13.1.2). */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '')
  return ifNoneMatch.split(',').some((tag) => opaque(tag) === '*' || opaque(tag) === opaque(etag))
}
