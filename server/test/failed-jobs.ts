import { randomUUID } from 'node:crypto'
import type { TestApp } from './harness.ts'

/**
 * Creates a job that has failed for good.
 * @param changes.output what is stored about its failure, by default a serialised error
 */
export async function makeFailedJob(
  t: TestApp,
  queue: string,
  changes: { data?: object; output?: unknown; failedAt?: Date; tries?: number } = {},
): Promise<string> {
  const {
    data = { key: 'pictures/none.webp' },
    output = { message: 'No ink' },
    failedAt = new Date(),
    tries = 3,
  } = changes
  const id = randomUUID()
  await t.app.pool.query(
    `insert into pgboss.job (id, name, data, state, output, retry_count, retry_limit, started_on, completed_on)
     values ($1, $2, $3, 'failed', $4, $5, $5, $6, $6)`,
    [id, queue, data, JSON.stringify(output), tries - 1, failedAt],
  )
  return id
}
