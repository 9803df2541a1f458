import { eq, sql } from 'drizzle-orm'
import * as accounts from '@baobab/contract/accounts/endpoints.ts'
import { listSessions } from '@baobab/contract/accounts/sessions.ts'
import * as contract from '@baobab/contract/privacy/endpoints.ts'
import { disqualifyStudent, restoreStudent } from '@baobab/contract/students/endpoints.ts'
import { linkToExport, listExports, startExport } from '@baobab/contract/exports/endpoints.ts'
import { sendMessage } from '@baobab/contract/contact/endpoints.ts'
import { cancelNotification, sendNotification } from '@baobab/contract/notifications/admin.ts'
import { resetAttempt } from '@baobab/contract/quiz/admin.ts'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { students } from '../accounts/tables.ts'
import { exportFiles } from '../exports/tables.ts'
import { contactMessages } from '../contact/tables.ts'
import { changeProfile } from '../profile/change-profile.ts'
import { payments } from '../payments/tables.ts'
import { attemptOrigins, attempts } from '../quiz/tables.ts'
import { eraseAccount } from './erase-account.ts'
import { refusal } from '../../test/refusal.ts'
import { openStillTestApp } from '../../test/harness.ts'
import { makeAdmin, makePaidStudent, makeQuiz, makeStudent, PASSWORD, registration } from '../../test/factories.ts'
import {
  waitForPayment,
  eventRows,
  countPaymentJobs,
  paymentCalls,
  paymentNotifications,
  paymentRow,
} from '../../test/payments.ts'
import { examine, makeAppeal, makePlayer, play } from '../../test/fair-play.ts'
import { quizCalls } from '../../test/take-quiz.ts'
import { waitFor } from '../../test/wait-for.ts'

const t = await openStillTestApp()
const admin = await makeAdmin(t)

/** Finds the tables, including the job system's, that contain a word, in alphabetical order. */
async function findTablesWith(word: string): Promise<string[]> {
  const tables = await t.app.db.execute<{ name: string }>(
    sql`select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`,
  )
  const found: string[] = []
  for (const { name } of tables.rows) {
    const rows = await t.app.db.execute(
      sql`select 1 from ${sql.raw(name)} as row where position(lower(${word}) in lower(row::text)) > 0 limit 1`,
    )
    if (rows.rows.length > 0) found.push(name)
  }
  return found.toSorted()
}

const calls = quizCalls((token) => t.as(token))

