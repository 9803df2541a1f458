// Attempts to take over a guardian's account, or to learn who has one.
import * as contract from '@baobab/contract/guardians/endpoints.ts'
import { verifyEmail } from '@baobab/contract/accounts/endpoints.ts'
import { readStudentProfile } from '@baobab/contract/profile/endpoints.ts'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { openConnections } from '../../test/connections.ts'
import { makeStudent, PASSWORD, registration, unique } from '../../test/factories.ts'
import { makeChild, makeGuardian } from '../../test/guardians.ts'
import { openStillTestApp } from '../../test/harness.ts'
import { refusal } from '../../test/refusal.ts'
import { registerStudent } from '../accounts/register.ts'
import { deriveGuardianCode } from './codes.ts'
import { guardianCodes, guardianRegistrations, guardians } from './tables.ts'

const t = await openStillTestApp()
const api = t.as()
const connections = await openConnections(t)
const NEW_PASSWORD = 'Papaya9tree!'
const MINUTE_MS = 60_000

const form = (email: string) => ({ name: 'Mama Ada', email, password: PASSWORD })
const newEmail = () => `${unique('g')}@home.example`
const wrongOf = (code: string) => (code === '000000' ? '000001' : '000000')

/** Asks for a reset code and returns the mailed digits. */
async function askForCode(email: string): Promise<string> {
  await api(contract.forgotGuardianPassword, { body: { email } })
  const [mail] = await t.mails(email, 'is your Baobab code')
  return /\d{6}/.exec(mail?.subject ?? '')?.[0] ?? ''
}
const reset = (email: string, code: string, device?: string) =>
  api(contract.resetGuardianPassword, {
    body: { email, code, newPassword: NEW_PASSWORD, ...(device === undefined ? {} : { device }) },
  })

it('R-60 five wrong codes block the right one, for a registration and for a new password', async () => {
  const email = newEmail()
  const { verificationToken: code, registration: reference } = await api(contract.registerGuardian, {
    body: form(email),
  })
  const verify = (verificationToken: string) =>
    api(contract.verifyGuardian, { body: { email, verificationToken, registration: reference } })
  for (let n = 0; n < 5; n += 1)
    expect(await refusal(verify(wrongOf(code)))).toMatchObject({ code: 'verification_failed' })
  expect(await refusal(verify(code))).toMatchObject({ status: 429 })

  const { address } = await makeGuardian(t)
  const resetCode = await askForCode(address)
  for (let n = 0; n < 5; n += 1)
    expect(await refusal(reset(address, wrongOf(resetCode)))).toMatchObject({ errors: [{ path: 'code' }] })
  expect(await refusal(reset(address, resetCode))).toMatchObject({ status: 429 })
})

it('R-60 strangers who use up the tries at a code do not lock out the browser the guardian logged in with', async () => {
  const { address } = await makeGuardian(t)
  const { device } = await api(contract.logInGuardian, { body: { email: address, password: PASSWORD } })
  const code = await askForCode(address)
  for (let n = 0; n < 5; n += 1) await refusal(reset(address, wrongOf(code)))
  await reset(address, code, device)
  await api(contract.logInGuardian, { body: { email: address, password: NEW_PASSWORD } })
})

it('R-60 a reset code works once, for fifteen minutes, and ends every session', async () => {
  const made = await makeGuardian(t)
  const first = await askForCode(made.address)
  t.app.clock.advance(15 * MINUTE_MS + 1_000)
  expect(await refusal(reset(made.address, first))).toMatchObject({ errors: [{ path: 'code' }] })
  await api(contract.forgotGuardianPassword, { body: { email: made.address } })
  const [row] = await t.app.db.select().from(guardianCodes).where(eq(guardianCodes.guardianId, made.id))
  const code = deriveGuardianCode(t.app, { id: row?.id ?? '', use: 'reset' })
  await reset(made.address, code)
  expect(await refusal(t.as(made.token)(contract.readGuardian, {}))).toMatchObject({ code: 'unauthorised' })
  expect(await refusal(reset(made.address, code))).toMatchObject({ errors: [{ path: 'code' }] })
})

it('R-61 a number without a login for 180 days resets no password', async () => {
  const { id } = await makeGuardian(t)
  const number = '+2348031112301'
  const values = { address: number, addressKey: number }
  await t.app.db.update(guardians).set(values).where(eq(guardians.id, id))
  const silentSince = (days: number) =>
    t.app.db
      .update(guardians)
      .set({ lastActiveAt: new Date(t.app.clock.now().getTime() - days * 24 * 60 * MINUTE_MS) })
      .where(eq(guardians.id, id))
  const countCodes = () => t.app.db.$count(guardianCodes, eq(guardianCodes.guardianId, id))
  await silentSince(180)
  await api(contract.forgotGuardianPassword, { body: { number } })
  expect(await countCodes()).toBe(0)
  await silentSince(179)
  await api(contract.forgotGuardianPassword, { body: { number } })
  expect(await countCodes()).toBe(1)
})

