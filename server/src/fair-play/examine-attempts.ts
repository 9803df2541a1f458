// Examines finished attempts soon after they are locked. Attempts without a mark are examined, so none can be missed because of
// a late commit, a crash or a restored backup.
import { asc, eq, isNotNull, isNull, notInArray, sql, and } from 'drizzle-orm'
import type { App } from '../platform/app.ts'
import { attemptOrigins, attempts } from '../quiz/tables.ts'
import { examineAttempt } from './examine-attempt.ts'

const BATCH_SIZE = 100

/** Examines every finished attempt that has not been examined. Does nothing while another server is doing so. */
export async function examineAttempts(app: App): Promise<void> {
  if (app.diskSpace.isFull()) return
  const failed: string[] = []
  while ((await examineBatch(app, failed)) === BATCH_SIZE);
}

/**
 * @param failed the attempts that could not be examined in this run; the batch skips them and adds its own
 * @returns the number of attempts in the batch
 */
async function examineBatch(app: App, failed: string[]): Promise<number> {
  return app.db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ is_alone: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtext('fair play')) as is_alone`,
    )
    if (!rows[0]?.is_alone) return 0
    const due = await tx
      .select({ id: attemptOrigins.attemptId })
      .from(attemptOrigins)
      .innerJoin(attempts, eq(attempts.id, attemptOrigins.attemptId))
      .where(and(isNull(attemptOrigins.examinedAt), isNotNull(attempts.lockedAt), notInArray(attempts.id, failed)))
      .orderBy(asc(attemptOrigins.startedAt))
      .limit(BATCH_SIZE)
    for (const { id } of due) {
      // An attempt that cannot be examined does not delay the others.
      await tx
        .transaction((inner) => examineAttempt(app, inner, id))
        .catch((error: unknown) => {
          failed.push(id)
          app.log.error({ err: error, attemptId: id }, 'an attempt could not be examined')
        })
    }
    return due.length
  })
}