describe('my data', () => {
  it("C-04 contains the student's own rows, but no one else's and no secrets", async () => {
    const [student, other] = [await makePaidStudent(t), await makeStudent(t)]
    const reply = await t.as(student.token)(contract.exportData, {})
    expect(reply.tables['account']).toMatchObject([{ email: student.email, birth: '2012-05-01' }])
    expect(reply.tables['payments']).toMatchObject([{ amountKobo: 100_000, state: 'succeeded' }])
    expect(reply.tables['sessions']).toHaveLength(1)
    const all = JSON.stringify(reply)
    for (const secret of ['argon2', student.token, other.email, other.id]) expect(all).not.toContain(secret)
  })

  it('contains fair play’s flags and decisions, but nothing about the other student', async () => {
    const quiz = await makeQuiz(t)
    const first = await makePlayer(t)
    await play(t, first, quiz, { paceMs: 5_000 })
    const second = await makePlayer(t, { device: first.device })
    await play(t, second, quiz, { paceMs: 800 })
    await calls.review(second, quiz)
    await examine(t)
    await makeAppeal(t, second, admin)
    const { tables } = await t.as(second.token)(contract.exportData, {})
    expect(tables['fairPlayFlags']).toMatchObject([{ kind: 'shared-device', at: expect.any(String) }])
    expect(tables['fairPlayDecisions']).toMatchObject([{ kind: 'held', reason: 'other' }])
    expect(tables['fairPlayAppeals']).toMatchObject([{ text: 'I had seen the video three times.' }])
    expect(tables['attemptReviews']).toHaveLength(1)
    const [attempt] = await t.app.db.select().from(attempts).where(eq(attempts.studentId, first.id))
    const [origin] = await t.app.db
      .select()
      .from(attemptOrigins)
      .where(eq(attemptOrigins.attemptId, attempt?.id ?? ''))
    expect(tables['attemptOrigins']).toEqual([
      {
        attemptId: expect.any(String),
        studentId: second.id,
        browserId: expect.any(String),
        startedAt: expect.any(String),
        examinedAt: expect.any(String),
      },
    ])
    for (const secret of [first.id, attempt?.id, origin?.browserId, origin?.deviceId, origin?.networkHash, admin.id])
      expect(JSON.stringify(tables)).not.toContain(secret)
  })

  it('Q-26 contains a quiz’s correct answers only once it is over for good, because an outage may give back time for a day', async () => {
    const [student, quiz] = [await makeStudent(t), await makeQuiz(t)]
    const readQuiz = async () => {
      const [row] = (await t.as(student.token)(contract.exportData, {})).tables['quizzes'] ?? []
      return Object.keys(row ?? {}).filter((name) => ['videoTitle', 'questionSnapshot'].includes(name))
    }
    await calls.start(student, quiz)
    expect(await readQuiz()).toEqual(['videoTitle'])
    const lock = (ago: string) =>
      t.owner.query(
        `update attempts set started_at = now() - interval '2 days', deadline = now() - $2::interval, locked_at = now() - $2::interval
         where student_id = $1`,
        [student.id, ago],
      )
    await lock('23 hours')
    expect(await readQuiz()).toEqual(['videoTitle'])
    await lock('25 hours')
    expect((await readQuiz()).toSorted()).toEqual(['questionSnapshot', 'videoTitle'])
  })

  it('contains no scheduled or canceled notifications, and not which admin answered a message', async () => {
    const student = await makeStudent(t)
    const asAdmin = t.as(admin.token)
    const send = (title: string, publishAt?: string) =>
      asAdmin(sendNotification, {
        body: {
          username: student.username,
          title,
          description: 'Words.',
          update: 'announcement',
          method: 'in-app',
          ...(publishAt === undefined ? {} : { publishAt }),
        },
      })
    const later = new Date(t.app.clock.now().getTime() + 3_600_000).toISOString()
    await send('Sent')
    await send('Planned', later)
    const { notification } = await send('Canceled', later)
    await asAdmin(cancelNotification, { params: { notificationId: notification._id } })
    const body = { firstName: 'Ada', lastName: 'Obi', email: student.email, message: 'Please help me.' }
    await t.as()(sendMessage, { body })
    await t.app.db.update(contactMessages).set({ answer: 'We do.', answeredBy: admin.id })
    const { tables } = await t.as(student.token)(contract.exportData, {})
    expect(tables['notifications']).toMatchObject([{ title: 'Sent' }])
    expect(tables['messages']).toMatchObject([{ answer: 'We do.' }])
    expect(JSON.stringify(tables)).not.toContain(admin.id)
  })
})

