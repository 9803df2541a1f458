// Publishes an hour before a round who cannot win. Later would be too late: anyone who knows the round could choose the winner
// by striking out others.
import { STRIKE_BEFORE_MS, STRIKE_UNTIL_MS } from '@baobab/contract/scholarship/draw/schedule.ts'
import { and, eq, inArray, isNotNull, isNull, or } from 'drizzle-orm'
import { students } from '../accounts/tables.ts'
import { writeAuditLine } from '../platform/audit/write-audit-line.ts'
import type { App } from '../platform/app.ts'
import type { Tx } from '../platform/database/database.ts'
import { queueNotices } from './announce.ts'
import { attemptAll } from './attempt-all.ts'
import type { DrawRow } from './draw-rows.ts'
import { lockMonth } from './freeze-list.ts'
import { loadDraw, type LoadedDraw } from './load-draw.ts'
import { seal } from './number-entries.ts'
import { listStruck } from './rules.ts'
import { listWaitingDraws } from './run-draw.ts'
import { drawEntries, drawEvents, entrantProposals } from './tables.ts'

/** Strikes out those who cannot win, in every draw whose round comes within the hour. */
export async function strikeDueDraws(app: App): Promise<void> {
  await attemptAll(await listWaitingDraws(app.db), async (row) => {
    if (isStrikeDue(app, await loadDraw(app, app.db, row))) await strikeOut(app, row)
  })
}

/** Returns whether it is time to publish who is struck out of an attempt, and no such notice exists yet. */
function isStrikeDue(app: App, { state, events }: LoadedDraw): boolean {
  if (state.state !== 'waiting') return false
  const { attempt } = state.due
  if (events.some((event) => event.kind === 'struck' && event.attempt === attempt)) return false
  const left = state.dueAt.getTime() - app.clock.now().getTime()
  return left <= STRIKE_BEFORE_MS && left >= STRIKE_UNTIL_MS
}

/** Writes the notice even if nobody is struck out, so that nobody can add one later. */
async function strikeOut(app: App, row: DrawRow): Promise<void> {
  await app.db.transaction(async (tx) => {
    await lockMonth(tx, row.month)
    const loaded = await loadDraw(app, tx, row)
    if (loaded.state.state !== 'waiting' || !isStrikeDue(app, loaded)) return
    const { attempt } = loaded.state.due
    const struck = listStruck(loaded.events)
    const indexes = (await listIneligible(tx, row)).filter((index) => !struck.has(index))
    const data = row.protocol === 1 ? { indexes } : seal(indexes, row.entrantCount)
    await tx.insert(drawEvents).values({ drawId: row.id, kind: 'struck', attempt, data, at: app.clock.now() })
    await deleteProposals(tx, row)
    await queueNotices(app, tx, row.id)
    const details = { month: row.month, attempt, struck: indexes.length }
    await writeAuditLine(app, tx, { adminId: null, action: 'draw.struck', subject: row.id, details })
  })
}

/** Deletes proposals about the entrants: nobody may agree to them once the winner can be known. */
async function deleteProposals(tx: Tx, { id }: DrawRow): Promise<void> {
  const entrants = tx.select({ id: drawEntries.studentId }).from(drawEntries).where(eq(drawEntries.drawId, id))
  await tx.delete(entrantProposals).where(inArray(entrantProposals.studentId, entrants))
}

/**
 * Returns the numbers of the entrants who cannot win: those erased or disqualified since the list was frozen, and those whose
 * points are still on hold.
 */
async function listIneligible(tx: Tx, { id }: DrawRow): Promise<number[]> {
  const rows = await tx
    .select({ index: drawEntries.index })
    .from(drawEntries)
    .leftJoin(students, eq(students.id, drawEntries.studentId))
    .where(
      and(
        eq(drawEntries.drawId, id),
        isNotNull(drawEntries.index),
        or(isNull(students.id), isNotNull(students.disqualifiedAt), isNotNull(students.heldAt)),
      ),
    )
    .orderBy(drawEntries.index)
  return rows.flatMap(({ index }) => index ?? [])
}
