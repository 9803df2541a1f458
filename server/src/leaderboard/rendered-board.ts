// Renders the leaderboard as bytes. It is serialised and compressed once per change, never per request.
import { createHash } from 'node:crypto'
import { type LeaderboardEntry, LEADERBOARD_SIZE } from '@baobab/contract/leaderboard/endpoints.ts'
import type { RenderedBoard } from '../platform/app.ts'
import { compress } from '../platform/http/negotiation.ts'

/** Renders the entries of a board, which are already in order. */
export async function renderBoard(entries: readonly LeaderboardEntry[]): Promise<RenderedBoard> {
  const identity = Buffer.from(JSON.stringify(entries))
  const [br, gz] = await Promise.all([compress(identity, 'br'), compress(identity, 'gzip')])
  return {
    etag: `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
    bytes: { br, gzip: gz, identity },
    cut: entries.length < LEADERBOARD_SIZE ? 0 : (entries.at(-1)?.score ?? 0),
  }
}