describe('deleting the account', () => {
  const erase = (token: string, password: string) => t.as(token)(contract.eraseAccount, { body: { password } })

  it('C-05 requires the password', async () => {
    const student = await makeStudent(t)
    expect((await refusal(erase(student.token, 'Wrong7pass'))).errors).toEqual([
      { path: 'password', message: 'This password is not correct.' },
    ])
    const [row] = await t.app.db.select().from(students).where(eq(students.id, student.id))
    expect(row?.erasedAt).toBeNull()
  })

  it('C-05 R-25 leaves no personal data anywhere in the database, but keeps the payment', async () => {
    const form = registration({ number: '+2347011122233', address: '77 Vanishing Lane, Enugu', birth: '2012-07-13' })
    const student = await makeStudent(t, form)
    const now = t.app.clock.now()
    const payment = { studentId: student.id, reference: 'kept-1', amountKobo: 100_000, state: 'succeeded' as const }
    await t.app.db.insert(payments).values({ ...payment, openedAt: now, confirmedAt: now })
    for (const word of [form.username, form.email])
      expect(await findTablesWith(word)).toEqual(['public.sign_in_names', 'public.students'])
    for (const word of ['7011122233', 'Vanishing']) expect(await findTablesWith(word)).toEqual(['public.students'])
    // Another registration of the same email, made by a stranger or forgotten by the student.
    const other = registration({ email: form.email, number: form.number, address: form.address, birth: form.birth })
    const pending = await t.as()(accounts.registerStudent, { body: other })
    expect(await findTablesWith(form.email)).toContain('public.registrations')
    await quizCalls((token) => t.as(token)).answer(student, await makeQuiz(t), 0, 'right')
    expect(await findTablesWith('2012-07-13')).toEqual(['public.registrations', 'public.students'])
    expect(await findTablesWith('2033-07-13')).toEqual(['public.standings'])
    await erase(student.token, PASSWORD)
    for (const word of [form.username, form.email, '7011122233', 'Vanishing', '2012-07-13', '2033-07-13'])
      expect(await findTablesWith(word)).toEqual([])
    expect((await refusal(t.as(student.token)(listSessions, {}))).status).toBe(401)
    // The other registration looks the same as before, but can no longer open an account.
    const logIn = t.as()(accounts.logInStudent, { body: { email: form.email, password: PASSWORD } })
    expect(await refusal(logIn)).toMatchObject({ code: 'email_unverified', registration: pending.registration })
    const { verificationToken, registration: reference } = pending
    const verify = t.as()(accounts.verifyEmail, {
      body: { email: form.email, verificationToken, registration: reference },
    })
    expect((await refusal(verify)).code).toBe('verification_failed')
    t.app.clock.advance(61_000)
    await t.as()(accounts.resendCode, { body: { email: form.email, registration: reference } })
    const mine = registration({ email: form.email })
    const again = await t.as()(accounts.registerStudent, { body: mine })
    // Mails are sent in order, so one for the emptied registration would have arrived or failed before this one.
    await t.mails(form.email, again.verificationToken)
    const codes = await t.mails(form.email, 'is your Baobab code')
    expect(codes.map(({ text }) => text).join()).not.toContain(other.username)
    const { rows } = await t.app.db.execute(
      sql`select state from pgboss.job where name = 'account-mails' and state in ('retry', 'failed')`,
    )
    expect(rows).toEqual([])
    const code = { verificationToken: again.verificationToken, registration: again.registration }
    await t.as()(accounts.verifyEmail, { body: { email: form.email, ...code } })
  })

  it('C-05 keeps payments and their events without a name, even if a parent paid through the link', async () => {
    const student = await makeStudent(t)
    const mum = `mum-of-${student.username}@home.example`
    const calls = paymentCalls(t)
    const { reference } = await calls.openByLink(await calls.linkOf(student), mum)
    await t.provider.pay(reference)
    await waitForPayment(t, reference, { state: 'succeeded' })
    expect(await findTablesWith(mum)).toEqual(['public.payments'])
    const { tables } = await t.as(student.token)(contract.exportData, {})
    expect(tables['payments']).toMatchObject([{ reference, state: 'succeeded', openedBy: 'parent' }])
    const kinds = tables['paymentEvents']?.map(({ kind }) => kind)
    expect(kinds?.toSorted()).toEqual(['message', 'opened', 'succeeded'])
    const { accessCode } = await paymentRow(t, reference)
    for (const withheld of [accessCode, mum]) expect(JSON.stringify(tables)).not.toContain(withheld)

    const events = await eventRows(t, reference)
    await erase(student.token, PASSWORD)
    for (const word of [mum, student.username, student.email]) expect(await findTablesWith(word)).toEqual([])
    expect(await paymentRow(t, reference)).toMatchObject({ state: 'succeeded', payerEmail: null, attention: null })
    expect(await eventRows(t, reference)).toEqual(events)
  })

  it('marks a later payment as due for a refund, and leaves earlier ones unchanged', async () => {
    const student = await makeStudent(t)
    const calls = paymentCalls(t)
    const mums = await calls.openByLink(await calls.linkOf(student), 'mum@home.example')
    const own = await calls.open(student)
    await t.provider.pay(own.reference)
    await waitForPayment(t, own.reference, { state: 'succeeded' })
    t.app.clock.advance(1_000)
    await erase(student.token, PASSWORD)
    await t.provider.pay(mums.reference)
    await waitForPayment(t, mums.reference, { state: 'succeeded', attention: 'refund-due' })
    const { id } = await paymentRow(t, mums.reference)
    expect(await countPaymentJobs(t, 'payment-receipts', id)).toBe(0)
    expect(await countPaymentJobs(t, 'payment-alerts', id)).toBe(1)
    expect(await paymentNotifications(t, student.id)).toEqual([])
    await t.provider.dispute(own.reference)
    await t.provider.resolve(own.reference, 'declined')
    expect(await paymentRow(t, own.reference)).toMatchObject({ state: 'succeeded', attention: null })
    await t.provider.dispute(mums.reference)
    await t.provider.resolve(mums.reference, 'declined')
    expect(await paymentRow(t, mums.reference)).toMatchObject({ state: 'succeeded', attention: 'refund-due' })
  })

  it('marks even a first payment as due for a refund if it arrives after the erasure', async () => {
    const student = await makeStudent(t)
    const { reference } = await paymentCalls(t).open(student)
    await erase(student.token, PASSWORD)
    await t.provider.pay(reference)
    await waitForPayment(t, reference, { state: 'succeeded', attention: 'refund-due' })
  })

  it('deletes the reasons for a reset attempt, a disqualification and a restoration', async () => {
    const [student, quiz] = [await makeStudent(t), await makeQuiz(t)]
    const asAdmin = t.as(admin.token)
    const params = { username: student.username }
    await quizCalls((token) => t.as(token)).answer(student, quiz, 0, 'right')
    const { tables } = await t.as(student.token)(contract.exportData, {})
    const attemptId = String(tables['quizzes']?.[0]?.['id'])
    await asAdmin(resetAttempt, { params: { attemptId }, body: { reason: 'Obioma was ill.' } })
    await asAdmin(disqualifyStudent, { params, body: { reason: 'Obioma has a twin.' } })
    expect(await findTablesWith('Obioma')).toEqual(expect.arrayContaining(['public.attempts', 'public.students']))
    await asAdmin(restoreStudent, { params, body: { reason: 'Obioma has no twin.' } })
    const exported = await t.as(student.token)(contract.exportData, {})
    expect(exported.tables['quizzes']).toMatchObject([{ resetReason: 'Obioma was ill.' }])
    expect(exported.tables['account']).toMatchObject([{ disqualifiedReason: 'Obioma has no twin.' }])
    await erase(student.token, PASSWORD)
    expect(await findTablesWith('Obioma')).toEqual([])
    const again = asAdmin(resetAttempt, { params: { attemptId }, body: { reason: 'Obioma once more.' } })
    expect(await refusal(again)).toMatchObject({ status: 404 })
  })

  it('deletes exports of students at once, including waiting ones, and exports never store the text of a search', async () => {
    const student = await makeStudent(t)
    const asAdmin = t.as(admin.token)
    const filters = { filter: 'all' as const, search: student.username }
    await asAdmin(startExport, { body: { what: 'students', format: 'csv', filters } })
    const file = await waitFor(async () => {
      const [made] = (await asAdmin(listExports, {})).exports
      expect(made).toMatchObject({ state: 'ready', rowCount: 1, filters: { filter: 'all', searched: 'yes' } })
      return made
    })
    expect(await findTablesWith(student.username)).not.toContain('public.export_files')
    const { url } = await asAdmin(linkToExport, { params: { exportId: file?._id ?? '' } })
    expect((await t.http.inject(url)).statusCode).toBe(200)
    const createdAt = t.app.clock.now()
    const order = { adminId: admin.id, format: 'csv' as const, filters, createdAt }
    await t.app.db.insert(exportFiles).values([
      { ...order, what: 'students', state: 'waiting' },
      { ...order, what: 'payments', filters: {}, state: 'waiting' },
      { ...order, what: 'audit', filters: {}, state: 'waiting' },
    ])
    // Simulates a server killed right after the commit: the job removes the file, and no link opens it in the meantime.
    const files = { ...t.app.files, remove: () => Promise.resolve() }
    const who = { ...student, kind: 'student' as const, sessionId: student.id, birth: '2012-05-01' }
    await eraseAccount({ ...t.app, files }, who, { password: PASSWORD })
    expect(await t.app.db.select().from(exportFiles)).toMatchObject([{ what: 'audit' }])
    expect((await t.http.inject(url)).statusCode).toBe(404)
    await waitFor(async () => expect(await t.app.files.list('exports')).toEqual([]))
    expect(await findTablesWith(student.username)).toEqual([])
  })

  it('never allows the username to be used again', async () => {
    const student = await makeStudent(t)
    await erase(student.token, PASSWORD)
    const again = t.as()(accounts.registerStudent, { body: registration({ username: student.username }) })
    expect(await refusal(again)).toMatchObject({ status: 409, code: 'username_taken' })
    const free = await t.as()(accounts.registerStudent, { body: registration({ email: student.email }) })
    expect(free.message).toBe('Registration successful')
  })

  it('deletes messages sent through the contact form with that email', async () => {
    const student = await makeStudent(t)
    const body = { firstName: 'Ada', lastName: 'Obi', email: student.email.toUpperCase(), message: 'Please help me.' }
    await t.as()(sendMessage, { body })
    const exported = await t.as(student.token)(contract.exportData, {})
    expect(exported.tables['messages']).toMatchObject([{ message: 'Please help me.' }])
    await erase(student.token, PASSWORD)
    expect(await findTablesWith(student.email)).toEqual([])
  })

  it('refuses a change still in progress, and removes its picture', async () => {
    const student = await makeStudent(t)
    const address = '5 Nowhere Crescent, Enugu'
    const who = { ...student, kind: 'student' as const, sessionId: student.id, birth: '2012-05-01' }
    await erase(student.token, PASSWORD)
    await expect(changeProfile(t.app, who, { address }, await picture())).rejects.toMatchObject({
      code: 'not_found',
    })
    expect(await findTablesWith(address)).toEqual([])
    expect(await t.app.files.list('pictures')).toEqual([])
  })

  it('C-05 removes the picture even when the server is killed right after', async () => {
    const student = await makeStudent(t)
    const { kind, id } = { kind: 'student' as const, id: student.id }
    await changeProfile(t.app, { ...student, kind, sessionId: id, birth: '2012-05-01' }, {}, await picture())
    expect(await t.app.files.list('pictures')).toHaveLength(1)
    // Simulates a server killed right after the commit, which cannot remove the file itself.
    const files = { ...t.app.files, remove: () => Promise.resolve() }
    const who = { kind, id, username: student.username, sessionId: id, birth: '2012-05-01' }
    await eraseAccount({ ...t.app, files }, who, { password: PASSWORD })
    await waitFor(async () => expect(await t.app.files.list('pictures')).toEqual([]))
  })
})

/** Creates a picture in a temporary file, like an upload. */
async function picture() {
  const path = await t.app.files.temporaryPath()
  await sharp({ create: { width: 8, height: 8, channels: 3, background: '#f00' } })
    .png()
    .toFile(path)
  return { path, bytes: 100 }
}
