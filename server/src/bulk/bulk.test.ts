import * as contract from '@baobab/contract/bulk/endpoints.ts'
import { bulkText, BULK_AT_ONCE, BULK_BY_SESSION } from '@baobab/contract/bulk/endpoints.ts'
import type { RequestOf } from '@baobab/contract/kernel/endpoint.ts'
import { fairPlayText } from '@baobab/contract/fair-play/text.ts'
import { REAUTHENTICATION_MS } from '@baobab/contract/accounts/rules.ts'
import { eraseAccount } from '@baobab/contract/privacy/endpoints.ts'
import { setExtraTime } from '@baobab/contract/students/endpoints.ts'
import { eq, inArray, like } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { makeAdmin, makeAnotherAdmin, makePayment, makeStudent, PASSWORD, unique } from '../../test/factories.ts'
import { openTestApp } from '../../test/harness.ts'
import { refusal } from '../../test/refusal.ts'
import { waitFor } from '../../test/wait-for.ts'
import { admins, sessions, students } from '../accounts/tables.ts'
import { auditLines } from '../platform/audit/tables.ts'
import { notifications } from '../notifications/tables.ts'
import { bulkRuns, bulkTargets } from './tables.ts'
import { deleteOldRuns } from './read-runs.ts'
import { workRun } from './work-run.ts'

const t = await openTestApp()
const admin = await makeAdmin(t)

type Order = RequestOf<typeof contract.startBulkRun>['body']
const start = (body: Order, token = admin.token) => t.as(token)(contract.startBulkRun, { body })
const read = (runId: string) => t.as(admin.token)(contract.readBulkRun, { params: { runId } })
const undo = (runId: string) => t.as(admin.token)(contract.undoBulkRun, { params: { runId } })

async function makeStudents(count: number) {
  const made = []
  for (let n = 0; n < count; n += 1) made.push(await makeStudent(t))
  return made
}

/** Creates many students of a school in one statement, for tests that need many rows. */
async function makeSchool(count: number): Promise<string> {
  const school = unique('b')
  const { username } = await makeStudent(t)
  await t.owner.query(
    `insert into students select (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(),
       'username', $2 || n, 'username_key', $2 || n, 'email', $2 || n || '@b.example', 'email_key', $2 || n || '@b.example'))).*
     from students s, generate_series(1, $3::integer) n where s.username = $1`,
    [username, school, count],
  )
  return school
}

async function factorOf(ids: readonly string[]) {
  const rows = await t.app.db
    .select({ factor: students.extraTimeFactor })
    .from(students)
    .where(inArray(students.id, [...ids]))
  return rows.map(({ factor }) => factor)
}

async function waitForEnd(runId: string) {
  await waitFor(async () => expect((await read(runId)).run.state).not.toBe('running'))
  return read(runId)
}

/** Inserts a run that no job works on. */
async function insertRun(action: string, ids: string[], adminId = admin.id): Promise<string> {
  const values = { adminId, action, options: { factor: 2 }, state: 'running' as const, total: ids.length }
  const [run] = await t.app.db
    .insert(bulkRuns)
    .values({ ...values, startedAt: t.app.clock.now() })
    .returning()
  const runId = run?.id ?? ''
  await t.app.db.insert(bulkTargets).values(ids.map((targetId, position) => ({ runId, position, targetId })))
  return runId
}

