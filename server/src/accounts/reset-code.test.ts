// Tests resetting a forgotten password with a code sent to the proved phone number.
import * as contract from '@baobab/contract/accounts/endpoints.ts'
import { mailProofCode, setPassword } from '@baobab/contract/accounts/identity-providers.ts'
import { readStudentProfile } from '@baobab/contract/profile/endpoints.ts'
import { eq } from 'drizzle-orm'
import { describe, expect, it, onTestFinished } from 'vitest'
import { collectStatements, nameSender } from '../../test/collect-statements.ts'
import { PASSWORD, registration } from '../../test/factories.ts'
import { openStillTestApp } from '../../test/harness.ts'
import { makePhoneStudent, newNumber, textsOf, type PhoneStudent } from '../../test/phone-students.ts'
import { refusal } from '../../test/refusal.ts'
import { releaseTogether } from '../../test/release-together.ts'
import { hashRegistrationPassword } from './registration-passwords.ts'
import { forgotPassword } from './reset-password.ts'
import { passwordResets, registrations, students } from './tables.ts'

const NEW_PASSWORD = 'Guava9seed'
const DAY_MS = 86_400_000
const t = await openStillTestApp()
const sms = textsOf(t)

const request = (number: string, device?: string) =>
  t.as()(contract.forgotPassword, { body: { number, ...(device === undefined ? {} : { device }) } })
const logIn = (email: string, password = PASSWORD) => t.as()(contract.logInStudent, { body: { email, password } })

type Try = { number: string; token: string; device?: string }
const read = (body: Try) => t.as()(contract.readPasswordReset, { body })
const reset = (body: Try) => t.as()(contract.resetPassword, { body: { ...body, newPassword: NEW_PASSWORD } })

/** Requests a code. @returns the digits in the `count`th message to the number */
async function requestCode(number: string, { device, count = 1 }: { device?: string; count?: number } = {}) {
  await request(number, device)
  const [text = ''] = await sms.texts(number, 'for a new password', count)
  const token = /^\d{6}/.exec(text)?.[0] ?? ''
  expect(text.split('\n').at(-1)).toBe(`@localhost #${token}`)
  return token
}

const wrongOf = (token: string) => (token === '000000' ? '111111' : '000000')
const refusalOf = async (call: Promise<unknown>) => {
  const { status, code, message } = await refusal(call)
  return { status, code, message }
}
const isInvalid = { status: 400, code: 'token_invalid', message: 'Invalid or expired token.' }
const isUsedUp = { status: 429, code: 'too_many_requests', message: 'Too many wrong tries. Please ask for a new code.' }

const setActive = ({ id }: PhoneStudent, daysAgo: number) =>
  t.app.db
    .update(students)
    .set({ lastActiveAt: new Date(t.app.clock.now().getTime() - daysAgo * DAY_MS) })
    .where(eq(students.id, id))

it('a student chooses a new password with the code from a text message, which works once', async () => {
  const { id, number } = await makePhoneStudent(t)
  const typed = `0${number.slice(4)}`
  expect(await request(typed)).toEqual({ status: 'success', message: 'Check your messages for the code.' })
  const [text = ''] = await sms.texts(number, 'is your Baobab code')
  const token = text.slice(0, 6)
  expect(await read({ number: typed, token })).toEqual({ guardians: [] })
  const done = await reset({ number: typed, token: `${token.slice(0, 3)} ${token.slice(3)}` })
  expect(done).toMatchObject({ message: 'Your password has been changed. Please log in.', ended: { devices: 1 } })
  await logIn(number, NEW_PASSWORD)
  expect((await refusal(logIn(number))).status).toBe(401)
  expect(await refusalOf(reset({ number, token }))).toEqual(isInvalid)
  const now = t.app.clock.now()
  const rows = await t.app.db.select().from(passwordResets).where(eq(passwordResets.studentId, id))
  expect(rows).toMatchObject([{ isBySms: true, sentAt: now, usedAt: now }])
})

it('a code works for fifteen minutes, and only until there is another one', async () => {
  const { number } = await makePhoneStudent(t)
  const first = await requestCode(number)
  const token = await requestCode(number, { count: 2 })
  expect(await refusalOf(read({ number, token: first }))).toEqual(isInvalid)
  t.app.clock.advance(15 * 60_000 - 1)
  await read({ number, token })
  t.app.clock.advance(1)
  expect(await refusalOf(reset({ number, token }))).toEqual(isInvalid)
})

