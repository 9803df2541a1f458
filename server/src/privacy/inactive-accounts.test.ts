// Tests the erasure of unused accounts, by the app's clock.
import { exportData } from '@baobab/contract/privacy/endpoints.ts'
import { listVideos } from '@baobab/contract/videos/endpoints.ts'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { logInStudent } from '../accounts/log-in.ts'
import { students } from '../accounts/tables.ts'
import { notifications } from '../notifications/tables.ts'
import { payments } from '../payments/tables.ts'
import { makePayment, PASSWORD, type MadeStudent } from '../../test/factories.ts'
import { openTestApp } from '../../test/harness.ts'
import {
  ERASE_DAY,
  FIRST_DAY,
  LAST_ACTIVE,
  LAST_DAY,
  makeInactiveStudent,
  moveTo,
} from '../../test/inactive-accounts.ts'
import { newNumber, replaceEmail } from '../../test/without-email.ts'
import { unreachableSmtpUrl } from '../../test/unreachable-services.ts'
import { serializeError } from '../platform/log.ts'
import { openMailer } from '../platform/mailer.ts'
import { eraseInactiveAccounts, sendInactivityMail } from './inactive-accounts.ts'
import { inactivityMails } from './tables.ts'
import { waitFor } from '../../test/wait-for.ts'
import { waitForLockWaits } from '../../test/lock-waits.ts'

const DAY_MS = 24 * 3_600_000
const FIRST = 'Do you still use Baobab?'
const LAST = 'Last reminder'

const t = await openTestApp()
beforeEach(async () => {
  await moveTo(t, LAST_ACTIVE)
  // Keeps students of earlier tests out of this one.
  await t.app.db.update(students).set({ lastActiveAt: new Date('2040-01-01') })
})

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

/** Runs the nightly job on the given day. */
async function runOn(day: Date, ms = 0): Promise<void> {
  await moveTo(t, new Date(day.getTime() + ms))
  await eraseInactiveAccounts(t.app)
}

/** Waits until a mail has been handed over. */
const waitForMail = (student: MadeStudent, kind: 'first' | 'last') =>
  waitFor(async () =>
    expect((await readMails(student)).find((mail) => mail.kind === kind)?.sentAt).toBeInstanceOf(Date),
  )

describe('an unused account', () => {
  it('C-10 is erased after 24 months, following mails 30 and 7 days earlier that name the day', async () => {
    const student = await makeInactiveStudent(t)
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
    const student = await makeInactiveStudent(t)
    await runOn(FIRST_DAY)
    await waitForMail(student, 'first')
    for (let n = 0; n < 3; n += 1) await runOn(FIRST_DAY, n * DAY_MS)
    await sendInactivityMail(t.app, { studentId: student.id, kind: 'first' })
    await runOn(LAST_DAY)
    await waitForMail(student, 'last')
    // Mails are sent in order, so a second copy of the first one would already have arrived.
    expect(await t.mails(student.email, FIRST)).toHaveLength(1)
  })

  it('is kept while the mail server is unavailable, until seven days after the last mail', async () => {
    const student = await makeInactiveStudent(t)
    const away = {
      ...t.app,
      mailer: openMailer({
        smtpUrl: unreachableSmtpUrl,
        requiresStartTls: false,
        from: 'Baobab <hello@baobab.example>',
      }),
    }
    await moveTo(t, FIRST_DAY)
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

  it('is kept when the student logs in, and warned again two years later', async () => {
    const student = await makeInactiveStudent(t)
    await runOn(FIRST_DAY)
    await waitForMail(student, 'first')
    await runOn(LAST_DAY)
    await waitForMail(student, 'last')
    await moveTo(t, new Date(ERASE_DAY.getTime() - DAY_MS))
    await logIn(student)
    await runOn(ERASE_DAY, DAY_MS)
    expect(await isErased(student)).toBe(false)
    expect(await readMails(student)).toEqual([])
    await moveTo(t, new Date('2031-02-20T08:00:00Z'))
    await eraseInactiveAccounts(t.app)
    await t.mails(student.email, FIRST, 2)
  })

  it('is kept if a session is used without a new login', async () => {
    const student = await makeInactiveStudent(t)
    const sessionDay = new Date('2029-02-20T08:00:00Z')
    await moveTo(t, new Date(LAST_ACTIVE.getTime() + 3_600_000))
    await t.as(student.token)(listVideos, {})
    expect((await readStudent(student)).lastActiveAt).toEqual(LAST_ACTIVE)
    await moveTo(t, sessionDay)
    const { authToken } = await logIn(student)
    t.app.clock.advance(11 * 3_600_000)
    await t.as(authToken)(listVideos, {})
    const { lastActiveAt } = await readStudent(student)
    expect(Math.abs(lastActiveAt.getTime() - sessionDay.getTime())).toBeLessThan(60_000)
  })

  it('is not erased if the student comes back while the job is running', async () => {
    const student = await makeInactiveStudent(t)
    await runOn(FIRST_DAY)
    await waitForMail(student, 'first')
    await runOn(LAST_DAY)
    await waitForMail(student, 'last')
    await moveTo(t, new Date(ERASE_DAY.getTime() + 60_000))
    const client = await t.app.pool.connect()
    await client.query('begin')
    await client.query('update students set last_active_at = $2 where id = $1', [student.id, t.app.clock.now()])
    const running = eraseInactiveAccounts(t.app)
    await waitForLockWaits(t.owner)
    await client.query('commit')
    client.release()
    await running
    expect(await isErased(student)).toBe(false)
  })

  it('whose address bounces is erased after the same time without mails', async () => {
    const student = await makeInactiveStudent(t)
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

  it('C-10 without an email is erased after the same time, following text messages and notes in the app', async () => {
    const [student, number] = [await makeInactiveStudent(t), newNumber()]
    await replaceEmail(t, student, number)
    await runOn(FIRST_DAY)
    const [first] = await t.texts(number, 'To keep it, log in')
    expect(first?.text).toContain('10 March 2029')
    await waitForMail(student, 'first')
    await sendInactivityMail(t.app, { studentId: student.id, kind: 'first' })
    await runOn(LAST_DAY)
    await t.texts(number, 'To keep it, log in', 2)
    await waitForMail(student, 'last')
    const isOwn = eq(notifications.studentId, student.id)
    expect(await t.app.db.select({ title: notifications.title }).from(notifications).where(isOwn)).toEqual([
      { title: 'We delete your account on 10 March 2029' },
      { title: 'We delete your account on 10 March 2029' },
    ])
    await runOn(ERASE_DAY)
    expect(await isErased(student)).toBe(true)
    expect(await t.texts(number, 'Baobab', 2)).toHaveLength(2)
  })

  it('is kept for two years after a payment, and until any refund due is settled', async () => {
    const [payer, creditor] = [await makeInactiveStudent(t), await makeInactiveStudent(t)]
    await moveTo(t, new Date('2028-06-01T08:00:00Z'))
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

  it('is erased even if another one cannot be, which the job reports at the end', async () => {
    const made = [await makeInactiveStudent(t), await makeInactiveStudent(t), await makeInactiveStudent(t)]
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

  it('has the mails in its data export', async () => {
    const student = await makeInactiveStudent(t)
    await runOn(FIRST_DAY)
    await waitForMail(student, 'first')
    const { authToken } = await logIn(student)
    const { tables } = await t.as(authToken)(exportData, {})
    expect(tables['inactivityMails']).toMatchObject([{ kind: 'first' }])
    expect(tables['account']).toMatchObject([{ lastActiveAt: expect.any(String) }])
  })
})