describe('an action by an admin who entered the password more than 15 minutes ago', () => {
  const enterPassword = (agoMs: number) =>
    t.app.db.update(sessions).set({ confirmedAt: new Date(t.app.clock.now().getTime() - agoMs) })
  const refused = { status: 403, code: 'reauth_required' }
  const lengthen = (ids: string[]) => start({ action: 'students.extra-time', options: { factor: 2 }, targets: { ids } })

  it('R-41 changes at most twenty rows, and restores no more', async () => {
    const school = await makeSchool(BULK_BY_SESSION + 1)
    const made = await t.app.db
      .select({ id: students.id })
      .from(students)
      .where(like(students.username, `${school}%`))
    const ids = made.map(({ id }) => id)
    const { run } = await lengthen(ids)
    await enterPassword(REAUTHENTICATION_MS + 1_000)
    expect(await refusal(undo(run._id))).toMatchObject(refused)
    expect(await refusal(lengthen(ids))).toMatchObject(refused)
    expect((await lengthen(ids.slice(1))).run).toMatchObject({ total: BULK_BY_SESSION })
    await enterPassword(0)
    expect((await undo(run._id)).run).toMatchObject({ isUndo: true, total: BULK_BY_SESSION + 1 })
  })

  it('R-41 puts no student on hold', async () => {
    const { id } = await makeStudent(t)
    await enterPassword(REAUTHENTICATION_MS + 1_000)
    const hold = () => start({ action: 'students.hold', options: { reason: 'other' }, targets: { ids: [id] } })
    expect(await refusal(hold())).toMatchObject(refused)
    await enterPassword(0)
    expect((await hold()).run).toMatchObject({ done: 1 })
  })
})

describe('an action with few rows', () => {
  it('is done when the reply arrives, with an audit line for the run and one for each row', async () => {
    const made = await makeStudents(3)
    const ids = made.map(({ id }) => id)
    const { message, run } = await start({ action: 'students.extra-time', options: { factor: 2 }, targets: { ids } })
    expect(message).toBe(bulkText.done)
    expect(run).toMatchObject({ state: 'done', total: 3, done: 3, skipped: 0, failed: 0, isUndo: false, canUndo: true })
    expect(await factorOf(ids)).toEqual([2, 2, 2])
    const lines = await t.app.db
      .select()
      .from(auditLines)
      .where(inArray(auditLines.subject, [run._id, ...ids]))
    expect(lines.map(({ action }) => action).toSorted()).toEqual([
      'bulk.started',
      ...Array<string>(3).fill('student.extra_time_set'),
    ])
  })

  it('counts a row only once if it is selected twice', async () => {
    const { id } = await makeStudent(t)
    const { run } = await start({ action: 'students.extra-time', options: { factor: 2 }, targets: { ids: [id, id] } })
    expect(run).toMatchObject({ total: 1, done: 1 })
  })

  it('skips rows that the action refuses, and says which and why', async () => {
    const [held, other] = await makeStudents(2)
    const targets = { ids: [held?.id ?? ''] }
    await start({ action: 'students.hold', options: { reason: 'other' }, targets })
    const ids = [held?.id ?? '', other?.id ?? '']
    const { run } = await start({ action: 'students.release', options: {}, targets: { ids } })
    expect(run).toMatchObject({ state: 'done', done: 1, skipped: 1, canUndo: false })
    expect((await read(run._id)).reasons).toEqual([
      { outcome: 'skipped', reason: fairPlayText.nothingToClear, count: 1, names: [other?.username] },
    ])
  })

  it('skips a student whose account was deleted', async () => {
    const { id } = await makeStudent(t)
    await t.app.db.update(students).set({ erasedAt: new Date() }).where(eq(students.id, id))
    const { run } = await start({ action: 'students.extra-time', options: { factor: 2 }, targets: { ids: [id] } })
    expect(run).toMatchObject({ done: 0, skipped: 1 })
    expect((await read(run._id)).reasons).toMatchObject([{ reason: bulkText.rowGone, names: [] }])
  })

  it('marks a row with an unexpected error as failed, and processes the others', async () => {
    const [broken, fine] = await makeStudents(2)
    await t.owner.query(`
      create function refuse_this() returns trigger language plpgsql as $$ begin
        if new.id = '${broken?.id}' then raise 'broken'; end if; return new; end $$;
      create trigger refuse_this before update on students for each row execute function refuse_this()`)
    const ids = [broken?.id ?? '', fine?.id ?? '']
    const { run } = await start({ action: 'students.extra-time', options: { factor: 1.5 }, targets: { ids } })
    await t.owner.query('drop trigger refuse_this on students; drop function refuse_this')
    expect(run).toMatchObject({ state: 'done', done: 1, failed: 1 })
    expect(await factorOf([fine?.id ?? ''])).toEqual([1.5])
    expect((await read(run._id)).reasons).toMatchObject([{ outcome: 'failed', reason: bulkText.rowFailed, count: 1 }])
  })

  it('sends one notification to each selected student, unless it is taken back in time', async () => {
    const made = await makeStudents(3)
    const ids = made.map(({ id }) => id)
    const options = { title: 'Exams', update: 'announcement', description: 'Good luck.', method: 'in-app' } as const
    const order = { action: 'students.notify', options, targets: { ids } } as const
    const listSent = () => t.app.db.select().from(notifications).where(inArray(notifications.studentId, ids))
    const withVideo = { ...order, options: { ...options, videoId: ids[0] } }
    expect(await refusal(start(withVideo as typeof order))).toMatchObject({ status: 400 })
    const { message, run } = await start(order)
    expect(message).toBe('It will be sent in 30 seconds. Until then you can take it back.')
    expect(run).toMatchObject({ state: 'running', total: 3, done: 0, canUndo: false })
    await t.as(admin.token)(contract.stopBulkRun, { params: { runId: run._id } })
    await workRun(t.app, run._id, AbortSignal.timeout(5_000))
    expect(await listSent()).toEqual([])

    const again = await start(order)
    await workRun(t.app, again.run._id, AbortSignal.timeout(5_000))
    expect(await read(again.run._id)).toMatchObject({ run: { state: 'done', done: 3 } })
    expect((await listSent()).map(({ title }) => title)).toEqual(['Exams', 'Exams', 'Exams'])
    const waits = await t.owner.query<{ seconds: number }>(
      `select extract(epoch from start_after - created_on)::float8 as seconds from pgboss.job
       where name = 'bulk-runs' and data->>'runId' = $1`,
      [again.run._id],
    )
    expect(waits.rows[0]?.seconds).toBeCloseTo(30, 0)
  })
})

