// An admin changes a student's email: the mails, the two links, what ends with the former address, and races between answers.
import {
  forgotPassword,
  logInStudent,
  registerStudent,
  resetPassword,
  verifyEmail,
} from '@baobab/contract/accounts/endpoints.ts'
import { eraseAccount, exportData } from '@baobab/contract/privacy/endpoints.ts'
import { listOwnCorrections } from '@baobab/contract/students/corrections.ts'
import * as contract from '@baobab/contract/students/email-change.ts'
import { studentDetails } from '@baobab/contract/students/endpoints.ts'
import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeEmailChange } from '../../../test/corrections.ts'
import {
  makeAdmin,
  makeAnotherAdmin,
  makeQuiz,
  makeStudent,
  PASSWORD,
  registration,
  unique,
  type MadeAdmin,
  type MadeStudent,
} from '../../../test/factories.ts'
import { openTestApp } from '../../../test/harness.ts'
import { refusal } from '../../../test/refusal.ts'
import { quizCalls } from '../../../test/take-quiz.ts'
import { studentCorrections } from '../../accounts/correction-tables.ts'
import { sessions, signInNames, students } from '../../accounts/tables.ts'
import { contactMessages } from '../../contact/tables.ts'
import { emailChanges } from '../correction-tables.ts'
import { removeExpiredEmailChanges } from './change-email.ts'

let support: MadeAdmin
const t = await openTestApp()
const owner = await makeAdmin(t)
beforeAll(async () => {
  support = await makeAnotherAdmin(t, owner, 'support')
})

const { answer } = quizCalls((token) => t.as(token))
const newEmail = () => `${unique('new')}@home.example`
const params = ({ username }: MadeStudent) => ({ username })
const change = (student: MadeStudent, email: string, who = support) =>
  t.as(who.token)(contract.changeEmail, { params: params(student), body: { email, reason: 'Her mother wrote to us.' } })
const details = (student: MadeStudent) => t.as(owner.token)(studentDetails, { params: params(student) })
const read = (token: string) => t.as()(contract.readEmailChange, { body: { token } })
const confirm = (token: string) => t.as()(contract.confirmEmailChange, { body: { token } })
const refuse = (token: string) => t.as()(contract.refuseEmailChange, { body: { token } })
const logIn = (email: string) => t.as()(logInStudent, { body: { email, password: PASSWORD } })
const load = async ({ id }: MadeStudent) =>
  (await t.app.db.select().from(students).where(eq(students.id, id)))[0] ?? expect.unreachable()
const changesOf = ({ id }: MadeStudent) => t.app.db.select().from(emailChanges).where(eq(emailChanges.studentId, id))
const mailsTo = async (email: string) =>
  (await t.http.inject(`/sandbox/mailbox/messages?to=${encodeURIComponent(email)}`)).json<{ subject: string }[]>()

/** Waits for a mail with a link of a change, and returns its token. */
async function tokenTo(email: string, subject: string): Promise<string> {
  const [mail] = await t.mails(email, subject)
  return new URL(/https?:\/\/\S+email-change\S+/.exec(mail?.text ?? '')?.[0] ?? '').searchParams.get('token') ?? ''
}

