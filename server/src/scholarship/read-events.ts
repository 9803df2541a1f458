import { eq } from 'drizzle-orm'
import type { Db, Tx } from '../platform/database/database.ts'
import { drawChanges, drawEvents } from './tables.ts'

/** Reads a draw's events after its list, in order. */
export async function readEvents(db: Db | Tx, drawId: string): Promise<(typeof drawEvents.$inferSelect)[]> {
  const events = await db.select().from(drawEvents).where(eq(drawEvents.drawId, drawId))
  const changes = await db.select().from(drawChanges).where(eq(drawChanges.drawId, drawId))
  return [...events, ...changes.map((change) => ({ ...change, kind: 'changed' as const }))].toSorted(
    (one, other) => one.seq - other.seq,
  )
}
