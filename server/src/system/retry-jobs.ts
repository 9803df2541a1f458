// Lets failed jobs run again, or deletes them.
import { systemText } from '@baobab/contract/system/endpoints.ts'
import { sql } from 'drizzle-orm'
import { writeAuditLine } from '../platform/audit/write-audit-line.ts'
import type { App } from '../platform/app.ts'
import { isId, type Tx } from '../platform/database/database.ts'
import type { AdminUser } from '../platform/http/auth.ts'
import { fail } from '../platform/http/errors.ts'

/** Finds a failed job and locks it. Throws if it is running again or has been deleted. */
async function lockFailedJob(tx: Tx, jobId: string): Promise<{ queue: string }> {
  const { rows } = isId(jobId)
    ? await tx.execute<{ queue: string }>(
        sql`select name as queue from pgboss.job where id = ${jobId}::uuid and state = 'failed' for update`,
      )
    : { rows: [] }
  return rows[0] ?? fail('not_found', { message: systemText.jobNotFound })
}

/** Lets a failed job run again. */
export async function retryJob(app: App, who: AdminUser, jobId: string): Promise<void> {
  await app.db.transaction(async (tx) => {
    const { queue } = await lockFailedJob(tx, jobId)
    await app.jobs.retry(tx, queue, [jobId])
    await writeAuditLine(app, tx, { adminId: who.id, action: 'jobs.retried', details: { queue, job: jobId, jobs: 1 } })
  })
}

/**
 * Lets all failed jobs of a queue run again. All runs of a schedule are alike, so only the newest runs again and the others are
 * deleted.
 * @returns how many jobs will run
 */
export async function retryQueue(app: App, who: AdminUser, queue: string): Promise<number> {
  return app.db.transaction(async (tx) => {
    const isSchedule = await readIsSchedule(tx, queue)
    const { rows } = await tx.execute<{ id: string }>(
      sql`select id from pgboss.job where name = ${queue} and state = 'failed' order by completed_on desc for update`,
    )
    const ids = rows.map(({ id }) => id)
    if (ids.length === 0) return 0
    const retried = isSchedule ? ids.slice(0, 1) : ids
    const alike = ids.slice(retried.length)
    await app.jobs.retry(tx, queue, retried)
    if (alike.length > 0) await app.jobs.discard(tx, queue, alike)
    await writeAuditLine(app, tx, {
      adminId: who.id,
      action: 'jobs.retried',
      details: { queue, jobs: retried.length },
    })
    return retried.length
  })
}

/** Whether a queue belongs to a schedule. Throws if there is no such queue. */
async function readIsSchedule(tx: Tx, queue: string): Promise<boolean> {
  const { rows } = await tx.execute<{ isSchedule: boolean }>(sql`
    select exists (select from pgboss.schedule where schedule.name = queue.name) as "isSchedule"
    from pgboss.queue where queue.name = ${queue}`)
  return (rows[0] ?? fail('not_found')).isSchedule
}

/** Deletes a failed job. */
export async function discardJob(app: App, who: AdminUser, jobId: string): Promise<void> {
  await app.db.transaction(async (tx) => {
    const { queue } = await lockFailedJob(tx, jobId)
    await app.jobs.discard(tx, queue, [jobId])
    await writeAuditLine(app, tx, { adminId: who.id, action: 'jobs.discarded', details: { queue, job: jobId } })
  })
}
