// What a student has to do with draws: whether a list waits for its draw, and whether a prize was won.
import { lagosDate } from '@baobab/contract/age.ts'
import { nextMonth } from '@baobab/contract/scholarship-month.ts'
import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { App } from '../platform/app.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { drawColumns } from './draw-rows.ts'
import { loadPrize } from './prizes.ts'
import { monthsToFreeze } from './rules.ts'
import { loadDraw } from './run-draw.ts'
import { drawEntries, draws, listClaims, scholarshipStart } from './tables.ts'

export type DrawInvolvement = {
  /** In a list whose winner is not confirmed. */
  isInOpenDraw: boolean
  hasWon: boolean
  /** Has won a prize that is not paid. */
  hasUnpaidPrize: boolean
  /** Has said to be missing from a list, and waits for the answer. */
  hasOpenClaim: boolean
}

/** Reads what a student has to do with the draws so far. */
export async function readDrawInvolvement(app: App, db: Db | Tx, studentId: string): Promise<DrawInvolvement> {
  const rows = await db
    .select(drawColumns)
    .from(drawEntries)
    .innerJoin(draws, eq(draws.id, drawEntries.drawId))
    .where(and(eq(drawEntries.studentId, studentId), isNotNull(drawEntries.index)))
  const claims = await db
    .select({ id: listClaims.id })
    .from(listClaims)
    .where(and(eq(listClaims.studentId, studentId), isNull(listClaims.answeredAt)))
  const involvement = { isInOpenDraw: false, hasWon: false, hasUnpaidPrize: false, hasOpenClaim: claims.length > 0 }
  for (const row of rows) {
    const loaded = await loadDraw(app, db, row)
    const prize = await loadPrize(app, db, loaded)
    const isWinner = prize?.studentId === studentId
    involvement.isInOpenDraw ||= loaded.state.state === 'waiting' || loaded.state.state === 'drawn'
    involvement.hasWon ||= isWinner
    involvement.hasUnpaidPrize ||= isWinner && !prize.payout
  }
  return involvement
}

/** Whether a month has closed whose list is not frozen yet: until then its entrants can still change. */
export async function isMonthClosing(app: Pick<App, 'clock'>, db: Db | Tx): Promise<boolean> {
  const [start] = await db.select().from(scholarshipStart)
  if (!start) return false
  const frozen = await db.selectDistinct({ month: draws.month }).from(draws)
  const months = monthsToFreeze({
    first: start.month,
    current: lagosDate(app.clock.now()).slice(0, 7),
    frozen: new Set(frozen.map(({ month }) => month)),
    next: nextMonth,
  })
  return months.length > 0
}