it('the code of one number does nothing for another, and a mailed link does not become a code', async () => {
  const [one, other] = [await makePhoneStudent(t), await makePhoneStudent(t, { hasEmail: true })]
  const token = await requestCode(one.number)
  expect(await refusalOf(reset({ number: other.number, token }))).toEqual(isInvalid)
  const byEmail = { email: other.email, token: await requestCode(other.number), newPassword: NEW_PASSWORD }
  expect(await refusalOf(t.as()(contract.resetPassword, { body: byEmail }))).toEqual(isInvalid)
})

it('without a provider of text messages, the reply says to use an email', async () => {
  const { sms: provider } = t.app
  t.app.sms = undefined
  onTestFinished(() => {
    t.app.sms = provider
  })
  expect((await refusal(request(newNumber()))).errors).toEqual([
    { path: 'number', message: 'We cannot send text messages. Please use an email.' },
  ])
})

it('a registration that waits for a guardian gets a new password by its number', async () => {
  const [form, number] = [registration(), newNumber()]
  await t.as()(contract.registerStudent, { body: form })
  const passwordHash = await hashRegistrationPassword(t.app, { email: number, password: PASSWORD })
  const waiting = { verifiedAt: t.app.clock.now(), guardianEmail: 'mother@home.example' }
  await t.app.db
    .update(registrations)
    .set({ email: number, emailKey: number, verifyBy: 'sms', passwordHash, ...waiting })
    .where(eq(registrations.username, form.username))
  const done = await reset({ number, token: await requestCode(number) })
  expect(done.waiting).toMatchObject({ guardianEmail: 'm•••@home.example' })
  expect(await refusalOf(logIn(number, NEW_PASSWORD))).toMatchObject({ code: 'consent_needed' })
})

describe('guesses', () => {
  it('R-47 five wrong tries end a code, the same for known and unknown numbers, until there is another', async () => {
    const { number } = await makePhoneStudent(t)
    const token = await requestCode(number)
    const guess = async (of: string) => {
      const outcomes = []
      for (let n = 0; n < 6; n += 1) outcomes.push(await refusalOf(read({ number: of, token: wrongOf(token) })))
      return outcomes
    }
    const known = await guess(number)
    expect(known).toEqual([isInvalid, isInvalid, isInvalid, isInvalid, isInvalid, isUsedUp])
    expect(await guess(newNumber())).toEqual(known)
    expect(await refusalOf(reset({ number, token }))).toEqual(isUsedUp)
    const next = await requestCode(number, { count: 2 })
    await reset({ number, token: next })
  })

  it('R-47 do not use up the tries or the codes of a browser that has logged in before', async () => {
    const { number } = await makePhoneStudent(t)
    const { device } = await logIn(number)
    let count = 0
    for (let n = 0; n < 25; n += 1) await request(number)
    count = (await sms.texts(number, 'for a new password')).length
    const token = await requestCode(number, { device, count: count + 1 })
    for (let n = 0; n < 5; n += 1) await refusal(read({ number, token: wrongOf(token) }))
    expect(await refusalOf(read({ number, token }))).toEqual(isUsedUp)
    await reset({ number, token, device })
  })
})

describe('a number that may belong to somebody else by now', () => {
  it('R-46 gets no code after 180 days without use, and the reply is the same', async () => {
    const [active, silent] = [await makePhoneStudent(t), await makePhoneStudent(t, { hasEmail: true })]
    await setActive(active, 179)
    await setActive(silent, 180)
    await requestCode(active.number)
    expect(await request(silent.number)).toEqual(await request(newNumber()))
    expect(await t.app.db.$count(passwordResets, eq(passwordResets.studentId, silent.id))).toBe(0)
    // A later message to another number shows that the job for this one has run.
    await requestCode(active.number, { count: 2 })
    expect(sms.count(silent.number)).toBe(0)
  })

  it('R-46 gets no code after the next login either, and the profile asks to prove it again', async () => {
    const student = await makePhoneStudent(t)
    const { number, username } = student
    await setActive(student, 180)
    const { authToken } = await logIn(number)
    const { data } = await t.as(authToken)(readStudentProfile, { params: { username } })
    expect(data).toMatchObject({ provedNumber: number, numberProof: 'stale' })
    await request(number)
    await requestCode((await makePhoneStudent(t)).number)
    expect(sms.count(number)).toBe(0)
    expect(await refusalOf(t.as(authToken)(mailProofCode, {}))).toMatchObject({
      code: 'email_bounced',
      message:
        'We have no email or phone number to send you a code. Please use your password, or write to us on the Contact page.',
    })
  })
})

