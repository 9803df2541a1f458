import { lagosDate } from '@baobab/contract/accounts/rules.ts'
import { eq } from 'drizzle-orm'
import * as contract from '@baobab/contract/system/endpoints.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditLines } from '../platform/audit/tables.ts'
import { makeAdmin, makeAnotherAdmin, makeQuiz, makeStudent, type MadeAdmin } from '../../test/factories.ts'
import { makeFailedJob } from '../../test/failed-jobs.ts'
import { startTestApp, type TestApp } from '../../test/harness.ts'
import { refusal } from '../../test/refusal.ts'
import { quizCalls } from '../../test/take-quiz.ts'
import { wakeQueue } from '../../test/wake-queue.ts'
import { startLeaderboardJobs } from '../leaderboard/jobs.ts'
import { leaderboardEntries } from '../leaderboard/tables.ts'
import { updateListing } from '../leaderboard/update-listing.ts'
import { clockState } from '../platform/database/tables.ts'
import { confirmClock } from './confirm-clock.ts'
import { waitFor } from '../../test/wait-for.ts'

let t: TestApp
let admin: MadeAdmin
beforeAll(async () => {
  t = await startTestApp()
  admin = await makeAdmin(t)
})
afterAll(() => t.close())
beforeEach(() => t.app.pool.query(`delete from pgboss.job where state = 'failed'`))

const asAdmin = () => t.as(admin.token)
const listQueues = async () => (await asAdmin()(contract.listJobQueues, {})).queues
const readQueue = async (name: string) => (await listQueues()).find((queue) => queue.name === name)
const listFailed = (query: { queue?: string; limit?: number; cursor?: string } = {}) =>
  asAdmin()(contract.listFailedJobs, { query })
const countFailed = async () => (await asAdmin()(contract.countFailedJobs, {})).failed
const retry = (jobId: string) => asAdmin()(contract.retryJob, { params: { jobId } })
const retryQueue = (queue: string) => asAdmin()(contract.retryQueue, { params: { queue } })
const discard = (jobId: string) => asAdmin()(contract.discardJob, { params: { jobId } })
const readState = async (id: string) =>
  (await t.app.pool.query<{ state: string }>('select state from pgboss.job where id = $1', [id])).rows[0]?.state
const auditDetails = async (action: string) =>
  (await t.app.db.select().from(auditLines).where(eq(auditLines.action, action))).map(({ details }) => details)

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)

describe('a doubtful date', () => {
  const read = () => asAdmin()(contract.readClock, {})
  const confirm = (by = admin) => t.as(by.token)(contract.confirmClock, {})

  it('is shown to every admin, and an owner confirms it once', async () => {
    expect(await read()).toMatchObject({ isHeld: false })
    const seenAt = new Date('2026-06-01T12:00:00Z')
    await t.app.db.update(clockState).set({ seenAt, heldSince: t.app.clock.now() })
    expect(await read()).toMatchObject({ isHeld: true, seenAt: seenAt.toISOString() })
    const auditor = await makeAnotherAdmin(t, admin, 'auditor')
    expect(await t.as(auditor.token)(contract.readClock, {})).toMatchObject({ isHeld: true })
    expect(await refusal(confirm(auditor))).toMatchObject({ status: 403 })
    expect((await confirm()).message).toBe('Thank you. The waiting work continues now.')
    expect(await read()).toMatchObject({ isHeld: false })
    await confirm()
    expect(await auditDetails('clock.confirmed')).toEqual([{ seenAt: seenAt.toISOString() }])
  })

  it('takes students off a leaderboard only once it is confirmed', async () => {
    const quiz = await makeQuiz(t, { ageCategory: '5-10' })
    const now = t.app.clock.now()
    const birth = `${Number(lagosDate(now).slice(0, 4)) - 8}-01-01`
    const student = await makeStudent(t, { birth })
    await quizCalls((token) => t.as(token)).answer(student, quiz, 0, 'right')
    const readEntry = async () =>
      (await t.app.db.select().from(leaderboardEntries).where(eq(leaderboardEntries.studentId, student.id)))[0]
    t.app.clock.advance(4 * 365 * 86_400_000)
    await startLeaderboardJobs(t.app)
    expect(await readEntry()).toMatchObject({ isListed: true })
    await confirmClock(t.app, { ...admin, kind: 'admin', roles: ['owner'], sessionId: '', confirmedAt: now })
    expect(await readEntry()).toMatchObject({ isListed: false })
    t.app.clock.set(now)
    await updateListing(t.app)
    expect(await readEntry()).toMatchObject({ isListed: true })
  })
})

