// A student's involvement in draws: whether a list is waiting for its draw, and whether a prize was won.
import { and, eq, isNull } from 'drizzle-orm'
import type { App } from '../platform/app.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { couldWin, drawColumns } from './draw-rows.ts'
import { listMonthsToFreeze } from './list-months-to-freeze.ts'
import { loadPrize } from './prizes.ts'
import { isOpen } from './rules.ts'
import { loadDraw } from './load-draw.ts'
import { drawEntries, draws, listClaims } from './tables.ts'

type DrawInvolvement = {
  /** On a list whose winner has not been confirmed. */
  isInOpenDraw: boolean
  hasWon: boolean
  /** Has won a prize that has not been paid. */
  hasUnpaidPrize: boolean
  /** Has claimed to be missing from a list, and is waiting for the answer. */
  hasOpenClaim: boolean
}

/** Reads a student's involvement in the draws so far. */
export async function readDrawInvolvement(app: App, db: Db | Tx, studentId: string): Promise<DrawInvolvement> {
  const rows = await db
    .select(drawColumns)
    .from(drawEntries)
    .innerJoin(draws, eq(draws.id, drawEntries.drawId))
    .where(and(eq(drawEntries.studentId, studentId), couldWin))
  const claims = await db
    .select({ id: listClaims.id })
    .from(listClaims)
    .where(and(eq(listClaims.studentId, studentId), isNull(listClaims.answeredAt)))
  const involvement = { isInOpenDraw: false, hasWon: false, hasUnpaidPrize: false, hasOpenClaim: claims.length > 0 }
  for (const row of rows) {
    const loaded = await loadDraw(app, db, row)
    const prize = await loadPrize(app, db, loaded)
    const isWinner = prize?.studentId === studentId
    involvement.isInOpenDraw ||= isOpen(loaded.state)
    involvement.hasWon ||= isWinner
    involvement.hasUnpaidPrize ||= isWinner && !prize.payout
  }
  return involvement
}

/** Returns whether a closed month's list is not frozen yet: until then its entrants can still change. */
export async function isMonthClosing(app: Pick<App, 'clock'>, db: Db | Tx): Promise<boolean> {
  return (await listMonthsToFreeze(db, app.clock.now())).length > 0
}
