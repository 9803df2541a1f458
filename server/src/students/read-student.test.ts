// The details of one student, and an admin's actions on the account.
import { forgotPassword, resendCode, verifyEmail } from '@baobab/contract/accounts/endpoints.ts'
import { auditLog } from '@baobab/contract/audit/endpoints.ts'
import * as contract from '@baobab/contract/students/endpoints.ts'
import { studentsText } from '@baobab/contract/students/endpoints.ts'
import { leaderboard, myRank } from '@baobab/contract/leaderboard/endpoints.ts'
import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { refusal } from '../../test/refusal.ts'
import { makePhoneStudent } from '../../test/without-email.ts'
import { openTestApp } from '../../test/harness.ts'
import { makeAdmin, makePaidStudent, makeQuiz, makeStudent } from '../../test/factories.ts'
import type { MadeStudent } from '../../test/factories.ts'
import { expectScoresToAddUp } from '../../test/expect-scores.ts'
import { quizCalls, quizRows } from '../../test/take-quiz.ts'
import { deriveVerificationCode } from '../accounts/derive-code.ts'
import { emailCodes } from '../accounts/tables.ts'
import { removeOutgrownEntries } from '../leaderboard/remove-outgrown-entries.ts'
import { restoreStudent } from '../fair-play/disqualify-student.ts'

const t = await openTestApp()
const admin = await makeAdmin(t)
const quiz = await makeQuiz(t, { count: 5 })
afterEach(() => expectScoresToAddUp(t))

const asAdmin = () => t.as(admin.token)
const of = ({ username }: { username: string }) => ({ params: { username } })
const details = (student: { username: string }) => asAdmin()(contract.studentDetails, of(student))
const disqualify = (student: MadeStudent, reason = 'Two accounts of one person.') =>
  asAdmin()(contract.disqualifyStudent, { ...of(student), body: { reason } })
const restore = (student: MadeStudent) =>
  asAdmin()(contract.restoreStudent, { ...of(student), body: { reason: 'It was a sister.' } })
const bounce = (student: { username: string }) => asAdmin()(contract.markBounced, of(student))
const resend = (student: { username: string }) => asAdmin()(contract.resendVerification, of(student))
const { answer } = quizCalls((token) => t.as(token))
const { loadEntry, loadPointsLedger } = quizRows(() => t)

const boardNames = async () => {
  await t.app.ranking.follow()
  return (await t.as()(leaderboard, { query: { ageCategory: '11-20' } })).map(({ username }) => username)
}
const rankOf = (student: MadeStudent) => t.as(student.token)(myRank, { query: { ageCategory: '11-20' } })
/** The newest line of the log. */
const lastLine = async () => (await asAdmin()(auditLog, { query: { limit: 1 } })).lines[0]
const mailsTo = async (email: string) =>
  (await t.http.inject(`/sandbox/mailbox/messages?to=${encodeURIComponent(email)}`)).json<unknown[]>()

describe('the details of a student', () => {
  it('C-09 contain everything but the password, and reading them is logged', async () => {
    const student = await makePaidStudent(t)
    await answer(student, quiz, 0, 'right')
    const shown = await details({ username: student.username.toUpperCase() })
    expect(shown.data).toMatchObject({
      _id: student.id,
      email: student.email,
      birth: '2012-05-01',
      score: 10,
      isPaid: true,
      disqualifiedAt: null,
      emailBouncedAt: null,
      signInMethods: ['password'],
    })
    expect(shown.attempts).toMatchObject([{ videoTitle: quiz.video.title, score: 10 }])
    expect(shown.payments).toMatchObject([{ amountKobo: 100_000, state: 'succeeded' }])
    expect(shown.devices).toMatchObject([{ device: 'Unknown device' }])
    const { signInMethods: _, ...data } = shown.data
    expect(JSON.stringify({ ...shown, data })).not.toMatch(/argon2|password|token|hash/i)
    expect(await lastLine()).toMatchObject({ action: 'student.details_read', subject: { _id: student.id } })
  })

  it('of a student without an email contain the proved number', async () => {
    const student = await makePhoneStudent(t)
    expect((await details(student)).data).toMatchObject({ email: null, provedNumber: student.number })
  })

  it('of an unknown student are not found, and nothing is logged', async () => {
    const before = await lastLine()
    expect((await refusal(details({ username: 'nobody99' }))).code).toBe('not_found')
    expect(await lastLine()).toEqual(before)
  })
})