describe('the queues', () => {
  it('are all listed under a label in plain words', async () => {
    const names = (await listQueues()).map(({ name }) => name)
    // The first is created when a video is uploaded, or by a server with ffmpeg; the others by a server that makes backups.
    const others = ['process-video', 'backups', 'backups-failed', 'nightly-backup']
    expect(new Set([...names, ...others])).toEqual(new Set(Object.keys(contract.jobQueues)))
  })

  it('are listed with the number of their jobs in each state, the last success and the next run', async () => {
    const done = minutesAgo(20)
    await t.app.pool.query(
      `insert into pgboss.job (name, state, start_after, completed_on) values
        ('make-export', 'created', now() + interval '1 hour', null), ('make-export', 'active', now(), null),
        ('make-export', 'retry', now() + interval '2 hours', null), ('make-export', 'completed', now(), $1),
        ('make-export', 'completed', now(), $1::timestamptz - interval '1 day')`,
      [done],
    )
    await makeFailedJob(t, 'make-export')
    const queue = await readQueue('make-export')
    expect(queue).toMatchObject({ isSchedule: false, waiting: 1, running: 1, retrying: 1, failed: 1 })
    expect(queue?.lastSuccessAt).toBe(done.toISOString())
    const untilNext = new Date(queue?.nextRunAt ?? 0).getTime() - Date.now()
    expect(untilNext).toBeGreaterThan(50 * 60_000)
    expect(untilNext).toBeLessThan(61 * 60_000)
    expect((await listQueues())[0]?.name).toBe('make-export')
    await t.app.pool.query(`delete from pgboss.job where name = 'make-export'`)
  })

  it('show when a schedule runs next, in Lagos time', async () => {
    const schedule = await readQueue('compare-payments')
    expect(schedule).toMatchObject({ isSchedule: true })
    expect(schedule?.nextRunAt).toMatch(/T05:00:00\.000Z$/)
  })
})

describe('the failed jobs', () => {
  it('are listed newest first, in pages, and can be narrowed to a queue', async () => {
    const ids: string[] = []
    for (const minutes of [1, 2, 3]) ids.push(await makeFailedJob(t, 'erased-files', { failedAt: minutesAgo(minutes) }))
    const other = await makeFailedJob(t, 'account-mails', { failedAt: minutesAgo(9), tries: 21 })
    const first = await listFailed({ limit: 2 })
    expect(first.jobs.map(({ _id }) => _id)).toEqual(ids.slice(0, 2))
    const second = await listFailed({ limit: 2, cursor: first.nextCursor ?? '' })
    expect(second.jobs.map(({ _id }) => _id)).toEqual([ids[2], other])
    expect(second.nextCursor).toBeNull()
    expect((await listFailed({ queue: 'account-mails' })).jobs).toMatchObject([{ _id: other, tries: 21 }])
    expect(await refusal(listFailed({ cursor: 'nowhere' }))).toMatchObject({ status: 400 })
  })

  it('are listed with a redacted reason, and without their data', async () => {
    const data = { email: 'zuwaira@home.example', name: 'Zuwaira' }
    await makeFailedJob(t, 'account-mails', {
      data,
      output: { message: 'Failed query: select\nparams: Zuwaira' },
      failedAt: minutesAgo(1),
    })
    await makeFailedJob(t, 'account-mails', { data, output: { value: '550 <zuwaira@home.example> is unknown' } })
    const reply = await listFailed()
    expect(reply.jobs.map(({ reason }) => reason)).toEqual(['550 <[address]> is unknown', 'Failed query: select'])
    expect(JSON.stringify(reply)).not.toMatch(/zuwaira/i)
  })

  it('are counted for a day', async () => {
    await makeFailedJob(t, 'daily-figures')
    await makeFailedJob(t, 'account-mails', { failedAt: minutesAgo(23 * 60) })
    await makeFailedJob(t, 'account-mails', { failedAt: minutesAgo(25 * 60) })
    await makeFailedJob(t, '__pgboss__send-it')
    expect(await countFailed()).toBe(2)
  })

  it('include a schedule that throws', async () => {
    await t.app.jobs.send(t.app.db, { name: 'cleaning-test' }, {})
    await t.app.pool.query(`update pgboss.job set retry_limit = 0 where name = 'cleaning-test'`)
    await t.app.jobs.schedule('cleaning-test', '0 0 1 1 *', () => Promise.reject(new Error('no broom')))
    await waitFor(async () =>
      expect((await listFailed()).jobs).toMatchObject([{ queue: 'cleaning-test', reason: 'no broom', tries: 1 }]),
    )
    expect(await countFailed()).toBe(1)
  })
})

