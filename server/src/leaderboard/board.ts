// The board as bytes: read, serialised and compressed once for each change, never for a request.
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Place } from '@baobab/contract/leaderboard.ts'
import { BOARD_PLACES } from '@baobab/contract/limits.ts'

export type Encoding = 'br' | 'gzip' | 'identity'

export type Board = {
  /** Of its content, whatever its encoding; therefore a weak one (RFC 9110, 8.8.1). */
  etag: string
  bytes: Record<Encoding, Buffer>
  /** The least score whose coming or going changes the board. */
  cut: number
}

const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) }
/** Quality 5 halves the bytes of quality 1 in a few milliseconds; more costs more than it saves. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/** Makes the bytes of a board from its places, in order. */
export async function makeBoard(places: readonly Place[]): Promise<Board> {
  const identity = Buffer.from(JSON.stringify(places))
  const [br, gz] = await Promise.all([compress.br(identity, quality), compress.gzip(identity)])
  return {
    etag: `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
    bytes: { br, gzip: gz, identity },
    cut: places.length < BOARD_PLACES ? 0 : (places.at(-1)?.score ?? 0),
  }
}

/** The best encoding that a request accepts by its Accept-Encoding. */
export function encodingFor(accepted = ''): Encoding {
  const names = accepted
    .toLowerCase()
    .split(',')
    .filter((one) => !/;\s*q=0(\.0*)?\s*$/.test(one))
    .map((one) => one.split(';', 1)[0]?.trim())
  if (names.includes('br')) return 'br'
  return names.includes('gzip') ? 'gzip' : 'identity'
}

/** Whether an If-None-Match names a tag; caches may have made a strong one weak (RFC 9110, 13.1.2). */
export function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  const bare = (tag: string) => tag.trim().replace(/^W\//, '')
  return ifNoneMatch.split(',').some((tag) => bare(tag) === '*' || bare(tag) === bare(etag))
}