describe('a disqualified student', () => {
  it('leaves the leaderboard at once, can still answer, and returns with all points', async () => {
    const [student, other] = [await makeStudent(t), await makeStudent(t)]
    await answer(student, quiz, 0, 'right')
    await answer(other, quiz, 0, 'right')
    expect(await boardNames()).toEqual(expect.arrayContaining([student.username, other.username]))
    expect((await disqualify(student)).message).toBe(studentsText.studentDisqualified)
    expect(await boardNames()).not.toContain(student.username)
    expect(await rankOf(student)).toMatchObject({ rank: null, score: 10 })
    expect(await lastLine()).toMatchObject({
      action: 'student.disqualified',
      subject: { _id: student.id },
      details: { withReason: true },
    })
    expect(JSON.stringify(await lastLine())).not.toContain('Two accounts')
    expect((await details(student)).data.disqualifiedReason).toBe('Two accounts of one person.')
    await answer(student, quiz, 1, 'right')
    expect(await boardNames()).not.toContain(student.username)
    await restore(student)
    expect(await boardNames()).toContain(student.username)
    const { rank, score } = await rankOf(student)
    expect({ score, isBefore: (rank ?? 99) < ((await rankOf(other)).rank ?? 0) }).toEqual({ score: 20, isBefore: true })
    expect((await loadPointsLedger(student)).map(({ reason }) => reason)).toEqual([
      'first-answer',
      'disqualified',
      'answer',
      'restored',
    ])
    expect((await details(student)).data).toMatchObject({
      disqualifiedAt: null,
      disqualifiedReason: 'It was a sister.',
    })
  })

  it('is disqualified and restored once, however often it is requested', async () => {
    const student = await makeStudent(t)
    await answer(student, quiz, 0, 'right')
    await disqualify(student)
    const { disqualifiedAt } = (await details(student)).data
    await disqualify(student, 'And a third account.')
    expect((await details(student)).data).toMatchObject({ disqualifiedAt, disqualifiedReason: 'And a third account.' })
    await Promise.all([restore(student), restore(student)])
    expect(await loadPointsLedger(student)).toHaveLength(3)
  })

  it('who answers for the first time has points but no rank until restored', async () => {
    const student = await makeStudent(t)
    await disqualify(student)
    await answer(student, quiz, 0, 'right')
    expect(await loadEntry(student)).toMatchObject({ score: 10, isListed: false })
    await restore(student)
    expect(await boardNames()).toContain(student.username)
  })

  it('does not return to the leaderboard of a former category', async () => {
    const student = await makeStudent(t)
    await answer(student, quiz, 0, 'right')
    await disqualify(student)
    const now = t.app.clock.now()
    t.app.clock.set(new Date('2033-05-02T12:00:00Z'))
    await removeOutgrownEntries(t.app)
    // The admin's login has expired by then; the rule does not depend on who restores.
    const user = { kind: 'admin', username: '', roles: ['owner'], sessionId: '', confirmedAt: now } as const
    const who = { ...user, id: admin.id }
    await restoreStudent(t.app, who, { username: student.username, reason: 'It was a sister.' })
    t.app.clock.set(now)
    expect((await loadEntry(student))?.isListed).toBe(false)
  })

  it('has no rank from the commit on, whatever answers arrive at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const student = await makeStudent(t)
      await Promise.all([...[0, 1, 2, 3].map((n) => answer(student, quiz, n, 'right')), disqualify(student)])
      expect(await loadEntry(student)).toMatchObject({ score: 40, isListed: false })
    }
  })

  it('is only disqualified with a reason, and must exist', async () => {
    const student = await makeStudent(t)
    expect((await refusal(disqualify(student, ' no '))).errors).toMatchObject([{ path: 'reason' }])
    expect((await refusal(disqualify({ ...student, username: 'nobody99' }))).status).toBe(404)
  })
})

