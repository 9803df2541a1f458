// The board as bytes: read, serialised and compressed once for each change, never for a request.
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Place } from '@baobab/contract/leaderboard.ts'
import { BOARD_PLACES } from '@baobab/contract/limits.ts'

export type Encoding = 'br' | 'gzip' | 'identity'

export type Board = {
  etag: string
  bytes: Record<Encoding, Buffer>
  /** The least score whose coming or going changes the board. */
  cut: number
}

const brotli = promisify(brotliCompress)
/** Quality 5 halves the bytes of quality 1 in a few milliseconds; more costs more than it saves. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/** Makes the bytes of a board from its places, in order. */
export async function makeBoard(places: readonly Place[]): Promise<Board> {
  const identity = Buffer.from(JSON.stringify(places))
  const [br, gz] = await Promise.all([brotli(identity, quality), promisify(gzip)(identity)])
  return {
    etag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
    bytes: { br, gzip: gz, identity },
    cut: places.length < BOARD_PLACES ? 0 : (places.at(-1)?.score ?? 0),
  }
}

/** The best encoding that a request accepts. */
export function encodingFor(accepted: string | undefined): Encoding {
  if (accepted === undefined) return 'identity'
  if (/\bbr\b(?!\s*;\s*q=0(\.0*)?(,|$))/.test(accepted)) return 'br'
  return /\bgzip\b(?!\s*;\s*q=0(\.0*)?(,|$))/.test(accepted) ? 'gzip' : 'identity'
}
