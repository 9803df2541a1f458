// Tests what the job system logs and stores when jobs fail, on a real database.
import pg from 'pg'
import { expect, it, vi } from 'vitest'
import { setSlowTimeouts } from '../../src/platform/database/database.ts'
import { defineQueue } from '../../src/platform/jobs/jobs.ts'
import { openDatabaseProxy } from '../database-proxy.ts'
import { waitFor } from '../wait-for.ts'
import { useJobs } from './job-system.ts'

const fixture = useJobs()

it.each<[string, unknown, string]>([
  ['an error', new Error('550 ada@home.example is unknown'), '550 [address] is unknown'],
  [
    'an AggregateError',
    new AggregateError([new Error('refused by ::1'), new Error('refused by 127.0.0.1')]),
    'refused by ::1; refused by 127.0.0.1',
  ],
  ['an object without a message', { status: 500, owner: 'Ada' }, 'An object without a message (status, owner)'],
  ['a text', 'no ink', 'no ink'],
])('logs and stores why a job that throws %s failed, with its queue and id', async (_name, thrown, message) => {
  const { jobs, linesFor } = await fixture.open()
  const queue = defineQueue(`mails-${message.length}`, { retryLimit: 1 })
  await fixture.send(jobs, queue)
  await jobs.work(queue, () => Promise.reject(thrown as Error))
  const [line] = await linesFor(queue.name)
  const [job] = await fixture.readJobs(queue.name)
  expect(line).toMatchObject({
    job: job?.id,
    attempt: 1,
    attempts: 2,
    err: { message },
    msg: 'a job failed and will be tried again',
  })
  await waitFor(async () =>
    expect((await fixture.readJobs(queue.name))[0]).toMatchObject({ state: 'retry', output: { message } }),
  )
})

it('logs and stores why a schedule failed, without the values of its query', async () => {
  const { jobs, linesFor } = await fixture.open()
  await jobs.schedule('cleaning', '0 0 1 1 *', async () => {
    await fixture.database.db.execute("select 1 where 'ada@home.example' = 1")
  })
  await fixture.send(jobs, { name: 'cleaning' })
  const [line] = await linesFor('cleaning')
  expect(line).toMatchObject({ attempt: 1, attempts: 3, err: { message: /^Failed query: / } })
  await waitFor(async () => expect((await fixture.readJobs('cleaning'))[0]?.state).toBe('retry'))
  expect((await fixture.readJobs('cleaning'))[0]?.output).toHaveProperty('cause')
})

it('handles a queue’s jobs in the order they were sent', async () => {
  const { jobs } = await fixture.open()
  const queue = defineQueue<{ n: number }>('ordered')
  for (let n = 0; n < 12; n += 1) await jobs.send(fixture.database.db, queue, { n })
  // Rows written in a different order.
  await fixture.database.pool.query(
    `update pgboss.job set created_on = created_on + ((7 * (data->>'n')::integer) % 12) * interval '1 hour'
      where name = 'ordered'`,
  )
  const handled: number[] = []
  await jobs.work(queue, ({ n }) => Promise.resolve(void handled.push((7 * n) % 12)))
  await waitFor(() => expect(handled).toHaveLength(12))
  expect(handled).toEqual(Array.from({ length: 12 }, (_, n) => n))
})

it('logs an attempt whose server was lost when the job runs again', async () => {
  const { jobs, linesFor } = await fixture.open()
  const queue = defineQueue('lost')
  await fixture.send(jobs, queue)
  await fixture.database.pool.query(
    `update pgboss.job set state = 'retry', started_on = now() - interval '1 hour',
      output = '{"value": {"message": "job timed out"}}' where name = 'lost'`,
  )
  await jobs.work(queue, () => Promise.resolve())
  expect(await linesFor('lost')).toMatchObject([{ attempt: 1, err: { message: /server was lost/ } }])
  await waitFor(async () => expect((await fixture.readJobs('lost'))[0]?.state).toBe('completed'))
})

it('logs an attempt that takes too long, and leaves the rest of its batch for later', async () => {
  const { jobs, linesFor } = await fixture.open()
  const queue = defineQueue('slow', { expireInSeconds: 1 })
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  for (let n = 0; n < 2; n += 1) await fixture.send(jobs, queue)
  let runs = 0
  await jobs.work(queue, () => {
    runs += 1
    return released
  })
  expect(await linesFor('slow')).toMatchObject([{ attempt: 1, err: { message: /took too long/ } }])
  await waitFor(async () =>
    expect((await fixture.readJobs('slow')).map(({ state }) => state)).toEqual(['retry', 'retry']),
  )
  expect(runs).toBe(1)
  release()
})

it('logs once for all queues that the database was lost, with the reason', async () => {
  const proxy = await openDatabaseProxy(fixture.created.url)
  const { jobs, lines } = await fixture.open(proxy.url)
  for (const name of ['one', 'two', 'three', 'four', 'five'])
    await jobs.work(defineQueue(name), () => Promise.resolve())
  proxy.disconnect()
  await waitFor(() => expect(lines.length).toBeGreaterThan(0))
  proxy.reconnect()
  const queue = defineQueue('five')
  await fixture.send(jobs, queue)
  await waitFor(async () => expect((await fixture.readJobs('five'))[0]?.state).toBe('completed'))
  const reasons = lines.map(({ err }) => err.message)
  for (const reason of reasons) expect(reason).toMatch(/\w{4}/)
  expect(new Set(reasons).size).toBe(reasons.length)
  await jobs.close()
  fixture.opened.splice(0)
  await proxy.close()
})

it('a job system connection lost before its first use is only an error', async () => {
  const client = new pg.Client({ connectionString: fixture.created.ownerUrl })
  await client.connect()
  const query = client.query.bind(client) as (text: string) => Promise<unknown>
  // The database ends the connection while its limits are being set.
  vi.spyOn(client, 'query').mockImplementation(() => query('select pg_terminate_backend(pg_backend_pid())') as never)
  const done = vi.fn<(error?: Error) => void>()
  setSlowTimeouts(client, done)
  await waitFor(() => expect(done).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: '57P01' })))
  await client.end()
})

it('the job system waits longer for a lock than a request does', async () => {
  const client = new pg.Client({ connectionString: fixture.created.ownerUrl })
  await client.connect()
  const name = new URL(fixture.created.url).pathname.slice(1)
  await client.query(`alter role baobab_app in database ${name} set lock_timeout = 1`)
  const { jobs, lines } = await fixture.open()
  const patient = defineQueue('patient')
  const handled = vi.fn<() => Promise<void>>(async () => undefined)
  await jobs.work(patient, handled)
  await jobs.send(fixture.database.db, patient, {})
  // Only one table: a connection waiting for several could deadlock with the job system's statements.
  await client.query('begin; lock table only pgboss.job_common')
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