describe('an action on every row that matches the filters', () => {
  it('runs as a job for more than a hundred rows, and shows its progress', async () => {
    const school = await makeSchool(BULK_AT_ONCE + 30)
    const { message, run } = await start({
      action: 'students.extra-time',
      options: { factor: 2 },
      targets: { filters: { search: school } },
    })
    expect(message).toBe(bulkText.started)
    expect(run).toMatchObject({ state: 'running', total: BULK_AT_ONCE + 30 })
    const ended = await waitForEnd(run._id)
    expect(ended.run).toMatchObject({ state: 'done', done: BULK_AT_ONCE + 30, failed: 0 })
    const { runs } = await t.as(admin.token)(contract.listBulkRuns, {})
    expect(runs[0]).toEqual(ended.run)
  })

  it('changes no row that does not match the filters', async () => {
    const [inside, outside] = await makeStudents(2)
    await start({
      action: 'students.extra-time',
      options: { factor: 2 },
      targets: { filters: { search: inside?.username ?? '' } },
    })
    expect(await factorOf([inside?.id ?? ''])).toEqual([2])
    expect(await factorOf([outside?.id ?? ''])).toEqual([1])
  })

  it('is refused if nothing matches, and stores nothing', async () => {
    const before = await t.app.db.$count(bulkRuns)
    const order: Order = {
      action: 'students.extra-time',
      options: { factor: 2 },
      targets: { filters: { search: 'nobody-at-all' } },
    }
    expect(await refusal(start(order))).toMatchObject({ status: 400, message: bulkText.nothingMatches })
    expect(await t.app.db.$count(bulkRuns)).toBe(before)
  })

  it('is refused above the action’s limit', async () => {
    const { id } = await makeStudent(t)
    const { reference } = await makePayment(t, { studentId: id, kinds: ['succeeded'] })
    await t.owner.query(
      `insert into payments select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(),
         'reference', p.reference || n, 'access_code', null))).* from payments p, generate_series(1, 1000) n where reference = $1`,
      [reference],
    )
    const order: Order = { action: 'payments.check', options: {}, targets: { filters: { search: reference } } }
    expect(await refusal(start(order))).toMatchObject({ status: 400, message: bulkText.tooManyRows(1000) })
  })
})

