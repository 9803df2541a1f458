// Tests the erasure of accounts that nobody uses, by the app's clock.
import { exportData } from '@baobab/contract/privacy.ts'
import { listVideos } from '@baobab/contract/videos.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { logInStudent } from '../accounts/log-in.ts'
import { students } from '../accounts/tables.ts'
import { payments } from '../payments/tables.ts'
import { makePayment, makeStudent, PASSWORD, type MadeStudent } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/harness.ts'
import { unreachableSmtpUrl } from '../../test/unreachable-services.ts'
import { serializeError } from '../platform/log.ts'
import { openMailer } from '../platform/mailer.ts'
import { eraseInactiveAccounts, sendInactivityMail } from './inactive-accounts.ts'
import { clockState } from '../platform/database/tables.ts'
import { inactivityMails } from './tables.ts'
import { waitFor } from '../../test/wait-for.ts'

const DAY_MS = 24 * 3_600_000
const FIRST = 'Do you still use Baobab?'
const LAST = 'Last reminder'
/** The day on which the students of these tests were last active. */
const LAST_ACTIVE = new Date('2027-03-10T08:00:00Z')
/** The days of the two mails and of the erasure; a mail is handed over a moment after the job has queued it. */
const FIRST_DAY = new Date('2029-02-08T08:00:00Z')
const LAST_DAY = new Date('2029-03-03T08:30:00Z')
const ERASE_DAY = new Date('2029-03-10T09:00:00Z')

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())
beforeEach(async () => {
  await moveTo(LAST_ACTIVE)
  // Students of earlier tests take no part.
  await t.app.db.update(students).set({ lastActiveAt: new Date('2040-01-01') })
})

/** Moves to a time at which servers were running before, so that the date is not doubtful. */
async function moveTo(now: Date): Promise<void> {
  t.app.clock.set(now)
  await t.app.db.update(clockState).set({ heldSince: null, seenAt: now })
}

/** Creates a student who was last active at that instant. */
async function makeInactiveStudent(): Promise<MadeStudent> {
  const student = await makeStudent(t)
  await t.app.db.update(students).set({ lastActiveAt: LAST_ACTIVE }).where(eq(students.id, student.id))
  return student
}

const readStudent = async ({ id }: MadeStudent) => {
  const [row] = await t.app.db.select().from(students).where(eq(students.id, id))
  if (!row) throw new Error('no such student')
  return row
}
const isErased = async (student: MadeStudent) => (await readStudent(student)).erasedAt !== null
const readMails = ({ id }: MadeStudent) =>
  t.app.db.select().from(inactivityMails).where(eq(inactivityMails.studentId, id)).orderBy(inactivityMails.kind)
const logIn = ({ email }: MadeStudent) =>
  logInStudent(t.app, { email, password: PASSWORD }, { address: '127.0.0.1', userAgent: 'test' })

/** Runs the nightly job on a day. */
async function runOn(day: Date, ms = 0): Promise<void> {
  await moveTo(new Date(day.getTime() + ms))
  await eraseInactiveAccounts(t.app)
}

/** Waits until a mail was handed over. */
const waitForMail = (student: MadeStudent, kind: 'first' | 'last') =>
  waitFor(async () =>
    expect((await readMails(student)).find((mail) => mail.kind === kind)?.sentAt).toBeInstanceOf(Date),
  )

