// Tests what the job system logs and stores when jobs fail, on a real database.
import { once } from 'node:events'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { openDatabase, setSlowTimeouts, type Database } from '../../src/platform/database/database.ts'
import { DiskFullError, unwatchedDisk, type DiskSpace } from '../../src/platform/database/disk-space.ts'
import { createClock } from '../../src/platform/clock.ts'
import { defineQueue, openJobs, type Jobs, type Queue } from '../../src/platform/jobs/jobs.ts'
import { createLog } from '../../src/platform/log.ts'
import { openDatabaseProxy } from '../database-proxy.ts'
import { createDatabase, type TestDatabase } from '../create-database.ts'
import { waitFor } from '../wait-for.ts'

type Line = { msg: string; queue?: string; job?: string; attempt?: number; err: { message: string } }

let created: TestDatabase
let database: Database
const opened: Jobs[] = []
beforeAll(async () => {
  created = await createDatabase()
  database = openDatabase({ url: created.url, onError: () => {} })
})
afterEach(async () => {
  for (const jobs of opened.splice(0)) await jobs.close()
})
afterAll(async () => {
  await database.close()
  await created.drop()
})

/** Opens a job system and collects its log. */
async function open(url = created.url, diskSpace: Pick<DiskSpace, 'untilFull'> = unwatchedDisk) {
  const lines: Line[] = []
  const log = createLog({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line) as Line) })
  const jobs = await openJobs({ url, log, clock: createClock(), diskSpace })
  opened.push(jobs)
  const linesFor = (queue: string, count = 1) =>
    waitFor(() => {
      const found = lines.filter((line) => line.queue === queue)
      expect(found.length).toBeGreaterThanOrEqual(count)
      return found
    })
  return { jobs, lines, linesFor }
}

const readJobs = async (queue: string) =>
  (
    await database.pool.query<{ id: string; state: string; output: { message: string } | null }>(
      'select id, state, output from pgboss.job where name = $1 order by created_on',
      [queue],
    )
  ).rows

const send = (jobs: Jobs, queue: Queue<object>) => jobs.send(database.db, queue, {})

it.each<[string, unknown, string]>([
  ['an error', new Error('550 ada@home.example is unknown'), '550 [address] is unknown'],
  [
    'an AggregateError',
    new AggregateError([new Error('refused by ::1'), new Error('refused by 127.0.0.1')]),
    'refused by ::1; refused by 127.0.0.1',
  ],
  ['an object without a message', { status: 500, owner: 'Ada' }, 'An object without a message (status, owner)'],
  ['a text', 'no ink', 'no ink'],
])('logs and stores why a job failed that throws %s, with its queue and id', async (_name, thrown, message) => {
  const { jobs, linesFor } = await open()
  const queue = defineQueue(`mails-${message.length}`, { retryLimit: 1 })
  await send(jobs, queue)
  await jobs.work(queue, () => Promise.reject(thrown as Error))
  const [line] = await linesFor(queue.name)
  const [job] = await readJobs(queue.name)
  expect(line).toMatchObject({
    job: job?.id,
    attempt: 1,
    attempts: 2,
    err: { message },
    msg: 'a job failed and will be tried again',
  })
  await waitFor(async () =>
    expect((await readJobs(queue.name))[0]).toMatchObject({ state: 'retry', output: { message } }),
  )
})

it('logs and stores why a schedule failed, without the values of its query', async () => {
  const { jobs, linesFor } = await open()
  await jobs.schedule('cleaning', '0 0 1 1 *', async () => {
    await database.db.execute("select 1 where 'ada@home.example' = 1")
  })
  await send(jobs, { name: 'cleaning' })
  const [line] = await linesFor('cleaning')
  expect(line).toMatchObject({ attempt: 1, attempts: 3, err: { message: /^Failed query: / } })
  await waitFor(async () => expect((await readJobs('cleaning'))[0]?.state).toBe('retry'))
  expect((await readJobs('cleaning'))[0]?.output).toHaveProperty('cause')
})

it('handles the jobs of a queue in the order in which they were sent', async () => {
  const { jobs } = await open()
  const queue = defineQueue<{ n: number }>('ordered')
  for (let n = 0; n < 12; n += 1) await jobs.send(database.db, queue, { n })
  // Rows that were written in another order.
  await database.pool.query(
    `update pgboss.job set created_on = created_on + ((7 * (data->>'n')::integer) % 12) * interval '1 hour'
      where name = 'ordered'`,
  )
  const handled: number[] = []
  await jobs.work(queue, ({ n }) => Promise.resolve(void handled.push((7 * n) % 12)))
  await waitFor(() => expect(handled).toHaveLength(12))
  expect(handled).toEqual(Array.from({ length: 12 }, (_, n) => n))
})

it('logs an attempt whose server was lost when the job runs again', async () => {
  const { jobs, linesFor } = await open()
  const queue = defineQueue('lost')
  await send(jobs, queue)
  await database.pool.query(
    `update pgboss.job set state = 'retry', started_on = now() - interval '1 hour',
      output = '{"value": {"message": "job timed out"}}' where name = 'lost'`,
  )
  await jobs.work(queue, () => Promise.resolve())
  expect(await linesFor('lost')).toMatchObject([{ attempt: 1, err: { message: /server was lost/ } }])
  await waitFor(async () => expect((await readJobs('lost'))[0]?.state).toBe('completed'))
})

