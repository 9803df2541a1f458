// Another guardian of an open account, named by an admin, and messages to guardians.
import {
  giveGuardianConsent,
  readConsentRequest,
  withdrawGuardianConsent,
} from '@baobab/contract/accounts/endpoints.ts'
import { exportData } from '@baobab/contract/privacy/endpoints.ts'
import { studentDetails } from '@baobab/contract/students/endpoints.ts'
import { changeEmail, confirmEmailChange } from '@baobab/contract/students/email-change.ts'
import * as contract from '@baobab/contract/students/guardian.ts'
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  makeAdmin,
  makeAnotherAdmin,
  makeStudent,
  unique,
  type MadeAdmin,
  type MadeStudent,
} from '../../../test/factories.ts'
import { makeEmailChange } from '../../../test/corrections.ts'
import { openTestApp } from '../../../test/harness.ts'
import { refusal } from '../../../test/refusal.ts'
import { deriveConsentToken } from '../../accounts/derive-code.ts'
import { guardianChanges } from '../../accounts/correction-tables.ts'
import { removeGuardians } from '../../accounts/guardian-removal.ts'
import { removeStaleAccounts } from '../../accounts/remove-stale-accounts.ts'
import { students } from '../../accounts/tables.ts'
import { emailChanges } from '../correction-tables.ts'

let support: MadeAdmin
const t = await openTestApp()
const owner = await makeAdmin(t)
beforeAll(async () => {
  support = await makeAnotherAdmin(t, owner, 'support')
})

const guardian = () => `${unique('g')}@home.example`
const params = ({ username }: MadeStudent) => ({ username })
const change = (student: MadeStudent, guardianEmail: string) =>
  t.as(support.token)(contract.changeGuardian, {
    params: params(student),
    body: { guardianEmail, reason: 'She moved to her aunt.' },
  })
const details = (student: MadeStudent) => t.as(owner.token)(studentDetails, { params: params(student) })
const load = async ({ id }: MadeStudent) =>
  (await t.app.db.select().from(students).where(eq(students.id, id)))[0] ?? expect.unreachable()
type Link = { student: string; token: string }
const agree = (body: Link) => t.as()(giveGuardianConsent, { body })
const sayNo = (body: Link) => t.as()(withdrawGuardianConsent, { body })
const write = (student: MadeStudent, body = { subject: 'The new school', text: 'Is it right?\n\nPlease tell us.' }) =>
  t.as(support.token)(contract.writeToGuardian, { params: params(student), body })

/** Creates a student whose guardian agreed, and returns the guardian's link too. */
async function makeWard() {
  const student = await makeStudent(t)
  const [former, consentId] = [guardian(), randomUUID()]
  const agreed = { guardianEmail: former, guardianAgreedAt: new Date(), consentId }
  await t.app.db.update(students).set(agreed).where(eq(students.id, student.id))
  return { student, former, formerLink: { student: consentId, token: deriveConsentToken(t.app, consentId) } }
}

/** Waits for the mail that asks a guardian, and returns its link. */
async function linkTo(email: string): Promise<Link> {
  const [mail] = await t.mails(email, 'needs your consent')
  const { searchParams } = new URL(/https?:\/\/\S+guardian-consent\S+/.exec(mail?.text ?? '')?.[0] ?? '')
  return { student: searchParams.get('student') ?? '', token: searchParams.get('token') ?? '' }
}

