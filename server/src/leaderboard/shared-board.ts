// The board as everybody reads it. It is limited for nobody (decisions 2), so it must cost little: reads that come while
// one is under way share its answer, and who has it already is told so (security.md W-21).
import { createHash } from 'node:crypto'
import type { AgeCategory } from '@baobab/contract/age.ts'
import type { Place } from '@baobab/contract/leaderboard.ts'

export type Board = { places: Place[]; etag: string }

/** Shares the reading of boards among callers that come at once; each board carries the tag of its content. */
export function shareBoards(read: (category: AgeCategory) => Promise<Place[]>): (c: AgeCategory) => Promise<Board> {
  const underWay = new Map<AgeCategory, Promise<Board>>()
  const readTagged = async (category: AgeCategory) => {
    const places = await read(category)
    const hash = createHash('sha256').update(JSON.stringify(places)).digest('base64url')
    return { places, etag: `"${hash}"` }
  }
  return (category) => {
    const running = underWay.get(category)
    if (running) return running
    const board = readTagged(category).finally(() => underWay.delete(category))
    underWay.set(category, board)
    return board
  }
}