describe('the change of an email', () => {
  it('applies once the new address has confirmed it by the mailed link, and logs everyone out', async () => {
    const student = await makeStudent(t)
    const email = newEmail()
    await t.app.db.update(students).set({ emailBouncedAt: null }).where(eq(students.id, student.id))
    expect(await change(student, email)).toEqual({
      message: 'We have emailed the new address. The email changes once it is confirmed there.',
    })
    expect((await details(student)).emailChange).toMatchObject({ email, by: support.username, refusedAt: null })
    const token = await tokenTo(email, 'Confirm your new email for Baobab')
    const [notice] = await t.mails(student.email, 'is about to change')
    expect(notice?.text).toContain(`${email.slice(0, 1)}•••@home.example`)
    expect(notice?.text).not.toContain(email)
    // Opening the link changes nothing.
    expect(await read(token)).toEqual({ username: student.username, email, address: 'new' })
    expect((await load(student)).email).toBe(student.email)
    await t.as()(forgotPassword, { body: { email: student.email } })
    const [reset] = await t.mails(student.email, 'password')
    expect(await confirm(token)).toEqual({ message: 'Your email has been changed. Log in with the new one.' })
    expect(await load(student)).toMatchObject({ email, emailKey: email, emailBouncedAt: null })
    expect(await t.app.db.select().from(sessions).where(eq(sessions.studentId, student.id))).toEqual([])
    expect((await refusal(t.as(student.token)(exportData, {}))).status).toBe(401)
    const isName = and(eq(signInNames.studentId, student.id), eq(signInNames.kind, 'email'))
    expect(await t.app.db.select().from(signInNames).where(isName)).toMatchObject([{ valueKey: email }])
    expect((await refusal(logIn(student.email))).status).toBe(401)
    expect((await logIn(email)).authToken).toBeTruthy()
    // A reset link in a mail to the former address no longer works.
    const link = new URL(/https?:\/\/\S+reset-password\S+/.exec(reset?.text ?? '')?.[0] ?? '')
    const body = { token: link.searchParams.get('token') ?? '', email: student.email, newPassword: 'Papaya9tree' }
    expect((await refusal(t.as()(resetPassword, { body }))).code).toBe('token_invalid')
    const [last] = await t.mails(student.email, 'was changed')
    expect(last?.text).toContain('All devices were logged out')
    expect((await details(student)).corrections).toMatchObject([
      { field: 'email', oldValue: student.email, newValue: email, canUndo: false },
    ])
  })

  it('clears a bounce, and sends nothing to the address that bounced', async () => {
    const student = await makeStudent(t)
    await t.app.db.update(students).set({ emailBouncedAt: new Date() }).where(eq(students.id, student.id))
    const email = newEmail()
    await change(student, email)
    await confirm(await tokenTo(email, 'Confirm your new email'))
    expect((await load(student)).emailBouncedAt).toBeNull()
    expect((await mailsTo(student.email)).map(({ subject }) => subject)).not.toContainEqual(
      expect.stringMatching(/is about to change|was changed/),
    )
  })

  it('is off once the present address says that this was not them', async () => {
    const student = await makeStudent(t)
    const email = newEmail()
    await change(student, email)
    const refuseToken = await tokenTo(student.email, 'is about to change')
    const confirmToken = await tokenTo(email, 'Confirm your new email')
    expect(await read(refuseToken)).toMatchObject({ address: 'present', email: expect.stringContaining('•••') })
    expect((await refusal(confirm(refuseToken))).code).toBe('token_invalid')
    expect((await refusal(refuse(confirmToken))).code).toBe('token_invalid')
    for (const _ of [1, 2])
      expect((await refuse(refuseToken)).message).toBe(
        'Thank you. The email of the account stays as it is, and our team can see your answer.',
      )
    expect((await refusal(confirm(confirmToken))).code).toBe('token_invalid')
    expect((await details(student)).emailChange?.refusedAt).toEqual(expect.any(String))
    expect((await load(student)).email).toBe(student.email)
  })

  it('can be reported by the former address for seven days, which sends our team one message', async () => {
    const student = await makeStudent(t)
    const { email, confirmToken } = await makeEmailChange(t, { student, admin: support })
    await confirm(confirmToken)
    const token = await tokenTo(student.email, 'was changed')
    const masked = `${email.slice(0, 1)}•••@new.example`
    expect(await read(token)).toEqual({ username: student.username, email: masked, address: 'former' })
    const report = (link: string) => t.as()(contract.reportEmailChange, { body: { token: link } })
    for (const _ of [1, 2])
      expect((await report(token)).message).toBe(
        'Thank you. Our team will check the account and write to you at this address.',
      )
    const messages = t.app.db.select().from(contactMessages).where(eq(contactMessages.email, student.email))
    expect(await messages).toMatchObject([{ firstName: student.username, readAt: null }])
    expect((await load(student)).email).toBe(email)
    for (const wrong of [confirmToken, `${token}x`, token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))])
      expect((await refusal(report(wrong))).code).toBe('token_invalid')
    for (const call of [confirm, refuse]) expect((await refusal(call(token))).code).toBe('token_invalid')
    const old = new Date(t.app.clock.now().getTime() - 7 * 24 * 3_600_000)
    await t.app.db.update(studentCorrections).set({ at: old }).where(eq(studentCorrections.studentId, student.id))
    for (const call of [read, report]) expect((await refusal(call(token))).code).toBe('token_invalid')
  })

  it('is shown to the student while it waits', async () => {
    const student = await makeStudent(t)
    const shown = async () => (await t.as(student.token)(listOwnCorrections, {})).emailChange
    expect(await shown()).toBeNull()
    const { email, refuseToken } = await makeEmailChange(t, { student, admin: support })
    expect(await shown()).toEqual({
      email: `${email.slice(0, 1)}•••@new.example`,
      expiresAt: expect.any(String),
    })
    await refuse(refuseToken)
    expect(await shown()).toBeNull()
  })

  it('opens no quiz that an erased account of the former mailbox had started', async () => {
    const quiz = await makeQuiz(t)
    const first = await makeStudent(t)
    await answer(first, quiz, 0, 'wrong one')
    await t.as(first.token)(eraseAccount, { body: { password: PASSWORD } })
    const again = await makeStudent(t, { email: first.email })
    expect(await refusal(answer(again, quiz, 0, 'right'))).toMatchObject({ status: 409, code: 'quiz_completed' })
    const { email, confirmToken } = await makeEmailChange(t, { student: again, admin: support })
    await confirm(confirmToken)
    const moved = { ...again, token: (await logIn(email)).authToken }
    expect(await refusal(answer(moved, quiz, 0, 'right'))).toMatchObject({ status: 409, code: 'quiz_completed' })
  })

  it('opens no quiz to the former mailbox either once the account is erased', async () => {
    const quiz = await makeQuiz(t)
    const student = await makeStudent(t)
    await answer(student, quiz, 0, 'wrong one')
    const { email, confirmToken } = await makeEmailChange(t, { student, admin: support })
    await confirm(confirmToken)
    const { authToken } = await logIn(email)
    await t.as(authToken)(eraseAccount, { body: { password: PASSWORD } })
    for (const mailbox of [student.email, email]) {
      const again = await makeStudent(t, { email: mailbox })
      expect(await refusal(answer(again, quiz, 0, 'right'))).toMatchObject({ status: 409, code: 'quiz_completed' })
    }
  })

  it('closes no quiz to a sister who has the former mailbox once the account is erased', async () => {
    const quiz = await makeQuiz(t)
    const student = await makeStudent(t)
    await answer(student, quiz, 0, 'wrong one')
    const { email, confirmToken } = await makeEmailChange(t, { student, admin: support })
    await confirm(confirmToken)
    const sister = await makeStudent(t, { email: student.email })
    const { authToken } = await logIn(email)
    await t.as(authToken)(eraseAccount, { body: { password: PASSWORD } })
    await answer(sister, quiz, 0, 'right')
  })

  it('can be canceled and sent again by an admin', async () => {
    const student = await makeStudent(t)
    const email = newEmail()
    await change(student, email)
    const token = await tokenTo(email, 'Confirm your new email')
    const input = { params: params(student) }
    await t.as(support.token)(contract.resendEmailChange, input)
    await expect.poll(async () => (await mailsTo(email)).length).toBe(2)
    expect(await t.as(support.token)(contract.cancelEmailChange, input)).toEqual({
      message: 'The email change has been canceled.',
    })
    expect((await refusal(confirm(token))).code).toBe('token_invalid')
    expect((await refusal(t.as(support.token)(contract.resendEmailChange, input))).status).toBe(404)
    expect((await refusal(t.as(support.token)(contract.cancelEmailChange, input))).status).toBe(404)
  })

  it('is replaced by a later one, and its links stop working', async () => {
    const student = await makeStudent(t)
    const [first, second] = [newEmail(), newEmail()]
    await change(student, first)
    const token = await tokenTo(first, 'Confirm your new email')
    await change(student, second)
    expect((await refusal(confirm(token))).code).toBe('token_invalid')
    await confirm(await tokenTo(second, 'Confirm your new email'))
    expect((await load(student)).email).toBe(second)
  })

  it('expires after 72 hours, and is then deleted', async () => {
    const student = await makeStudent(t)
    const { confirmToken } = await makeEmailChange(t, { student, admin: support })
    const expired = new Date(t.app.clock.now().getTime() - 1)
    await t.app.db.update(emailChanges).set({ expiresAt: expired }).where(eq(emailChanges.studentId, student.id))
    expect((await refusal(read(confirmToken))).code).toBe('token_invalid')
    expect((await refusal(confirm(confirmToken))).code).toBe('token_invalid')
    expect((await details(student)).emailChange).toBeNull()
    await removeExpiredEmailChanges(t.app)
    expect(await changesOf(student)).toEqual([])
  })

  it('is refused for the same address, a taken one in any case, and the guardian’s', async () => {
    const [student, other] = [await makeStudent(t), await makeStudent(t)]
    const guardianEmail = newEmail()
    await t.app.db.update(students).set({ guardianEmail }).where(eq(students.id, student.id))
    expect((await refusal(change(student, student.email.toUpperCase()))).errors).toEqual([
      { path: 'email', message: 'The student already has this email.' },
    ])
    expect(await refusal(change(student, other.email.toUpperCase()))).toMatchObject({
      status: 409,
      message: 'This address already has an account.',
    })
    expect((await refusal(change(student, guardianEmail.replace('@', '+child@')))).errors?.[0]?.path).toBe('email')
    expect(await changesOf(student)).toEqual([])
  })

  it('is refused for the guardian of an account that was merged into this one, before and after the link was mailed', async () => {
    const [student, other, merged] = [await makeStudent(t), await makeStudent(t), await makeStudent(t)]
    const { email, confirmToken } = await makeEmailChange(t, { student, admin: support })
    const values = { mergedIntoId: student.id, guardianEmail: email, guardianAgreedAt: new Date() }
    await t.app.db.update(students).set(values).where(eq(students.id, merged.id))
    expect(await refusal(confirm(confirmToken))).toMatchObject({ status: 409, code: 'email_is_guardians' })
    expect((await load(student)).email).toBe(student.email)
    expect((await refusal(change(student, email))).errors?.[0]?.path).toBe('email')
    expect((await change(other, email)).message).toContain('We have emailed the new address')
  })

  it('sends no more mails than the limits allow', async () => {
    const student = await makeStudent(t)
    const tries: string[] = []
    for (let n = 0; n < 12; n++) {
      const failed = await change(student, newEmail()).then(
        () => undefined,
        (error: { status: number }) => error,
      )
      tries.push(failed ? String(failed.status) : 'sent')
    }
    expect(tries).toContain('429')
    expect(tries.filter((one) => one === 'sent').length).toBeLessThan(12)
  })
})