describe('a run that was interrupted', () => {
  it('is continued by a repeated job, which changes no row twice', async () => {
    const school = await makeSchool(BULK_AT_ONCE + 50)
    const abort = new AbortController()
    const { run } = await start({
      action: 'students.extra-time',
      options: { factor: 2 },
      targets: { filters: { search: school } },
    })
    // Several workers at once, as after a server was lost and its job given to another; one of them is stopped.
    const workers = [1, 2, 3].map(() => workRun(t.app, run._id, AbortSignal.any([abort.signal])).catch(() => undefined))
    abort.abort(new Error('stopped'))
    await Promise.all(workers)
    expect((await waitForEnd(run._id)).run).toMatchObject({ state: 'done', done: BULK_AT_ONCE + 50, skipped: 0 })
    const ids = (await t.app.db.select().from(bulkTargets).where(eq(bulkTargets.runId, run._id))).map(
      ({ targetId }) => targetId,
    )
    const lines = await t.app.db.select().from(auditLines).where(inArray(auditLines.subject, ids))
    expect(lines).toHaveLength(BULK_AT_ONCE + 50)
  })

  it('finishes without a student whose account was deleted in the meantime', async () => {
    const [gone, other] = await makeStudents(2)
    const runId = await insertRun('students.extra-time', [gone?.id ?? '', other?.id ?? ''])
    await t.as(gone?.token)(eraseAccount, { body: { password: PASSWORD } })
    await workRun(t.app, runId, new AbortController().signal)
    expect((await read(runId)).run).toMatchObject({ state: 'done', total: 2, done: 1, skipped: 0 })
  })

  it('changes nothing more once it is stopped', async () => {
    const { id } = await makeStudent(t)
    const runId = await insertRun('students.extra-time', [id])
    const stop = () => t.as(admin.token)(contract.stopBulkRun, { params: { runId } })
    expect(await stop()).toMatchObject({ message: bulkText.stopped, run: { state: 'stopped', done: 0 } })
    await workRun(t.app, runId, new AbortController().signal)
    expect((await stop()).run).toMatchObject({ state: 'stopped', done: 0 })
    expect(await factorOf([id])).toEqual([1])
  })

  it('stops when its admin has lost the right to the action', async () => {
    const helper = await makeAnotherAdmin(t, admin, 'support')
    const { id } = await makeStudent(t)
    const runId = await insertRun('payments.check', [id], helper.id)
    await workRun(t.app, runId, new AbortController().signal)
    const [after] = await t.app.db.select().from(bulkRuns).where(eq(bulkRuns.id, runId))
    expect(after).toMatchObject({ state: 'stopped', done: 0 })
  })
})

