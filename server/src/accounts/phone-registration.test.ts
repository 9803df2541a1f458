// Tests registrations whose code goes to a phone number by text message.
import * as contract from '@baobab/contract/accounts/endpoints.ts'
import { CODE_MS } from '@baobab/contract/accounts/rules.ts'
import { eq, like } from 'drizzle-orm'
import { describe, expect, it, onTestFinished } from 'vitest'
import { makeStudent, PASSWORD, registration, unique } from '../../test/factories.ts'
import { openStillTestApp } from '../../test/harness.ts'
import { newNumber, readCode } from '../../test/phones.ts'
import { refusal } from '../../test/refusal.ts'
import { waitFor } from '../../test/wait-for.ts'
import { rateLimits } from '../platform/database/tables.ts'
import { smsMessages } from '../sms/tables.ts'
import { emailCodes, registrations, signInNames, students } from './tables.ts'

const MINUTE_MS = 60_000
const NOT_VERIFIED = 'Verification failed! Please try again.'

const t = await openStillTestApp()

/** Returns a registration by text message, without an email. */
function byPhone(number = newNumber(), changes: Parameters<typeof registration>[0] = {}) {
  const { email: _, ...form } = registration(changes)
  return { ...form, number, verifyBy: 'sms' as const }
}
type Form = ReturnType<typeof byPhone> & { email?: string }

async function register(form: Form = byPhone()) {
  const reply = await t.as()(contract.registerStudent, { body: form })
  return { ...form, reply, reference: reply.registration, code: reply.verificationToken }
}
const verify = (body: { number: string; verificationToken: string; registration?: string }) =>
  t.as()(contract.verifyEmail, { body })
const resend = (body: { number: string; registration?: string }) => t.as()(contract.resendCode, { body })
const findRegistrations = (number: string) =>
  t.app.db.select().from(registrations).where(eq(registrations.email, number))
const findStudent = async (number: string) =>
  (await t.app.db.select().from(students).where(eq(students.provedNumber, number)))[0]
const wrongCode = (code: string) => (code === '000000' ? '111111' : '000000')

/** Waits until the provider has accepted the code, from when its 15 minutes count. */
const untilSent = (number: string) =>
  waitFor(async () => {
    const codes = await t.app.db
      .select({ sentAt: emailCodes.sentAt })
      .from(emailCodes)
      .innerJoin(registrations, eq(registrations.id, emailCodes.registrationId))
      .where(eq(registrations.email, number))
    expect(codes.map(({ sentAt }) => sentAt)).toEqual([t.app.clock.now()])
  })

/** Opens an account by phone, after its first message has arrived. */
async function open(number = newNumber()) {
  const registered = await register(byPhone(number))
  await readCode(t, number)
  await verify({ number, verificationToken: registered.code })
  return registered
}