it('logs an attempt that takes too long, and leaves the rest of its batch for later', async () => {
  const { jobs, linesFor } = await open()
  const queue = defineQueue('slow', { expireInSeconds: 1 })
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  for (let n = 0; n < 2; n += 1) await send(jobs, queue)
  let runs = 0
  await jobs.work(queue, () => {
    runs += 1
    return released
  })
  expect(await linesFor('slow')).toMatchObject([{ attempt: 1, err: { message: /took too long/ } }])
  await waitFor(async () => expect((await readJobs('slow')).map(({ state }) => state)).toEqual(['retry', 'retry']))
  expect(runs).toBe(1)
  release()
})

it('logs that the database was lost, with the reason, once for all queues', async () => {
  const proxy = await openDatabaseProxy(created.url)
  const { jobs, lines } = await open(proxy.url)
  for (const name of ['one', 'two', 'three', 'four', 'five'])
    await jobs.work(defineQueue(name), () => Promise.resolve())
  proxy.disconnect()
  await waitFor(() => expect(lines.length).toBeGreaterThan(0))
  proxy.reconnect()
  const queue = defineQueue('five')
  await send(jobs, queue)
  await waitFor(async () => expect((await readJobs('five'))[0]?.state).toBe('completed'))
  const reasons = lines.map(({ err }) => err.message)
  for (const reason of reasons) expect(reason).toMatch(/\w{4}/)
  expect(new Set(reasons).size).toBe(reasons.length)
  await jobs.close()
  opened.splice(0)
  await proxy.close()
})

it('a connection of the job system that is lost before its first use is only an error', async () => {
  const client = new pg.Client({ connectionString: created.ownerUrl })
  await client.connect()
  const query = client.query.bind(client) as (text: string) => Promise<unknown>
  // The database ends the connection while its limits are set.
  vi.spyOn(client, 'query').mockImplementation(() => query('select pg_terminate_backend(pg_backend_pid())') as never)
  const done = vi.fn<(error?: Error) => void>()
  setSlowTimeouts(client, done)
  await waitFor(() => expect(done).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: '57P01' })))
  await client.end()
})

it('the job system waits for a lock longer than a request does', async () => {
  const client = new pg.Client({ connectionString: created.ownerUrl })
  await client.connect()
  const name = new URL(created.url).pathname.slice(1)
  await client.query(`alter role baobab_app in database ${name} set lock_timeout = 1`)
  const { jobs, lines } = await open()
  const patient = defineQueue('patient')
  const handled = vi.fn<() => Promise<void>>(async () => undefined)
  await jobs.work(patient, handled)
  await jobs.send(database.db, patient, {})
  // The job system's own statements can meet this lock in a deadlock, which this connection notices first and loses.
  await client.query("set deadlock_timeout = '5ms'")
  await waitFor(async () => {
    await client.query('rollback')
    await client.query('begin; lock table pgboss.job')
  })
  await waitFor(async () => {
    const { rowCount } = await client.query(
      `select from pg_locks where not granted and locktype = 'relation'
           and database = (select oid from pg_database where datname = current_database())`,
    )
    expect(rowCount).toBeGreaterThan(0)
  })
  await client.query('commit')
  await waitFor(() => expect(handled).toHaveBeenCalledOnce())
  expect(lines).toEqual([])
  await client.query(`alter role baobab_app in database ${name} reset lock_timeout`)
  await client.end()
})

it('a long job has failed when the disk becomes full, and waits without a retry while it is full', async () => {
  let full = new AbortController()
  const { jobs, linesFor } = await open(created.url, { untilFull: () => full.signal })
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
  const readStates = async () => (await readJobs(queue.name)).map(({ state }) => state)
  const runNow = () => database.pool.query('update pgboss.job set start_after = now() where name = $1', [queue.name])
  await send(jobs, queue)
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

it('schedules and waiting jobs go on once a clock that was a year ahead is right again', async () => {
  const { jobs } = await open()
  const queue = defineQueue('left-behind')
  await send(jobs, queue)
  await jobs.schedule('each-minute', '* * * * *', async () => undefined)
  /** Leaves the times that the job system writes while the database's clock is a year ahead. */
  const jumpAhead = () =>
    database.pool.query(`
      with schedules as (update pgboss.version set cron_on = now() + interval '1 year'),
        lost as (update pgboss.queue set monitor_claim_on = now() + interval '1 year', maintain_on = now() + interval '1 year')
      update pgboss.job set start_after = now() + interval '1 year' where name = 'left-behind'`)
  const expectRightTimes = () =>
    waitFor(async () => {
      const { rows } = await database.pool.query(
        `select greatest(cron_on, (select max(greatest(monitor_claim_on, maintain_on)) from pgboss.queue),
           (select max(start_after) from pgboss.job where name = 'left-behind')) <= now() as "isRight" from pgboss.version`,
      )
      expect(rows).toEqual([{ isRight: true }])
    })
  // While a server runs, and before one starts.
  await jumpAhead()
  await expectRightTimes()
  await jobs.close()
  opened.length = 0
  await jumpAhead()
  const { jobs: later } = await open()
  await expectRightTimes()
  const handled = vi.fn<() => Promise<void>>(async () => undefined)
  await later.work(queue, handled)
  await waitFor(() => expect(handled).toHaveBeenCalledOnce())
})
