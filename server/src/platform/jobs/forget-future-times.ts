import type { PgBoss } from 'pg-boss'

/** Longer than any job waits for its next attempt. */
const LONGEST_WAIT = "interval '2 hours'"

/**
 * Puts right what pg-boss noted while the database's clock was ahead. It runs schedules and looks for lost servers some
 * seconds after the last time, and would otherwise wait until that time comes, and so would jobs. Costs one statement while
 * nothing is wrong.
 */
export async function forgetFutureTimes(database: ReturnType<PgBoss['getDb']>): Promise<void> {
  const { rows } = await database.executeSql(`
    update pgboss.version set cron_on = null, bam_on = null, flow_on = null, reindex_on = null, monitor_backoff_on = null
    where cron_on > now() + interval '1 minute' returning true`)
  if (rows.length === 0) return
  await database.executeSql(`
    update pgboss.queue set monitor_claim_on = null, maintain_on = null, monitor_on = least(monitor_on, now())`)
  await database.executeSql(`
    update pgboss.job set start_after = least(start_after, now()), started_on = least(started_on, now()),
      heartbeat_on = least(heartbeat_on, now())
    where state < 'completed'
      and (start_after > now() + ${LONGEST_WAIT} or started_on > now() or heartbeat_on > now())`)
}
