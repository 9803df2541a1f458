import { sql } from 'drizzle-orm'
import { mayBeReopened } from '../platform/maintenance/rules.ts'
import type { App } from '../platform/app.ts'
import { fail, isStorageFull } from '../platform/http/errors.ts'
import { databaseNow } from './queries.ts'
import { attemptReviews, attempts } from './tables.ts'

type Reviewed = Pick<typeof attempts.$inferSelect, 'id' | 'deadline' | 'lockedAt' | 'answeredCount' | 'questionCount'>

/**
 * Records that a student is reading the correct answers of their locked attempts, at most once a minute for each. While the disk is
 * full, nothing is recorded, because reading must not fail.
 * @throws storage_full for an attempt that may be reopened, because its student would know the answers
 */
export async function noteReviews(app: App, studentId: string, reviewed: readonly Reviewed[]): Promise<void> {
  if (app.diskSpace.isFull()) return requireNoneReopened(app, reviewed)
  const ids = sql.param(reviewed.map(({ id }) => id))
  const note = app.db.execute(sql`
    with clock as (select ${databaseNow(app.clock.offsetMs())} as now)
    insert into ${attemptReviews} (attempt_id, student_id, at)
    select id, ${studentId}::uuid, now from clock, unnest(${ids}::uuid[]) as id
    where not exists (
      select from ${attemptReviews}
      where attempt_id = id and student_id = ${studentId}::uuid and at > now - interval '1 minute')
    on conflict do nothing`)
  await note.catch((error: unknown) => {
    if (!isStorageFull(error)) throw error
    requireNoneReopened(app, reviewed)
    app.log.warn({ attempts: reviewed.map(({ id }) => id) }, 'the disk is full: these reviews are only in the log')
  })
}

function requireNoneReopened(app: App, reviewed: readonly Reviewed[]): void {
  if (reviewed.some((attempt) => mayBeReopened(attempt, app.clock.now()))) fail('storage_full')
}