describe('which numbers have an account', () => {
  it('R-07 is not revealed by the statements, which are the same for known, silent and unknown numbers', async () => {
    const [known, silent] = [await makePhoneStudent(t), await makePhoneStudent(t)]
    await setActive(silent, 200)
    const lists = []
    for (const number of [known.number, silent.number, newNumber()]) {
      const statements = await collectStatements(() =>
        nameSender('request', () => forgotPassword(t.app, { email: number })),
      )
      lists.push(statements.filter(({ sender }) => sender === 'request').map(({ text }) => text))
    }
    expect(lists[0]?.length).toBeGreaterThan(5)
    expect(lists[1]).toEqual(lists[0])
    expect(lists[2]).toEqual(lists[0])
  })
})

describe('at the same time', () => {
  it('two uses of one code set one password', async () => {
    const { id, number } = await makePhoneStudent(t)
    const token = await requestCode(number)
    const lock = `select from password_resets where student_id = '${id}' for update`
    const outcomes = await releaseTogether([t], { lock, waiting: 2 }, () =>
      Promise.allSettled([reset({ number, token }), reset({ number, token })]),
    )
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  it('a code that expires while it is used does not count', async () => {
    const { id, number } = await makePhoneStudent(t)
    const token = await requestCode(number)
    const lock = `select from password_resets where student_id = '${id}' for update`
    const change = `update password_resets set sent_at = sent_at - interval '1 hour' where student_id = '${id}'`
    const late = releaseTogether([t], { lock, waiting: 1, change }, () => reset({ number, token }))
    expect(await refusalOf(late)).toEqual(isInvalid)
    await logIn(number)
  })

  it('a login with the old password fails if the reset is faster', async () => {
    const { id, number, username } = await makePhoneStudent(t)
    const lock = `select from students where id = '${id}' for update`
    const change = `update students set password_hash = 'new' where id = '${id}'`
    const logins = await releaseTogether([t], { lock, waiting: 2, change }, () =>
      Promise.allSettled([logIn(number), logIn(username)]),
    )
    expect(logins.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })
})

describe('a student whom mail does not reach proves the account with a code by text message', () => {
  it('which sets a password once', async () => {
    const { token: session, number } = await makePhoneStudent(t)
    expect(await t.as(session)(mailProofCode, {})).toEqual({ message: 'We have sent you a code by text message.' })
    const [text = ''] = await sms.texts(number, 'to confirm a change')
    const change = (newPassword: string) =>
      t.as(session)(setPassword, { body: { newPassword, code: text.slice(0, 6) } })
    await change(NEW_PASSWORD)
    await logIn(number, NEW_PASSWORD)
    expect((await refusal(change('Papaya8leaf'))).errors).toMatchObject([{ path: 'code' }])
  })

  it('also if mail bounces, and by mail as soon as it does not', async () => {
    const { id, token: session, number, email } = await makePhoneStudent(t, { hasEmail: true })
    await t.as(session)(mailProofCode, {})
    await t.mails(email, 'is your Baobab code', 2)
    t.app.clock.advance(61_000)
    await t.app.db.update(students).set({ emailBouncedAt: t.app.clock.now() }).where(eq(students.id, id))
    await t.as(session)(mailProofCode, {})
    await sms.texts(number, 'to confirm a change')
  })
})

it('R-42 after a reset by mail, the number has to be proved again, because an intruder may have added it', async () => {
  const { email, number, username } = await makePhoneStudent(t, { hasEmail: true })
  await t.as()(contract.forgotPassword, { body: { email } })
  const [mail] = await t.mails(email, 'Choose a new Baobab password')
  const link = new URL(/https?:\/\/\S+reset-password\S+/.exec(mail?.text ?? '')?.[0] ?? '')
  const token = link.searchParams.get('token') ?? ''
  await t.as()(contract.resetPassword, { body: { email, token, newPassword: NEW_PASSWORD } })
  const { authToken } = await logIn(number, NEW_PASSWORD)
  const { data } = await t.as(authToken)(readStudentProfile, { params: { username } })
  expect(data.numberProof).toBe('stale')
  await request(number)
  await requestCode((await makePhoneStudent(t)).number)
  expect(sms.count(number)).toBe(0)
})

it('R-42 a reset by number ends every other way in, and the number stays proved', async () => {
  const { id, email, number } = await makePhoneStudent(t, { hasEmail: true })
  await t.as()(contract.forgotPassword, { body: { email } })
  const { ended } = await reset({ number, token: await requestCode(number) })
  expect(ended).toMatchObject({ devices: 1, links: 1 })
  const [row] = await t.app.db.select().from(students).where(eq(students.id, id))
  expect(row?.numberProvedAt).toEqual(t.app.clock.now())
  await t.mails(email, 'Your Baobab password was changed')
})
