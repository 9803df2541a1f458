// Lets students tell their side of a hold.
import { and, desc, eq } from 'drizzle-orm'
import { students } from '../accounts/tables.ts'
import type { App } from '../platform/app.ts'
import type { Tx } from '../platform/database/database.ts'
import { fail } from '../platform/http/errors.ts'
import { couldWin } from '../scholarship/draw-rows.ts'
import { loadDraw } from '../scholarship/load-draw.ts'
import { drawEntries, draws } from '../scholarship/tables.ts'
import { findAppeal, findLastDecision } from './queries.ts'
import { appealDueAt } from './rules.ts'
import { fairPlayAppeals } from './tables.ts'

/** There are never more draws than this waiting at once. */
const RECENT_DRAWS = 6

/** Stores an appeal against the student's hold, one per hold. Sending the same text again changes nothing. */
export async function appealHold(app: App, who: { id: string }, text: string): Promise<void> {
  await app.db.transaction(async (tx) => {
    const [student] = await tx.select().from(students).where(eq(students.id, who.id)).for('no key update')
    const decision = student?.heldAt ? await findLastDecision(tx, who.id) : undefined
    if (decision?.kind !== 'held') fail('not_held')
    const earlier = await findAppeal(tx, decision)
    if (earlier) return earlier.text === text ? undefined : fail('already_appealed')
    const madeAt = app.clock.now()
    const dueAt = appealDueAt(madeAt, await listWaitingDraws(app, tx, who.id))
    await tx.insert(fairPlayAppeals).values({ decisionSeq: decision.seq, studentId: who.id, text, madeAt, dueAt })
  })
}

/** Lists the times of pending draws in which a student is an entrant. */
async function listWaitingDraws(app: App, tx: Tx, studentId: string): Promise<Date[]> {
  const rows = await tx
    .select({ draw: draws })
    .from(drawEntries)
    .innerJoin(draws, eq(draws.id, drawEntries.drawId))
    .where(and(eq(drawEntries.studentId, studentId), couldWin))
    .orderBy(desc(draws.month), desc(draws.version))
    .limit(RECENT_DRAWS)
  const times: Date[] = []
  for (const { draw } of rows) {
    const { state } = await loadDraw(app, tx, draw)
    if (state.state === 'waiting') times.push(state.dueAt)
  }
  return times
}
