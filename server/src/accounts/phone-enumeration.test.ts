// Tests that nobody learns whether a phone number has an account.
import * as contract from '@baobab/contract/accounts/endpoints.ts'
import type { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import { drizzle } from 'drizzle-orm/node-postgres'
import { describe, expect, it } from 'vitest'
import { registration, unique } from '../../test/factories.ts'
import { openStillTestApp, type TestApp } from '../../test/harness.ts'
import { newNumber, readCode } from '../../test/phones.ts'
import { generateToken } from '../platform/security/tokens.ts'
import { registerStudent } from './register.ts'
import { resendCode } from './resend-code.ts'
import { verifyEmail } from './verify-email.ts'

const t = await openStillTestApp({ GUARDIAN_CONSENT: 'under-13' })

type Changes = { username?: string; birth?: string; guardianNumber?: string }
function byPhone(number: string, { guardianNumber, ...changes }: Changes = {}) {
  const { email: _, ...form } = registration({ number, ...changes })
  return { ...form, verifyBy: 'sms' as const, ...(guardianNumber ? { guardianNumber } : {}) }
}
const register = (number: string, changes: Changes = {}) =>
  t.as()(contract.registerStudent, { body: byPhone(number, changes) })
const verify = (body: { number: string; verificationToken: string; registration?: string }) =>
  t.as()(contract.verifyEmail, { body })
const resend = (body: { number: string; registration?: string }) => t.as()(contract.resendCode, { body })

/** Returns the status and message of a call, whether or not it succeeds. */
const outcome = (call: Promise<{ message: string }>) =>
  call.then(
    ({ message }) => ({ status: 200, message }),
    ({ status, code, message }: ApiError) => ({ status, code, message }),
  )

/** Proves a number, which opens an account or, for a child, waits for a guardian. */
async function prove(changes: Changes = {}): Promise<string> {
  const number = newNumber()
  const { verificationToken, registration: reference } = await register(number, changes)
  await readCode(t, number)
  await verify({ number, verificationToken, registration: reference })
  return number
}
const proveWaiting = () => prove({ birth: '2018-05-01', guardianNumber: newNumber() })

/** Runs the same attack on the number of an account, of a child who waits for a guardian, and of nobody. */
async function attackAll<T>(attack: (number: string) => Promise<T>): Promise<[known: T, waiting: T, unknown: T]> {
  const numbers = [await prove(), await proveWaiting()] as const
  // Registering starts a wait of a minute for the number.
  t.app.clock.advance(61_000)
  return [await attack(numbers[0]), await attack(numbers[1]), await attack(newNumber())]
}

/** Records the SQL statements that an action runs. */
async function recordStatements(action: (app: TestApp['app']) => Promise<unknown>): Promise<string[]> {
  const sent: string[] = []
  const logger = { logQuery: (statement: string) => sent.push(statement.split(' ').slice(0, 3).join(' ')) }
  await action({ ...t.app, db: drizzle({ client: t.app.pool, casing: 'snake_case', logger }) })
  return sent
}

describe('whether a phone number has an account is not revealed', () => {
  it('S-09 by registering it, or a username twice', async () => {
    const [known, waiting, unknown] = await attackAll(async (number) => {
      const username = unique('u')
      const reply = await register(number, { username })
      return [
        Object.keys(reply).toSorted(),
        reply.email,
        /^\d{6}$/.test(reply.verificationToken),
        await outcome(register(number, { username })),
        await outcome(register(newNumber(), { username })),
      ]
    })
    expect(unknown).toMatchObject([expect.any(Array), null, true, { status: 409 }, { status: 409 }])
    expect(known).toEqual(unknown)
    expect(waiting).toEqual(unknown)
  })

  it('S-09 by asking for codes, with or without a reference', async () => {
    const [known, waiting, unknown] = await attackAll(async (number) => {
      const reference = generateToken()
      const outcomes = []
      for (const changes of [{}, {}, { registration: reference }, { registration: reference }])
        outcomes.push(await outcome(resend({ number, ...changes })))
      return outcomes
    })
    expect(unknown.map(({ status }) => status)).toEqual([200, 429, 200, 429])
    expect(unknown[0]?.message).toBe('If this phone number is not verified yet, we have sent it a code.')
    expect(known).toEqual(unknown)
    expect(waiting).toEqual(unknown)
  })

  it.each([true, false])('S-09 by wrong codes (after registering it: %s)', async (isRegistered) => {
    const [known, waiting, unknown] = await attackAll(async (number) => {
      const right = isRegistered ? (await register(number)).verificationToken : ''
      const verificationToken = right === '000000' ? '111111' : '000000'
      const outcomes = []
      for (let n = 0; n < 6; n += 1) outcomes.push(await outcome(verify({ number, verificationToken })))
      return outcomes
    })
    expect(unknown.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 429])
    for (const { message } of unknown) expect(message).not.toMatch(/email/i)
    expect(known).toEqual(unknown)
    expect(waiting).toEqual(unknown)
  })

  it('S-09 by the number of text messages: each registration and each code is one', async () => {
    const [known, unknown] = [await prove(), newNumber()]
    for (const number of [known, unknown]) {
      await register(number)
      await register(number)
    }
    await t.texts(known, 'You have a Baobab account', 2)
    await readCode(t, unknown, 2)
    expect(t.sandbox.phones.messages(known)).toHaveLength(3)
    expect(t.sandbox.phones.messages(unknown)).toHaveLength(2)
  })

  it.each([
    ['registering', (app: TestApp['app'], number: string) => registerStudent(app, byPhone(number))],
    ['asking for a code', (app: TestApp['app'], number: string) => resendCode(app, { email: number })],
    [
      'entering a wrong code',
      (app: TestApp['app'], number: string) =>
        expect(verifyEmail(app, { email: number, verificationToken: 'wrong' })).rejects.toThrow('Verification failed!'),
    ],
  ])('S-09 by the statements of %s', async (_name, action) => {
    const [known, waiting, unknown] = await attackAll((number) => recordStatements((app) => action(app, number)))
    expect(unknown.length).toBeGreaterThan(3)
    expect(known).toEqual(unknown)
    expect(waiting).toEqual(unknown)
  })
})