describe('undo', () => {
  it('restores each row to what it was before, once', async () => {
    const [one, two] = await makeStudents(2)
    await start({ action: 'students.extra-time', options: { factor: 1.5 }, targets: { ids: [one?.id ?? ''] } })
    const ids = [one?.id ?? '', two?.id ?? '']
    const { run } = await start({ action: 'students.extra-time', options: { factor: 2 }, targets: { ids } })
    const undone = await undo(run._id)
    expect(undone.run).toMatchObject({ state: 'done', done: 2, isUndo: true, canUndo: false })
    expect(await factorOf([one?.id ?? ''])).toEqual([1.5])
    expect(await factorOf([two?.id ?? ''])).toEqual([1])
    expect(await refusal(undo(run._id))).toMatchObject({ status: 409, message: bulkText.cannotUndo })
  })

  it('leaves a row that was changed after the run as it is', async () => {
    const [changed, other] = await makeStudents(2)
    const ids = [changed?.id ?? '', other?.id ?? '']
    const { run } = await start({ action: 'students.extra-time', options: { factor: 1.5 }, targets: { ids } })
    await t.as(admin.token)(setExtraTime, { params: { username: changed?.username ?? '' }, body: { factor: 2 } })
    const undone = await undo(run._id)
    expect(undone.run).toMatchObject({ state: 'done', done: 1, skipped: 1 })
    expect(await factorOf([ids[0] ?? ''])).toEqual([2])
    expect(await factorOf([ids[1] ?? ''])).toEqual([1])
    expect((await read(undone.run._id)).reasons).toMatchObject([
      { reason: bulkText.changedSince, names: [changed?.username] },
    ])
  })

  it('is refused for an action that cannot be undone, and for another admin’s run', async () => {
    const { id } = await makeStudent(t)
    const { run } = await start({ action: 'students.hold', options: { reason: 'other' }, targets: { ids: [id] } })
    expect(await refusal(undo(run._id))).toMatchObject({ status: 409, message: bulkText.cannotUndo })
    const other = await makeAnotherAdmin(t, admin, 'owner')
    const params = { runId: run._id }
    expect(await refusal(t.as(other.token)(contract.undoBulkRun, { params }))).toMatchObject({ status: 404 })
    expect(await refusal(t.as(other.token)(contract.readBulkRun, { params }))).toMatchObject({ status: 404 })
  })
})

it('a run names no rows to an admin who is no longer allowed to run its action', async () => {
  const helper = await makeAnotherAdmin(t, admin, 'support')
  const { id, username } = await makeStudent(t)
  const order: Order = { action: 'students.release', options: {}, targets: { ids: [id] } }
  const { run } = await start(order, helper.token)
  const readNames = async () => {
    const { reasons } = await t.as(helper.token)(contract.readBulkRun, { params: { runId: run._id } })
    return reasons.map(({ count, names }) => [count, names])
  }
  expect(await readNames()).toEqual([[1, [username]]])
  await t.app.db.update(admins).set({ role: 'content' }).where(eq(admins.id, helper.id))
  expect(await readNames()).toEqual([[1, []]])
})

describe('who may start an action', () => {
  it('includes everyone who may run it on one row', async () => {
    const [finance, content] = [
      await makeAnotherAdmin(t, admin, 'finance'),
      await makeAnotherAdmin(t, admin, 'content'),
    ]
    const { id } = await makeStudent(t)
    const order: Order = { action: 'students.extra-time', options: { factor: 2 }, targets: { ids: [id] } }
    for (const { token } of [finance, content])
      expect(await refusal(start(order, token))).toMatchObject({ status: 403 })
    const checks: Order = { action: 'payments.check', options: {}, targets: { ids: [id] } }
    expect(await refusal(start(checks, content.token))).toMatchObject({ status: 403 })
    expect(await factorOf([id])).toEqual([1])
  })
})

it('payments are checked with the provider by a job, even if there are few', async () => {
  const { id: studentId } = await makeStudent(t)
  const { id } = await makePayment(t, { studentId, kinds: ['succeeded'] })
  const { run } = await start({ action: 'payments.check', options: {}, targets: { ids: [id] } })
  expect(run.state).toBe('running')
  const ended = await waitForEnd(run._id)
  expect(ended.run).toMatchObject({ state: 'done', total: 1 })
  const lines = await t.app.db.select().from(auditLines).where(eq(auditLines.subject, id))
  expect(lines.map(({ action }) => action)).toEqual(['payment.checked'])
})

it('runs are deleted after a week, with their rows', async () => {
  const { id } = await makeStudent(t)
  const { run } = await start({ action: 'students.extra-time', options: { factor: 2 }, targets: { ids: [id] } })
  const weekAgo = new Date(t.app.clock.now().getTime() - 8 * 24 * 3_600_000)
  await t.app.db.update(bulkRuns).set({ startedAt: weekAgo }).where(eq(bulkRuns.id, run._id))
  await deleteOldRuns(t.app)
  expect(await t.app.db.select().from(bulkTargets).where(eq(bulkTargets.runId, run._id))).toEqual([])
})