describe('an account that nobody uses', () => {
  it('C-10 is erased after 24 months, after mails 30 and 7 days before that name the day', async () => {
    const student = await makeInactiveStudent()
    await runOn(FIRST_DAY, -60_000)
    expect(await readMails(student)).toEqual([])
    await runOn(FIRST_DAY)
    const [first] = await t.mails(student.email, FIRST)
    expect(first?.text).toContain(`Hello ${student.username}`)
    expect(first?.text).toContain('10 March 2029')
    await waitForMail(student, 'first')
    await runOn(LAST_DAY)
    expect((await t.mails(student.email, LAST))[0]?.text).toContain('10 March 2029')
    await waitForMail(student, 'last')
    await runOn(ERASE_DAY, -60 * 60_000)
    expect(await isErased(student)).toBe(false)
    await runOn(ERASE_DAY)
    expect(await isErased(student)).toBe(true)
    expect(await readStudent(student)).toMatchObject({ username: 'deleted', email: '' })
    expect(await readMails(student)).toEqual([])
  })

  it('gets each mail once, however often the job runs', async () => {
    const student = await makeInactiveStudent()
    await runOn(FIRST_DAY)
    await waitForMail(student, 'first')
    for (let n = 0; n < 3; n += 1) await runOn(FIRST_DAY, n * DAY_MS)
    await sendInactivityMail(t.app, { studentId: student.id, kind: 'first' })
    await runOn(LAST_DAY)
    await waitForMail(student, 'last')
    // Mails are sent in order: a second copy of the first one would have arrived before.
    expect(await t.mails(student.email, FIRST)).toHaveLength(1)
  })

  it('is kept while the mail server is away, until seven days after the last mail', async () => {
    const student = await makeInactiveStudent()
    const away = {
      ...t.app,
      mailer: openMailer({
        smtpUrl: unreachableSmtpUrl,
        requiresStartTls: false,
        from: 'Baobab <hello@baobab.example>',
      }),
    }
    await moveTo(FIRST_DAY)
    await expect(sendInactivityMail(away, { studentId: student.id, kind: 'first' })).rejects.toThrow('ECONNREFUSED')
    away.mailer.close()
    // The job that was queued in time has failed for good.
    await t.app.db.insert(inactivityMails).values({ studentId: student.id, kind: 'first', queuedAt: FIRST_DAY })
    await runOn(ERASE_DAY)
    expect((await t.mails(student.email, FIRST))[0]?.text).toContain('9 April 2029')
    await waitForMail(student, 'first')
    await runOn(ERASE_DAY, 23 * DAY_MS + 30 * 60_000)
    await waitForMail(student, 'last')
    await runOn(ERASE_DAY, 30 * DAY_MS)
    expect(await isErased(student)).toBe(false)
    await runOn(ERASE_DAY, 30 * DAY_MS + 60 * 60_000)
    expect(await isErased(student)).toBe(true)
  })

  it('is kept when the student logs in, and warned anew two years later', async () => {
    const student = await makeInactiveStudent()
    await runOn(FIRST_DAY)
    await waitForMail(student, 'first')
    await runOn(LAST_DAY)
    await waitForMail(student, 'last')
    await moveTo(new Date(ERASE_DAY.getTime() - DAY_MS))
    await logIn(student)
    await runOn(ERASE_DAY, DAY_MS)
    expect(await isErased(student)).toBe(false)
    expect(await readMails(student)).toEqual([])
    await moveTo(new Date('2031-02-20T08:00:00Z'))
    await eraseInactiveAccounts(t.app)
    await t.mails(student.email, FIRST, 2)
  })

  it('is kept by a session that is used without a new login', async () => {
    const student = await makeInactiveStudent()
    const sessionDay = new Date('2029-02-20T08:00:00Z')
    await moveTo(new Date(LAST_ACTIVE.getTime() + 3_600_000))
    await t.as(student.token)(listVideos, {})
    expect((await readStudent(student)).lastActiveAt).toEqual(LAST_ACTIVE)
    await moveTo(sessionDay)
    const { authToken } = await logIn(student)
    t.app.clock.advance(11 * 3_600_000)
    await t.as(authToken)(listVideos, {})
    const { lastActiveAt } = await readStudent(student)
    expect(Math.abs(lastActiveAt.getTime() - sessionDay.getTime())).toBeLessThan(60_000)
  })

  it('is not erased if the student comes back while the job runs', async () => {
    const student = await makeInactiveStudent()
    await runOn(FIRST_DAY)
    await waitForMail(student, 'first')
    await runOn(LAST_DAY)
    await waitForMail(student, 'last')
    await moveTo(new Date(ERASE_DAY.getTime() + 60_000))
    const client = await t.app.pool.connect()
    await client.query('begin')
    await client.query('update students set last_active_at = $2 where id = $1', [student.id, t.app.clock.now()])
    const running = eraseInactiveAccounts(t.app)
    await waitFor(async () => {
      const { rows } = await t.app.pool.query(
        `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      )
      expect(rows.length).toBeGreaterThan(0)
    })
    await client.query('commit')
    client.release()
    await running
    expect(await isErased(student)).toBe(false)
  })

  it('whose address bounces is erased after the same time without mails', async () => {
    const student = await makeInactiveStudent()
    await t.app.db.update(students).set({ emailBouncedAt: LAST_ACTIVE }).where(eq(students.id, student.id))
    await runOn(FIRST_DAY)
    await waitForMail(student, 'first')
    await runOn(LAST_DAY)
    await waitForMail(student, 'last')
    expect(await isErased(student)).toBe(false)
    await runOn(ERASE_DAY, 60_000)
    expect(await isErased(student)).toBe(true)
    const mailbox = await t.http.inject(`/sandbox/mailbox/messages?to=${encodeURIComponent(student.email)}`)
    expect(mailbox.body).not.toContain(FIRST)
  })

  it('is kept for two years after a payment, and until money that is due back is settled', async () => {
    const [payer, creditor] = [await makeInactiveStudent(), await makeInactiveStudent()]
    await moveTo(new Date('2028-06-01T08:00:00Z'))
    await makePayment(t, { studentId: payer.id, kinds: ['succeeded'] })
    const { id } = await makePayment(t, { studentId: creditor.id })
    await t.app.db.update(payments).set({ attention: 'refund-due' }).where(eq(payments.id, id))
    await runOn(ERASE_DAY)
    expect(await readMails(payer)).toEqual([])
    expect(await readMails(creditor)).toEqual([])
    await t.app.db.update(payments).set({ attention: null }).where(eq(payments.id, id))
    await runOn(ERASE_DAY)
    await waitForMail(creditor, 'first')
    expect(await readMails(payer)).toEqual([])
    await runOn(new Date('2030-05-03T08:00:00Z'))
    await waitForMail(payer, 'first')
  })

  it('is erased although another one cannot be, which the job reports at its end', async () => {
    const made = [await makeInactiveStudent(), await makeInactiveStudent(), await makeInactiveStudent()]
    const [broken, ...others] = made.toSorted((a, b) => (a.id < b.id ? -1 : 1))
    if (!broken) throw new Error('no student')
    for (const [day, kind] of [
      [FIRST_DAY, 'first'],
      [LAST_DAY, 'last'],
    ] as const) {
      await runOn(day)
      for (const student of made) await waitForMail(student, kind)
    }
    await t.owner.query(`
      create function refuse_erasure() returns trigger language plpgsql as $$ begin raise exception 'stuck'; end $$;
      create trigger refuse_erasure before update of erased_at on students for each row
        when (new.id = '${broken.id}') execute function refuse_erasure()`)
    const error: unknown = await runOn(ERASE_DAY).catch((failure: unknown) => failure)
    expect(String(error)).toContain(`Inactive accounts that could not be handled: 1. The first of them: ${broken.id}.`)
    expect(serializeError(error)).toMatchObject({ cause: { cause: { message: 'stuck' } } })
    for (const student of others) expect(await isErased(student)).toBe(true)
    expect(await isErased(broken)).toBe(false)
    await t.owner.query('drop trigger refuse_erasure on students')
    await runOn(ERASE_DAY)
    expect(await isErased(broken)).toBe(true)
  })

  it('shows the mails in the export of its data', async () => {
    const student = await makeInactiveStudent()
    await runOn(FIRST_DAY)
    await waitForMail(student, 'first')
    const { authToken } = await logIn(student)
    const { tables } = await t.as(authToken)(exportData, {})
    expect(tables['inactivityMails']).toMatchObject([{ kind: 'first' }])
    expect(tables['account']).toMatchObject([{ lastActiveAt: expect.any(String) }])
  })
})

it('erases many accounts in batches, and a later run continues after one that was interrupted', async () => {
  const student = await makeInactiveStudent()
  const { rows } = await t.app.pool.query<{ id: string }>(
    `insert into students (username, username_key, email, email_key, number, password_hash, birth, gender, address,
      verified_at, created_at, last_active_at)
    select 'many' || n, 'many' || n, 'many' || n || '@school.example', 'many' || n || '@school.example', number,
      password_hash, birth, gender, address, verified_at, created_at, $2
    from students, generate_series(1, 450) as n where id = $1 returning id`,
    [student.id, LAST_ACTIVE],
  )
  await t.app.pool.query(
    `insert into inactivity_mails (student_id, kind, queued_at, sent_at)
    select id, kind, $1, case kind when 'first' then $1::timestamptz else $2 end
    from students, (values ('first'), ('last')) as mail (kind) where username like 'many%'`,
    [FIRST_DAY, LAST_DAY],
  )
  await moveTo(ERASE_DAY)
  const countErased = async () =>
    (
      await t.app.pool.query<{ erased: number }>(
        `select count(*)::integer as erased from students where id = any ($1) and erased_at is not null`,
        [rows.map(({ id }) => id)],
      )
    ).rows[0]?.erased
  // The database fails in the middle, as if the server was killed there.
  let left = 300
  const failing = {
    ...t.app,
    jobs: t.app.jobs,
    db: new Proxy(t.app.db, {
      get(db, name, receiver) {
        if (name === 'transaction' && (left -= 1) < 0) throw new Error('killed')
        return Reflect.get(db, name, receiver) as unknown
      },
    }),
  }
  await expect(eraseInactiveAccounts(failing)).rejects.toThrow('Inactive accounts that could not be handled: 151.')
  const before = await countErased()
  expect(before).toBeGreaterThan(200)
  expect(before).toBeLessThan(450)
  await eraseInactiveAccounts(t.app)
  expect(await countErased()).toBe(450)
  await eraseInactiveAccounts(t.app)
  expect(await countErased()).toBe(450)
})