describe('trying again', () => {
  it('runs a failed job again, and leaves an audit line', async () => {
    const id = await makeFailedJob(t, 'erased-files')
    expect(await retry(id)).toEqual({ message: 'The job will run again.' })
    await wakeQueue(t.app.pool, 'erased-files')
    await waitFor(async () => expect(await readState(id)).toBe('completed'))
    expect(await auditDetails('jobs.retried')).toContainEqual({ queue: 'erased-files', job: id, jobs: 1 })
    expect(await refusal(retry(id))).toMatchObject({
      status: 404,
      message: 'This job is no longer in the list of failed jobs.',
    })
  })

  it('runs all failed jobs of a queue, and only these', async () => {
    const ids = [await makeFailedJob(t, 'erased-files'), await makeFailedJob(t, 'erased-files')]
    const other = await makeFailedJob(t, 'make-export')
    expect(await retryQueue('erased-files')).toEqual({ message: '2 jobs will run again.' })
    await wakeQueue(t.app.pool, 'erased-files')
    for (const id of ids) await waitFor(async () => expect(await readState(id)).toBe('completed'))
    expect(await readState(other)).toBe('failed')
    expect(await auditDetails('jobs.retried')).toContainEqual({ queue: 'erased-files', jobs: 2 })
    expect(await retryQueue('erased-files')).toEqual({ message: 'Nothing has failed' })
    expect(await refusal(retryQueue('nothing-like-it'))).toMatchObject({ status: 404 })
  })

  it('runs a schedule once, however often it failed', async () => {
    const [newest, older] = [
      await makeFailedJob(t, 'sweep-exports', { failedAt: minutesAgo(1) }),
      await makeFailedJob(t, 'sweep-exports', { failedAt: minutesAgo(61) }),
    ]
    expect(await retryQueue('sweep-exports')).toEqual({ message: 'The job will run again.' })
    expect(await readState(older)).toBeUndefined()
    await wakeQueue(t.app.pool, 'sweep-exports')
    await waitFor(async () => expect(await readState(newest)).toBe('completed'))
  })
})

it('discards a failed job, and leaves an audit line', async () => {
  const [id, other] = [await makeFailedJob(t, 'account-mails'), await makeFailedJob(t, 'account-mails')]
  expect(await discard(id)).toEqual({ message: 'The job was discarded.' })
  expect((await listFailed()).jobs.map(({ _id }) => _id)).toEqual([other])
  expect(await auditDetails('jobs.discarded')).toEqual([{ queue: 'account-mails', job: id }])
  for (const unknown of [id, 'nothing']) expect(await refusal(discard(unknown))).toMatchObject({ status: 404 })
})

it('never discards a running job', async () => {
  const id = await makeFailedJob(t, 'make-export')
  await t.app.pool.query(`update pgboss.job set state = 'active' where id = $1`, [id])
  expect(await refusal(discard(id))).toMatchObject({ status: 404 })
  expect(await readState(id)).toBe('active')
})
