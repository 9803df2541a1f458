// Tests the job system on a disk that fills up, and after a clock that was a year ahead.
import { once } from 'node:events'
import { expect, it, vi } from 'vitest'
import { DiskFullError } from '../../src/platform/database/disk-space.ts'
import { defineQueue } from '../../src/platform/jobs/jobs.ts'
import { waitFor } from '../wait-for.ts'
import { wakeQueue } from '../wake-queue.ts'
import { useJobs } from './job-system.ts'

const fixture = useJobs()

it('a long job fails when the disk becomes full, and waits without using a retry while it is full', async () => {
  let full = new AbortController()
  const { jobs, linesFor } = await fixture.open(fixture.created.url, { untilFull: () => full.signal })
  const queue = defineQueue('encodings', { retryLimit: 1 })
  const signals: AbortSignal[] = []
  await jobs.workLong(
    queue,
    async (_, signal) => {
      signals.push(signal)
      await once(signal, 'abort')
      signal.throwIfAborted()
    },
    1,
  )
  const readStates = async () => (await fixture.readJobs(queue.name)).map(({ state }) => state)
  const runNow = async () => {
    await fixture.database.pool.query('update pgboss.job set start_after = now() where name = $1', [queue.name])
    await wakeQueue(fixture.database.pool, queue.name)
  }
  await fixture.send(jobs, queue)
  await waitFor(() => expect(signals).toHaveLength(1))
  full.abort(new DiskFullError())
  expect(await linesFor(queue.name)).toMatchObject([{ attempt: 1, err: { message: /disk of the database is full/ } }])
  expect(signals[0]?.reason).toBe(full.signal.reason)
  await waitFor(async () => expect(await readStates()).toEqual(['retry']))
  for (const states of [
    ['completed', 'created'],
    ['completed', 'completed', 'created'],
  ]) {
    await runNow()
    await waitFor(async () => expect(await readStates()).toEqual(states))
  }
  expect(signals).toHaveLength(1)
  full = new AbortController()
  await runNow()
  await waitFor(() => expect(signals).toHaveLength(2))
  expect(await linesFor(queue.name)).toHaveLength(1)
})

it('schedules and waiting jobs continue once a clock that was a year ahead is right again', async () => {
  const { jobs } = await fixture.open()
  const queue = defineQueue('left-behind')
  await fixture.send(jobs, queue)
  await jobs.schedule('each-minute', '* * * * *', async () => undefined)
  /** Leaves behind the times that the job system writes while the database's clock is a year ahead. */
  const jumpAhead = () =>
    fixture.database.pool.query(`
      with schedules as (update pgboss.version set cron_on = now() + interval '1 year'),
        lost as (update pgboss.queue set monitor_claim_on = now() + interval '1 year', maintain_on = now() + interval '1 year')
      update pgboss.job set start_after = now() + interval '1 year' where name = 'left-behind'`)
  const expectRightTimes = () =>
    waitFor(async () => {
      const { rows } = await fixture.database.pool.query(
        `select greatest(cron_on, (select max(greatest(monitor_claim_on, maintain_on)) from pgboss.queue),
           (select max(start_after) from pgboss.job where name = 'left-behind')) <= now() as "isRight" from pgboss.version`,
      )
      expect(rows).toEqual([{ isRight: true }])
    })
  // While a server is running, and before one starts.
  await jumpAhead()
  await expectRightTimes()
  await jobs.close()
  fixture.opened.length = 0
  await jumpAhead()
  const { jobs: later } = await fixture.open()
  await expectRightTimes()
  const handled = vi.fn<() => Promise<void>>(async () => undefined)
  await later.work(queue, handled)
  await waitFor(() => expect(handled).toHaveBeenCalledOnce())
})