describe('registering with a phone number', () => {
  it('texts a code, which opens an account without an email that has the number as a name', async () => {
    const { number, reply, username } = await register()
    expect(reply).toMatchObject({ message: 'Registration successful', email: null })
    expect(await findRegistrations(number)).toMatchObject([
      { username, verifyBy: 'sms', email: number, verifiedAt: null },
    ])
    const code = await readCode(t, number)
    expect(reply.verificationToken).toBe(code)
    const [sms] = await t.texts(number, code)
    expect(sms?.text).toMatch(new RegExp(`\n\n@localhost #${code}$`))
    const verified = await verify({ number, verificationToken: code })
    expect(verified).toMatchObject({ status: 'success', guardianEmail: null })
    expect(verified.message).not.toMatch(/email/i)
    const student = await findStudent(number)
    expect(student).toMatchObject({ username, email: null, emailKey: null, numberProvedAt: t.app.clock.now() })
    const names = await t.app.db
      .select()
      .from(signInNames)
      .where(eq(signInNames.studentId, student?.id ?? ''))
    expect(names.map(({ kind, valueKey }) => `${kind} ${valueKey}`).toSorted()).toEqual([
      `number ${number}`,
      `username ${username}`,
    ])
    expect(await findRegistrations(number)).toEqual([])
    const [row] = await t.app.db.select().from(smsMessages).where(eq(smsMessages.number, number))
    expect(row).toMatchObject({ kind: 'verify-code', usedAt: t.app.clock.now() })
  })

  it('does not store an email that is sent too', async () => {
    const { number, reply } = await register({ ...byPhone(), email: `${unique('e')}@school.example` })
    expect(reply.email).toBeNull()
    const [row] = await findRegistrations(number)
    expect(row).toMatchObject({ email: number, emailKey: number })
  })

  it('takes every spelling of the number', async () => {
    const number = newNumber()
    const national = `0${number.slice(4)}`
    const { code } = await register(byPhone(national))
    await readCode(t, number)
    await verify({ number: `+234 (0) ${number.slice(4)}`, verificationToken: code })
    expect(await findStudent(number)).toBeDefined()
  })

  it.each([
    ['+44 7911 123456', 'number', 'We can only send text messages to numbers in Nigeria. Please use an email.'],
    ['0700 123 4567', 'number', 'This number cannot get text messages. Please enter a mobile number, or use an email.'],
    ['12345', 'number', 'Phone number must be valid and include country code'],
  ])('refuses %s at its field, and stores nothing', async (number, path, message) => {
    const form = byPhone(number)
    const error = await refusal(t.as()(contract.registerStudent, { body: form }))
    expect(error).toMatchObject({ status: 400, code: 'invalid' })
    expect(error.errors).toContainEqual({ path, message })
    const stored = t.app.db.select().from(registrations).where(eq(registrations.username, form.username))
    expect(await stored).toEqual([])
  })

  it('still needs an email without `verifyBy`', async () => {
    const { verifyBy: _, ...form } = byPhone()
    const error = await refusal(t.as()(contract.registerStudent, { body: form }))
    expect(error.errors).toEqual([{ path: 'email', message: 'Email is required' }])
  })

  it('is refused without a provider, and nothing is stored', async () => {
    const { sms } = t.app
    onTestFinished(() => {
      t.app.sms = sms
    })
    t.app.sms = undefined
    const form = byPhone()
    const error = await refusal(t.as()(contract.registerStudent, { body: form }))
    expect(error).toMatchObject({ status: 400 })
    expect(error.errors).toEqual([{ path: 'verifyBy', message: 'We cannot send text messages. Please use an email.' }])
    expect(await findRegistrations(form.number)).toEqual([])
  })

  it('is paused when the budget of the day is used up, and nothing is stored', async () => {
    const used = { number: newNumber(), range: 'none', kind: 'draw' as const, provider: 'termii', parts: 5_000 }
    await t.app.db.insert(smsMessages).values({ ...used, at: t.app.clock.now() })
    onTestFinished(async () => {
      await t.app.db.delete(smsMessages).where(eq(smsMessages.number, used.number))
    })
    const form = byPhone()
    expect(await refusal(t.as()(contract.registerStudent, { body: form }))).toMatchObject({
      status: 503,
      code: 'sms_paused',
      message: 'We cannot send text messages right now. Please use an email, or try again later.',
    })
    expect(await findRegistrations(form.number)).toEqual([])
    expect(await refusal(resend({ number: form.number }))).toMatchObject({ status: 503, code: 'sms_paused' })
  })

  it('again after a lost reply makes no second account', async () => {
    const form = byPhone()
    const first = await register(form)
    const again = await refusal(t.as()(contract.registerStudent, { body: form }))
    expect(again).toMatchObject({ status: 409, code: 'username_taken' })
    const second = await register({ ...form, username: unique('n') })
    await readCode(t, form.number, 2)
    await verify({ number: form.number, verificationToken: second.code, registration: second.reference })
    const late = verify({ number: form.number, verificationToken: first.code, registration: first.reference })
    expect(await refusal(late)).toMatchObject({ status: 400, message: NOT_VERIFIED })
    const opened = await t.app.db.select().from(students).where(eq(students.provedNumber, form.number))
    expect(opened.map(({ username }) => username)).toEqual([second.username])
  })
})