describe('answers at the wrong time', () => {
  it('of two confirmations at the same time, one changes the email', async () => {
    const student = await makeStudent(t)
    const { confirmToken, email } = await makeEmailChange(t, { student, admin: support })
    const results = await Promise.allSettled([confirm(confirmToken), confirm(confirmToken)])
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect((await load(student)).email).toBe(email)
    const rows = t.app.db.select().from(studentCorrections).where(eq(studentCorrections.studentId, student.id))
    expect(await rows).toHaveLength(1)
  })

  it('a confirmation is refused once the address has another account, and nothing changes', async () => {
    const student = await makeStudent(t)
    const email = newEmail()
    const { confirmToken } = await makeEmailChange(t, { student, admin: support }, email.toUpperCase())
    await makeStudent(t, { email })
    expect(await refusal(confirm(confirmToken))).toMatchObject({ status: 409, code: 'email_taken_meanwhile' })
    expect((await load(student)).email).toBe(student.email)
    expect(await changesOf(student)).toEqual([])
  })

  it('a registration and a confirmation for one address at the same time make one account', async () => {
    const student = await makeStudent(t)
    const form = registration()
    const { confirmToken } = await makeEmailChange(t, { student, admin: support }, form.email)
    const { verificationToken, registration: reference } = await t.as()(registerStudent, { body: form })
    const body = { email: form.email, verificationToken, registration: reference }
    await Promise.allSettled([confirm(confirmToken), t.as()(verifyEmail, { body })])
    const owners = await t.app.db.select().from(students).where(eq(students.emailKey, form.email))
    expect(owners).toHaveLength(1)
  })

  it('two students cannot get the same address', async () => {
    const email = newEmail()
    const [one, two] = [await makeStudent(t), await makeStudent(t)]
    const links = [
      await makeEmailChange(t, { student: one, admin: support }, email),
      await makeEmailChange(t, { student: two, admin: support }, email),
    ]
    const results = await Promise.allSettled(links.map(({ confirmToken }) => confirm(confirmToken)))
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  it('a confirmation after the account was erased is refused', async () => {
    const student = await makeStudent(t)
    const { confirmToken, refuseToken } = await makeEmailChange(t, { student, admin: support })
    const { tables } = await t.as(student.token)(exportData, {})
    expect(tables['emailChanges']).toMatchObject([{ reason: 'Her mother wrote to us.' }])
    expect(JSON.stringify(tables['emailChanges'])).not.toMatch(/TokenHash/)
    await t.as(student.token)(eraseAccount, { body: { password: PASSWORD } })
    expect((await refusal(confirm(confirmToken))).code).toBe('token_invalid')
    expect((await refusal(refuse(refuseToken))).code).toBe('token_invalid')
    expect(await changesOf(student)).toEqual([])
  })

  it('a refusal after the confirmation is too late', async () => {
    const student = await makeStudent(t)
    const { confirmToken, refuseToken, email } = await makeEmailChange(t, { student, admin: support })
    await confirm(confirmToken)
    expect((await refusal(refuse(refuseToken))).code).toBe('token_invalid')
    expect((await load(student)).email).toBe(email)
  })

  it('of a confirmation and a refusal at the same time, exactly one counts', async () => {
    const student = await makeStudent(t)
    const { confirmToken, refuseToken, email } = await makeEmailChange(t, { student, admin: support })
    const [confirmed] = await Promise.allSettled([confirm(confirmToken), refuse(refuseToken)])
    expect((await load(student)).email).toBe(confirmed.status === 'fulfilled' ? email : student.email)
  })
})