describe('an email', () => {
  it('that bounced gets nothing until it is verified again', async () => {
    const student = await makeStudent(t, {}, { isMailed: true })
    const before = await t.mails(student.email, '')
    await bounce(student)
    await bounce(student)
    expect((await details(student)).data.emailBouncedAt).not.toBeNull()
    await t.as()(forgotPassword, { body: { email: student.email } })
    t.app.clock.advance(61_000)
    await t.as()(resendCode, { body: { email: student.email } })
    // Emails are sent in order: once a later one has arrived, an earlier one would have arrived too.
    const later = await makeStudent(t)
    await t.as()(forgotPassword, { body: { email: later.email } })
    await t.mails(later.email, 'password')
    expect(await mailsTo(student.email)).toHaveLength(before.length)
    await resend(student)
    const [mail] = await t.mails(student.email, '', before.length + 1)
    const verificationToken = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? ''
    await t.as()(verifyEmail, { body: { email: student.email, verificationToken } })
    expect((await details(student)).data.emailBouncedAt).toBeNull()
    await t.as()(forgotPassword, { body: { email: student.email } })
    await t.mails(student.email, 'password')
  })

  it('keeps the code that an admin sent, although the student requests another', async () => {
    const student = await makeStudent(t, {}, { isMailed: true })
    await bounce(student)
    const before = await t.mails(student.email, '')
    await resend(student)
    const [mail] = await t.mails(student.email, '', before.length + 1)
    t.app.clock.advance(61_000)
    await t.as()(resendCode, { body: { email: student.email } })
    const verificationToken = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? ''
    await t.as()(verifyEmail, { body: { email: student.email, verificationToken } })
  })

  const readCode = async ({ id }: MadeStudent) => {
    const [code] = await t.app.db.select().from(emailCodes).where(eq(emailCodes.studentId, id))
    return deriveVerificationCode(t.app, code?.id ?? '')
  }

  it('is verified by a code only once, and only without a reference, each of which would allow five new tries', async () => {
    const student = await makeStudent(t)
    await bounce(student)
    await resend(student)
    const body = { email: student.email, verificationToken: await readCode(student) }
    const withReference = t.as()(verifyEmail, { body: { ...body, registration: 'x'.repeat(43) } })
    expect((await refusal(withReference)).code).toBe('verification_failed')
    await t.as()(verifyEmail, { body })
    await bounce(student)
    expect((await refusal(t.as()(verifyEmail, { body }))).code).toBe('verification_failed')
  })

  it("can be verified with an admin's new code after too many wrong ones", async () => {
    const student = await makeStudent(t)
    const { email } = student
    await bounce(student)
    for (let n = 0; n < 6; n += 1)
      await refusal(t.as()(verifyEmail, { body: { email, verificationToken: 'x'.repeat(6) } }))
    await resend(student)
    await t.as()(verifyEmail, { body: { email, verificationToken: await readCode(student) } })
    expect((await details(student)).data.emailBouncedAt).toBeNull()
  })

  it('gets a new code only if it bounced', async () => {
    const student = await makeStudent(t)
    expect(await refusal(resend(student))).toMatchObject({ status: 409, message: studentsText.alreadyVerified })
    await bounce(student)
    expect((await resend(student)).message).toBe(studentsText.verificationMailed)
    expect(await lastLine()).toMatchObject({ action: 'student.verification_resent' })
  })

  it('gets no more codes from admins than from its owner', async () => {
    const student = await makeStudent(t)
    await bounce(student)
    // Registration sent the first of five.
    for (let n = 0; n < 4; n += 1) await resend(student)
    expect(await refusal(resend(student))).toMatchObject({ status: 429, message: studentsText.mailsUsedUp })
  })
})