describe('a code by text message', () => {
  it('works once', async () => {
    const { number, code } = await open()
    expect(await refusal(verify({ number, verificationToken: code }))).toMatchObject({ message: NOT_VERIFIED })
  })

  it('works for 15 minutes from when the provider accepted it', async () => {
    const { number, code } = await register()
    await untilSent(number)
    t.app.clock.advance(CODE_MS + 1)
    expect(await refusal(verify({ number, verificationToken: code }))).toMatchObject({ message: NOT_VERIFIED })
    t.app.clock.advance(-1)
    await verify({ number, verificationToken: code })
    expect(await findStudent(number)).toBeDefined()
  })

  it('counts from the accepted message, not from the registration, if the provider takes long', async () => {
    const { sms } = t.app
    onTestFinished(() => {
      t.app.sms = sms
    })
    if (!sms) throw new Error('The sandbox has no provider.')
    t.app.sms = {
      ...sms,
      send: async (message) => {
        t.app.clock.advance(10 * MINUTE_MS)
        return sms.send(message)
      },
    }
    const { number, code } = await register()
    await untilSent(number)
    t.app.clock.advance(CODE_MS)
    await verify({ number, verificationToken: code })
    expect(await findStudent(number)).toBeDefined()
  })

  it('is blocked after five wrong tries, until there is a new one', async () => {
    const { number, code, reference } = await register()
    const own = { number, registration: reference }
    for (let n = 0; n < 5; n += 1)
      expect((await refusal(verify({ ...own, verificationToken: wrongCode(code) }))).status).toBe(400)
    expect(await refusal(verify({ ...own, verificationToken: code }))).toMatchObject({
      status: 429,
      message: 'Too many wrong tries. Please ask for a new code.',
    })
    t.app.clock.advance(61_000)
    await resend(own)
    const next = await readCode(t, number, 2)
    await verify({ ...own, verificationToken: next })
    expect(await findStudent(number)).toBeDefined()
  })

  it('can be requested again after a minute, with a reply about the phone number', async () => {
    const { number, reference } = await register()
    await readCode(t, number)
    const own = { number, registration: reference }
    expect(await refusal(resend(own))).toMatchObject({
      status: 429,
      message: 'Please wait a minute before you ask for another code.',
    })
    t.app.clock.advance(61_000)
    expect((await resend(own)).message).toBe('If this phone number is not verified yet, we have sent it a code.')
    await t.texts(number, 'is your Baobab code', 2)
  })

  it('is sent three times an hour and eight times a day, and the replies stay the same', async () => {
    const number = newNumber()
    const { reference } = await register(byPhone(number))
    let sent = 1
    await readCode(t, number)
    for (const allowed of [3, 6, 8]) {
      for (let n = 0; n < 4; n += 1) {
        t.app.clock.advance(61_000)
        expect((await resend({ number, registration: reference })).message).toMatch(/^If this phone number/)
        sent = Math.min(allowed, sent + 1)
        // A new code replaces the one before it, which is then no longer sent.
        await readCode(t, number, sent)
      }
      expect(sent).toBe(allowed)
      const { code, number: other } = await register()
      // Sent after any further message to the first number would have been.
      await t.texts(other, code)
      expect(t.sandbox.phones.messages(number)).toHaveLength(allowed)
      await t.app.db.delete(rateLimits).where(like(rateLimits.key, 'sms-hour%'))
    }
  })

  it('is not in the reply if a real provider sends it', async () => {
    const form = byPhone()
    const { sms } = t.app.config
    onTestFinished(() => {
      t.app.config.sms = sms
    })
    t.app.config.sms = { ...sms, provider: t.sandbox.phones.settings }
    const { verificationToken, registration: reference } = await t.as()(contract.registerStudent, { body: form })
    expect(verificationToken).toBe(reference)
    await verify({ number: form.number, verificationToken: await readCode(t, form.number) })
    expect(await findStudent(form.number)).toBeDefined()
  })
})

describe('a phone number that has an account', () => {
  it('S-09 gets a message instead of a code, the reply is the same, and its digits verify nothing', async () => {
    const owner = await open()
    const { reply, code } = await register(byPhone(owner.number))
    expect(Object.keys(reply).toSorted()).toEqual(Object.keys(owner.reply).toSorted())
    expect(reply).toMatchObject({ message: owner.reply.message, email: null })
    expect(code).toMatch(/^\d{6}$/)
    await t.texts(owner.number, 'You have a Baobab account with this number')
    expect((await refusal(verify({ number: owner.number, verificationToken: code }))).message).toBe(NOT_VERIFIED)
    expect((await findStudent(owner.number))?.username).toBe(owner.username)
  })

  it('S-09 is told at most as often as it would get codes', async () => {
    const owner = await open()
    for (let n = 0; n < 5; n += 1) await register(byPhone(owner.number))
    await t.texts(owner.number, 'You have a Baobab account', 2)
    const { code, number } = await register()
    await t.texts(number, code)
    expect(t.sandbox.phones.messages(owner.number)).toHaveLength(3)
  })

  it('stays with who proved it first: the other registration’s code counts as wrong', async () => {
    const number = newNumber()
    const [first, second] = [await register(byPhone(number)), await register(byPhone(number))]
    await readCode(t, number, 2)
    const verifyOwn = ({ code, reference }: typeof first) =>
      verify({ number, verificationToken: code, registration: reference })
    await verifyOwn(first)
    expect((await refusal(verifyOwn(second))).message).toBe(NOT_VERIFIED)
    expect((await findStudent(number))?.username).toBe(first.username)
  })

  it('that somebody only typed is free: an unproved number does not stop its owner', async () => {
    const number = newNumber()
    await makeStudent(t, { number })
    const { username } = await open(number)
    expect((await findStudent(number))?.username).toBe(username)
  })
})

it('keeps at most five registrations of a number', async () => {
  const number = newNumber()
  for (let n = 0; n < 7; n += 1) {
    await register(byPhone(number))
    t.app.clock.advance(CODE_MS + 1_000)
  }
  expect(await findRegistrations(number)).toHaveLength(5)
})

it('a password like the number is refused', async () => {
  const form = byPhone()
  expect(form.password).toBe(PASSWORD)
  const error = await refusal(t.as()(contract.registerStudent, { body: { ...form, password: 'Password1' } }))
  expect(error.errors).toEqual([{ path: 'password', message: 'Please choose a less common password.' }])
})
