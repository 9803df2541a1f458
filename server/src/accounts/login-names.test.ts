// Tests logging in with an email, a username or a proved phone number.
import * as contract from '@baobab/contract/accounts/endpoints.ts'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { makeStudent, PASSWORD, registration, unique } from '../../test/factories.ts'
import { openStillTestApp } from '../../test/harness.ts'
import { makePhoneStudent, newNumber } from '../../test/phone-students.ts'
import { refusal } from '../../test/refusal.ts'
import { hashRegistrationPassword } from './registration-passwords.ts'
import { registrations, students } from './tables.ts'

const WRONG = 'Wrong7pass'
const t = await openStillTestApp()

let addresses = 0
/** Returns a network address that no other test has used. */
function newAddress(): string {
  addresses += 1
  return `10.9.${addresses >> 8}.${addresses & 255}`
}

type Login = { name: string; password?: string; device?: string; address?: string }
const logIn = ({ name, password = PASSWORD, address = newAddress(), device }: Login) =>
  t.as(undefined, address)(contract.logInStudent, {
    body: { email: name, password, ...(device === undefined ? {} : { device }) },
  })
const statusOf = async (login: Login) =>
  logIn(login).then(
    () => 200,
    async (error: unknown) => (await refusal(Promise.reject(error))).status,
  )

/** Returns +2348031000001 as people in Nigeria write it: 0803 100 0001. */
const toNational = (number: string) => `0${number.slice(4, 7)} ${number.slice(7, 10)} ${number.slice(10)}`

describe('a student logs in', () => {
  it('with the email, the username or the proved phone number, however they are written', async () => {
    const { id, email, username, number } = await makePhoneStudent(t, { hasEmail: true })
    const names = [email, email.toUpperCase(), username, username.toUpperCase(), number, toNational(number)]
    for (const name of [...names, number.slice(1), `+234 (0)${number.slice(4)}`])
      expect((await logIn({ name })).studentData._id).toBe(id)
  })

  it('without an email, and the reply says that there is none', async () => {
    const { number, username } = await makePhoneStudent(t)
    expect((await logIn({ name: number })).studentData).toMatchObject({ username, email: null })
  })

  it('by username if it is somebody else’s phone number', async () => {
    const { number } = await makePhoneStudent(t)
    const older = await makeStudent(t)
    const username = number.slice(4)
    await t.app.db.update(students).set({ username, usernameKey: username }).where(eq(students.id, older.id))
    expect((await logIn({ name: username })).studentData._id).toBe(older.id)
    expect((await logIn({ name: `0${username}` })).studentData._id).not.toBe(older.id)
  })

  it('not with a phone number that is only typed in the profile', async () => {
    const number = newNumber()
    await makeStudent(t, { number })
    expect(await statusOf({ name: number })).toBe(401)
  })
})

describe('a wrong login', () => {
  it.each(['nobody', '08030000000', '12345', 'a b'])('gets the plain refusal for the name %s', async (name) => {
    expect(await refusal(logIn({ name }))).toMatchObject({
      status: 401,
      message: 'Login failed! Please check your credentials.',
    })
  })

  it('gets the sentence about emails if the name has an @', async () => {
    const { status, errors } = await refusal(logIn({ name: 'ada@' }))
    expect({ status, errors }).toEqual({ status: 400, errors: [{ path: 'email', message: 'Invalid email' }] })
  })
})

it('the password of a registration by phone number says that the number is not verified', async () => {
  const [form, number] = [registration(), newNumber()]
  const { registration: reference } = await t.as()(contract.registerStudent, { body: form })
  const passwordHash = await hashRegistrationPassword(t.app, { email: number, password: PASSWORD })
  await t.app.db
    .update(registrations)
    .set({ email: number, emailKey: number, verifyBy: 'sms', passwordHash })
    .where(eq(registrations.username, form.username))
  expect(await refusal(logIn({ name: toNational(number) }))).toMatchObject({
    status: 403,
    code: 'email_unverified',
    message: 'Please verify your phone number first.',
    registration: reference,
  })
  expect(await statusOf({ name: number, password: WRONG })).toBe(401)
})

it('a new username cannot look like a phone number', async () => {
  const register = (username: string) => t.as()(contract.registerStudent, { body: registration({ username }) })
  expect((await refusal(register('8031234567'))).errors).toEqual([
    { path: 'username', message: 'Username cannot look like a phone number' },
  ])
  await register('803123456')
})

describe('failed logins', () => {
  it('R-47 are counted for all names of an account together, which nobody can see', async () => {
    const { email, username, number } = await makePhoneStudent(t, { hasEmail: true })
    const address = newAddress()
    for (const name of [email, username, number, email, username])
      expect(await statusOf({ name, password: WRONG, address })).toBe(401)
    // The right password counts as wrong, and a wrong one gets the same reply, so neither shows that the names belong together.
    expect(await statusOf({ name: number, address })).toBe(401)
    expect(await statusOf({ name: number, password: WRONG, address })).toBe(401)
    expect(await statusOf({ name: number })).toBe(200)
    t.app.clock.advance(1_000)
    expect(await statusOf({ name: number, address })).toBe(200)
  })

  it('R-47 with a hundred from many addresses stop the rest, but not a browser that has logged in before', async () => {
    const { email, username, number } = await makePhoneStudent(t, { hasEmail: true })
    const { device } = await logIn({ name: email })
    for (let n = 0; n < 100; n += 1) await statusOf({ name: [email, username, number][n % 3] ?? '', password: WRONG })
    expect(await statusOf({ name: username })).toBe(401)
    for (const name of [email, username, number]) expect(await statusOf({ name, device })).toBe(200)
    t.app.clock.advance(60_000)
    expect(await statusOf({ name: username })).toBe(200)
  })

  it('R-10 with one phone number are counted together, however it is written', async () => {
    const { number } = await makePhoneStudent(t)
    const address = newAddress()
    const spellings = [number, toNational(number), number.slice(1), `00${number.slice(1)}`, number]
    for (const name of spellings) expect(await statusOf({ name, password: WRONG, address })).toBe(401)
    expect(await statusOf({ name: toNational(number), address })).toBe(429)
  })

  it('R-10 with an unknown name are counted like those with a known one', async () => {
    const { username } = await makePhoneStudent(t)
    const outcomes = []
    for (const name of [username, unique('n'), newNumber()]) {
      const address = newAddress()
      const statuses = []
      for (let n = 0; n < 6; n += 1) statuses.push(await statusOf({ name, password: WRONG, address }))
      outcomes.push(statuses)
    }
    expect(outcomes).toEqual(Array.from({ length: 3 }, () => [401, 401, 401, 401, 401, 429]))
  })
})