it("R-62 a student's code opens no guardian's account, and a guardian's code no student's", async () => {
  const student = registration()
  const email = student.email ?? ''
  const ofStudent = await registerStudent(t.app, student)
  const ofGuardian = await api(contract.registerGuardian, { body: form(email) })
  const asGuardian = { email, verificationToken: ofStudent.verificationToken, registration: ofGuardian.registration }
  const asStudent = { email, verificationToken: ofGuardian.verificationToken, registration: ofStudent.registration }
  expect(await refusal(api(contract.verifyGuardian, { body: asGuardian }))).toMatchObject({
    code: 'verification_failed',
  })
  expect(await refusal(api(verifyEmail, { body: asStudent }))).toMatchObject({ code: 'verification_failed' })
  // Both accounts may have the same address.
  const { verificationToken, registration: reference } = ofGuardian
  await api(contract.verifyGuardian, { body: { email, verificationToken, registration: reference } })
})

it('R-62 tokens of guardians and students do not open the other kind of account', async () => {
  const [guardian, student] = [await makeGuardian(t), await makeStudent(t)]
  const params = { username: student.username }
  expect(await refusal(t.as(guardian.token)(readStudentProfile, { params }))).toMatchObject({ code: 'forbidden' })
  expect(await refusal(t.as(student.token)(contract.readGuardian, {}))).toMatchObject({ code: 'forbidden' })
})

it('R-63 registering, resending, logging in and resetting reply the same for known and unknown addresses', async () => {
  const known = (await makeGuardian(t)).address
  const unknown = newEmail()
  const ask = async (email: string) => {
    const registered = await api(contract.registerGuardian, { body: form(email) })
    return {
      message: registered.message,
      resent: await refusal(api(contract.resendGuardianCode, { body: { email } })).then(({ code }) => code),
      forgot: await api(contract.forgotGuardianPassword, { body: { email } }),
      wrong: (await refusal(reset(email, '123456'))).errors,
      verify: (await refusal(api(contract.verifyGuardian, { body: { email, verificationToken: '123456' } }))).code,
      login: (await refusal(api(contract.logInGuardian, { body: { email, password: 'Wrong9tree!' } }))).code,
    }
  }
  expect(await ask(known)).toEqual(await ask(unknown))
  // The owner is told, and the registration's code opens nothing.
  await t.mails(known, 'You already have a Baobab account')
  const isOwn = eq(guardianRegistrations.addressKey, known)
  const [pending] = await t.app.db.select().from(guardianRegistrations).where(isOwn)
  const isCode = eq(guardianCodes.registrationId, pending?.id ?? '')
  const [code] = await t.app.db.select().from(guardianCodes).where(isCode)
  const verificationToken = deriveGuardianCode(t.app, { id: code?.id ?? '', use: 'verify' })
  expect(await refusal(api(contract.verifyGuardian, { body: { email: known, verificationToken } }))).toMatchObject({
    code: 'verification_failed',
  })
})

it('R-64 of two registrations of one address that are verified at once, one becomes the account', async () => {
  const email = newEmail()
  const [first, second] = [
    await api(contract.registerGuardian, { body: form(email) }),
    await api(contract.registerGuardian, { body: { ...form(email), name: 'Papa Obi' } }),
  ]
  const outcomes = await Promise.all(
    [first, second].map(async ({ verificationToken, registration: reference }) => {
      const body = { email, verificationToken, registration: reference }
      return connections()(contract.verifyGuardian, { body }).then(
        () => 'open',
        () => 'refused',
      )
    }),
  )
  expect(outcomes.toSorted()).toEqual(['open', 'refused'])
  expect(await t.app.db.$count(guardians, eq(guardians.addressKey, email))).toBe(1)
})

it('R-64 a code that is entered twice at once resets the password once', async () => {
  const { address } = await makeGuardian(t)
  const code = await askForCode(address)
  const outcomes = await Promise.all(
    ['Papaya9tree!', 'Guava8river!'].map(async (newPassword) =>
      connections()(contract.resetGuardianPassword, { body: { email: address, code, newPassword } }).then(
        () => 'reset',
        () => 'refused',
      ),
    ),
  )
  expect(outcomes.toSorted()).toEqual(['refused', 'reset'])
})

it('R-65 a guardian with a child cannot be erased, and wrong passwords erase nothing', async () => {
  const made = await makeGuardian(t)
  const as = t.as(made.token)
  const wrong = await refusal(as(contract.eraseGuardian, { body: { password: 'Wrong9tree!' } }))
  expect(wrong).toMatchObject({ errors: [{ path: 'password' }] })
  await makeChild(t, made)
  expect(await refusal(as(contract.eraseGuardian, { body: { password: PASSWORD } }))).toMatchObject({
    status: 409,
    code: 'guardian_has_children',
  })
})

it('R-65 a guardian’s guesses in one browser slow only that browser down', async () => {
  const { address } = await makeGuardian(t)
  const { device } = await api(contract.logInGuardian, { body: { email: address, password: PASSWORD } })
  const guess = () => refusal(api(contract.logInGuardian, { body: { email: address, password: 'Wrong9tree!' } }))
  for (let n = 0; n < 5; n += 1) await guess()
  expect(await guess()).toMatchObject({ status: 429 })
  await api(contract.logInGuardian, { body: { email: address, password: PASSWORD, device } })
})
