import type pg from 'pg'

/** The job system claims each queue every 15 s, even while it postpones counting. */
const IDLE = `select extract(epoch from pgboss.job_now() - max(coalesce(monitor_claim_on, monitor_on)))::float8 as seconds
  from pgboss.queue`

/**
 * Returns how many seconds ago a server last took care of the queues; more than a minute means that jobs are not running anywhere.
 * Undefined if no server has done so yet.
 */
export async function readIdleSeconds(pool: Pick<pg.Pool, 'query'>): Promise<number | undefined> {
  const { rows } = await pool.query<{ seconds: number | null }>(IDLE)
  return rows[0]?.seconds ?? undefined
}