describe('another guardian', () => {
  it('is asked by mail, and replaces the former one by agreeing', async () => {
    const { student, former, formerLink } = await makeWard()
    const next = guardian()
    expect(await change(student, next)).toEqual({
      message: 'We have emailed this parent or guardian. Until they agree, nothing changes.',
    })
    expect((await load(student)).guardianEmail).toBe(former)
    expect((await details(student)).guardianChange).toMatchObject({ guardianEmail: next, by: support.username })
    const link = await linkTo(next)
    const [mail] = await t.mails(next, 'needs your consent')
    expect(mail?.text).toContain('our team was told that you are their parent or guardian')
    expect(mail?.text).toContain('The account then stays as it is.')
    expect(await t.as()(readConsentRequest, { body: link })).toEqual({
      username: student.username,
      agreedAt: null,
      canAgree: true,
      isAccount: true,
      isChange: true,
    })
    await agree(link)
    expect(await load(student)).toMatchObject({ guardianEmail: next, guardianAgreedAt: expect.any(Date) })
    // Safe to repeat.
    await agree(link)
    const [notice] = await t.mails(former, 'has another guardian')
    expect(notice?.text).not.toContain(next)
    expect((await t.as()(readConsentRequest, { body: link })).agreedAt).toEqual(expect.any(String))
    expect((await refusal(t.as()(readConsentRequest, { body: formerLink }))).code).toBe('token_invalid')
    const { guardianChange, corrections } = await details(student)
    expect(guardianChange).toBeNull()
    expect(corrections).toMatchObject([{ field: 'guardianEmail', oldValue: former, newValue: next, canUndo: false }])
  })

  it('who says no is forgotten: the account stays with the former one, and admins see it', async () => {
    const { student, former } = await makeWard()
    const next = guardian()
    await change(student, next)
    const link = await linkTo(next)
    expect((await sayNo(link)).message).toBe('You said no. We have deleted your email, and the account stays as it is.')
    expect(await load(student)).toMatchObject({ guardianEmail: former, erasedAt: null })
    const { guardianChange } = await details(student)
    expect(guardianChange).toMatchObject({ guardianEmail: 'g•••@home.example', refusedAt: expect.any(String) })
    expect((await refusal(agree(link))).code).toBe('token_invalid')
    await sayNo(link)
    expect(await load(student)).toMatchObject({ guardianEmail: former, erasedAt: null })
  })

  it('can be canceled, and is replaced by a later one', async () => {
    const { student, former } = await makeWard()
    const [first, second] = [guardian(), guardian()]
    await change(student, first)
    const link = await linkTo(first)
    await change(student, second)
    expect((await refusal(agree(link))).code).toBe('token_invalid')
    const secondLink = await linkTo(second)
    const input = { params: params(student) }
    expect(await t.as(support.token)(contract.cancelGuardianChange, input)).toEqual({
      message: 'The change of guardian has been canceled.',
    })
    expect((await refusal(agree(secondLink))).code).toBe('token_invalid')
    expect((await refusal(t.as(support.token)(contract.cancelGuardianChange, input))).status).toBe(404)
    expect((await load(student)).guardianEmail).toBe(former)
  })

  it('ends when the guardians are removed, and after thirty days', async () => {
    const { student } = await makeWard()
    await change(student, guardian())
    await t.app.db.transaction((tx) => removeGuardians(t.app, tx, { kind: 'student', id: student.id }))
    expect((await details(student)).guardianChange).toBeNull()
    await change(student, guardian())
    const old = new Date(t.app.clock.now().getTime() - 31 * 24 * 3_600_000)
    await t.app.db.update(guardianChanges).set({ at: old }).where(eq(guardianChanges.studentId, student.id))
    await removeStaleAccounts(t.app)
    expect((await details(student)).guardianChange).toBeNull()
  })

  it('can be added to an account that has none, and reopens one that waits', async () => {
    const student = await makeStudent(t)
    await t.app.db.update(students).set({ guardianRemovedAt: new Date() }).where(eq(students.id, student.id))
    const next = guardian()
    await change(student, next)
    await agree(await linkTo(next))
    expect(await load(student)).toMatchObject({ guardianEmail: next, guardianRemovedAt: null })
  })

  it('is refused if it is the child or the present guardian, in any spelling', async () => {
    const { student, former } = await makeWard()
    for (const [email, message] of [
      [student.email.replace('@', '+mum@'), "Enter your parent's or guardian's email, not your own"],
      [former.toUpperCase(), 'This is already the guardian.'],
    ] as const)
      expect((await refusal(change(student, email))).errors).toEqual([{ path: 'guardianEmail', message }])
  })

  it('cannot be named or agree with the email that the child is about to get, or got', async () => {
    const { student } = await makeWard()
    const email = guardian()
    await makeEmailChange(t, { student, admin: support }, email)
    expect((await refusal(change(student, email.replace('@', '+mum@')))).errors).toEqual([
      { path: 'guardianEmail', message: 'The student is about to get this email. The guardian needs another one.' },
    ])
    const ward = (await makeWard()).student
    const next = guardian()
    await change(ward, next)
    const changed = t.as(support.token)(changeEmail, { params: params(ward), body: { email: next, reason: 'Asked.' } })
    expect((await refusal(changed)).errors?.[0]?.path).toBe('email')
    const { confirmToken } = await makeEmailChange(t, { student: ward, admin: support }, next)
    await t.as()(confirmEmailChange, { body: { token: confirmToken } })
    const link = await linkTo(next)
    expect(await refusal(agree(link))).toMatchObject({ status: 409, code: 'guardian_is_child' })
    expect((await refusal(agree(link))).code).toBe('token_invalid')
    expect((await details(ward)).guardianChange).toBeNull()
  })

  it('and the child never get the same email, in whatever order they confirm it', async () => {
    for (let n = 0; n < 4; n++) {
      const { student } = await makeWard()
      const next = guardian()
      await change(student, next)
      const link = await linkTo(next)
      const { confirmToken } = await makeEmailChange(t, { student, admin: support }, next)
      const confirm = t.as()(confirmEmailChange, { body: { token: confirmToken } })
      const results = await Promise.allSettled(n % 2 ? [agree(link), confirm] : [confirm, agree(link)])
      expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
      const { email, guardianEmail } = await load(student)
      expect(email === next).toBe(guardianEmail !== next)
      expect(await t.app.db.$count(guardianChanges, eq(guardianChanges.studentId, student.id))).toBe(0)
      expect(await t.app.db.$count(emailChanges, eq(emailChanges.studentId, student.id))).toBe(0)
    }
  })

  it('of an agreement and a cancellation at the same time, exactly one counts', async () => {
    const { student, former } = await makeWard()
    const next = guardian()
    await change(student, next)
    const link = await linkTo(next)
    const cancel = t.as(support.token)(contract.cancelGuardianChange, { params: params(student) })
    const [agreed, canceled] = await Promise.allSettled([agree(link), cancel])
    expect([agreed.status, canceled.status].toSorted()).toEqual(['fulfilled', 'rejected'])
    expect((await load(student)).guardianEmail).toBe(agreed.status === 'fulfilled' ? next : former)
  })
})

describe('a message to the guardian', () => {
  it('is mailed, listed with when it was sent, and in the copy of the data', async () => {
    const { student, former } = await makeWard()
    expect(await write(student)).toEqual({ message: 'The message is on its way to the guardian.' })
    const [mail] = await t.mails(former, 'The new school')
    expect(mail?.text).toContain('Please tell us.')
    expect(mail?.text).toContain(student.username)
    await expect
      .poll(async () => (await details(student)).guardianMessages)
      .toMatchObject([{ email: former, subject: 'The new school', by: support.username, sentAt: expect.any(String) }])
    const { tables } = await t.as(student.token)(exportData, {})
    expect(tables['guardianMessages']).toMatchObject([{ subject: 'The new school' }])
  })

  it('needs a guardian, and keeps to the limit of mails', async () => {
    expect(await refusal(write(await makeStudent(t)))).toMatchObject({
      status: 409,
      message: 'This student has no guardian to write to.',
    })
    const { student } = await makeWard()
    const results: number[] = []
    for (let n = 0; n < 12; n++)
      results.push(
        await write(student).then(
          () => 201,
          (error: { status: number }) => error.status,
        ),
      )
    expect(results).toContain(429)
  })
})
