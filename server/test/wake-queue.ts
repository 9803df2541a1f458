import type { Pool } from 'pg'

/** Makes a queue's workers look for jobs now. After a job was changed to run again, they would otherwise do so within 10 seconds. */
export const wakeQueue = (pool: Pool, queue: string) =>
  // pg-boss's channel for its schema, and what it sends there for a new job.
  pool.query(`select pg_notify('pgboss_' || left(encode(sha224('pgboss'), 'hex'), 24), $1)`, [queue])
