// Tests attacks on registrations: finding out which emails have an account, and taking over an address before its owner has
// verified it.
import * as contract from '@baobab/contract/accounts/endpoints.ts'
import { eraseAccount } from '@baobab/contract/privacy/endpoints.ts'
import type { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openStillTestApp } from '../../test/harness.ts'
import { collectStatements, nameSender } from '../../test/collect-statements.ts'
import { makeStudent, PASSWORD, registration, unique } from '../../test/factories.ts'
import { makePhoneStudent, newNumber } from '../../test/phone-students.ts'
import type { Refusal } from '../platform/http/errors.ts'
import { generateToken } from '../platform/security/tokens.ts'
import { refusal } from '../../test/refusal.ts'
import { waitFor } from '../../test/wait-for.ts'

const CODE_MAIL = 'is your Baobab code'

const t = await openStillTestApp()

const register = (changes: Parameters<typeof registration>[0] = {}) =>
  t.as()(contract.registerStudent, { body: registration(changes) })

/** Returns the status and message of a call, whether or not it succeeds. */
const outcome = (call: Promise<{ message: string }>) =>
  call.then(
    ({ message }) => ({ status: 200, message }),
    ({ status, code, message }: ApiError) => ({ status, code, message }),
  )

/** Runs the same attack on an account's address and on an unused one. */
async function attackBoth<T>(attack: (email: string) => Promise<T>): Promise<[known: T, unknown: T]> {
  const owner = await makeStudent(t)
  return [await attack(owner.email), await attack(`${unique('x')}@nowhere.example`)]
}

describe('whether an email has an account is not revealed', () => {
  it('R-07 by logging in after registering it', async () => {
    const [known, unknown] = await attackBoth(async (email) => {
      await register({ email, password: 'Stranger7x' })
      const logIn = (password: string) => outcome(t.as()(contract.logInStudent, { body: { email, password } }))
      return [await logIn('Stranger7x'), await logIn('Wrong7pass')]
    })
    expect(known).toMatchObject([{ status: 403, code: 'email_unverified' }, { status: 401 }])
    expect(known).toEqual(unknown)
  })

  it('R-07 by registering a username twice', async () => {
    const [known, unknown] = await attackBoth(async (email) => {
      const username = unique('u')
      const attempts = [email, email, `${username}@other.example`]
      return [
        await outcome(register({ email, username })),
        await outcome(register({ email, username })),
        await outcome(register({ email: attempts[2] ?? '', username })),
      ]
    })
    expect(known.map(({ status }) => status)).toEqual([200, 409, 409])
    expect(known).toEqual(unknown)
  })

  it('R-07 by what happens to its registration when the account is erased', async () => {
    const owner = await makeStudent(t)
    const strangers = []
    for (const email of [owner.email, `${unique('x')}@nowhere.example`]) {
      const form = registration({ email, password: 'Stranger7x' })
      strangers.push({ form, ...(await register(form)) })
    }
    await t.as(owner.token)(eraseAccount, { body: { password: PASSWORD } })
    t.app.clock.advance(61_000)
    const [known, unknown] = await Promise.all(
      strangers.map(async ({ form: { email, username }, registration: reference, verificationToken }) => {
        const logIn = (password: string) => outcome(t.as()(contract.logInStudent, { body: { email, password } }))
        const target = { email, registration: reference }
        const wrong = verificationToken === '000000' ? '111111' : '000000'
        return [
          await logIn('Stranger7x'),
          await logIn('Wrong7pass'),
          await outcome(register({ username })),
          await outcome(t.as()(contract.verifyEmail, { body: { ...target, verificationToken: wrong } })),
          await outcome(t.as()(contract.resendCode, { body: target })),
          await outcome(t.as()(contract.resendCode, { body: target })),
        ]
      }),
    )
    expect(known?.map(({ status }) => status)).toEqual([403, 401, 409, 400, 200, 429])
    expect(known).toEqual(unknown)
  })

  it.each([true, false])('R-04 by wrong codes (after registering it: %s)', async (isRegistered) => {
    const [known, unknown] = await attackBoth(async (email) => {
      const right = isRegistered ? (await register({ email })).verificationToken : ''
      const verificationToken = right === '000000' ? '111111' : '000000'
      const outcomes = []
      for (let n = 0; n < 6; n += 1)
        outcomes.push(await outcome(t.as()(contract.verifyEmail, { body: { email, verificationToken } })))
      return outcomes
    })
    expect(known.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 429])
    expect(known).toEqual(unknown)
  })
})

describe('whether an email has an account or someone else’s registration is not revealed', () => {
  it('R-07 by asking for codes, with or without a reference', async () => {
    const pending = registration()
    await register(pending)
    const attack = async (email: string) => {
      // Every registration of an email starts a one-minute wait.
      t.app.clock.advance(61_000)
      const reference = generateToken()
      const outcomes = []
      for (const changes of [{}, {}, { registration: reference }, { registration: reference }])
        outcomes.push(await outcome(t.as()(contract.resendCode, { body: { email, ...changes } })))
      return outcomes
    }
    const [known, unknown] = await attackBoth(attack)
    expect(unknown.map(({ status }) => status)).toEqual([200, 429, 200, 429])
    expect(known).toEqual(unknown)
    expect(await attack(pending.email)).toEqual(unknown)
  })
})

/** Counts the passwords that an action hashes or compares, using a copy of the modules with counted hashing. */
async function countHashes(email: string, password: string): Promise<number> {
  const { logInStudent } = await import('./log-in.ts')
  hashes = 0
  const login = logInStudent(t.app, { email, password }, { address: '127.0.0.1', userAgent: 'test' })
  await expect(login).rejects.toThrow(/^(Login failed|Please verify your email)/)
  return hashes
}
let hashes = 0
/** Hashing waits for this promise. */
let gate = Promise.resolve()

describe('how many passwords a failed login compares', () => {
  beforeAll(() => {
    vi.doMock('@node-rs/argon2', async (importOriginal) => {
      const { hash, verify } = await importOriginal<typeof import('@node-rs/argon2')>()
      const counted =
        <Args extends unknown[], Result>(work: (...args: Args) => Result) =>
        async (...args: Args) => {
          hashes += 1
          await gate
          return work(...args)
        }
      return { hash: counted(hash), verify: counted(verify) }
    })
    vi.resetModules()
  })
  afterAll(() => {
    vi.doUnmock('@node-rs/argon2')
    vi.resetModules()
  })

  it('R-15 is limited: beyond a hundred waiting logins, further ones are refused while other calls are answered', async () => {
    const { logInStudent } = await import('./log-in.ts')
    await countHashes(`${unique('n')}@nowhere.example`, 'Wrong7pass')
    const { promise, resolve } = Promise.withResolvers<void>()
    gate = promise
    const outcomes: string[] = []
    const logIn = (n: number) =>
      logInStudent(
        t.app,
        { email: `${unique('n')}@nowhere.example`, password: 'Wrong7pass' },
        { address: `198.51.100.${n}`, userAgent: 'test' },
      ).catch(({ code, details }: Pick<Refusal, 'code' | 'details'>) => {
        outcomes.push(`${code} ${details.retryAfterSeconds ?? 0}`)
      })
    const flood = Promise.all(Array.from({ length: 150 }, (_, n) => logIn(n)))
    await waitFor(() => expect(outcomes).toHaveLength(48))
    expect(new Set(outcomes)).toEqual(new Set(['busy 2']))
    expect((await t.http.inject('/api/videos')).statusCode).toBe(200)
    resolve()
    await flood
    expect(outcomes.filter((one) => one === 'login_failed 0')).toHaveLength(102)
  })

  it('R-08 is the same for every email, whatever registrations it has', async () => {
    const nobody = () => `${unique('n')}@nowhere.example`
    const [owner, pending] = [await makeStudent(t), registration()]
    await register(pending)
    // The first comparison without an account creates the hash to compare with.
    await countHashes(nobody(), 'Wrong7pass')
    const [taken, crowded] = [await makeStudent(t), nobody()]
    for (let n = 0; n < 4; n += 1) {
      await register({ email: taken.email })
      await register({ email: crowded })
    }
    for (const email of [nobody(), owner.email, pending.email, taken.email, crowded])
      expect(await countHashes(email, 'Wrong7pass')).toBe(2)
    expect(await countHashes(crowded, PASSWORD)).toBe(2)
    const { number, username } = await makePhoneStudent(t)
    for (const name of [number, username, newNumber(), unique('n')])
      expect(await countHashes(name, 'Wrong7pass')).toBe(2)
  })

  it('R-08 and which statements it runs are the same for every email, username and phone number', async () => {
    const { logInStudent } = await import('./log-in.ts')
    const { email, number, username } = await makePhoneStudent(t, { hasEmail: true })
    const lists = []
    for (const name of [`${unique('n')}@nowhere.example`, email, number, username, newNumber(), unique('n')]) {
      const login = () =>
        logInStudent(t.app, { email: name, password: 'Wrong7pass' }, { address: '198.51.100.9', userAgent: 'test' })
      const statements = await collectStatements(() => nameSender(name, () => login().catch(() => undefined)))
      lists.push(statements.filter(({ sender }) => sender === name).map(({ text }) => text))
    }
    expect(lists[0]?.length).toBeGreaterThan(4)
    for (const list of lists) expect(list).toEqual(lists[0])
  })
})

describe('a stranger who registers someone else’s address', () => {
  it('gets no account from the code that its owner enters', async () => {
    const mine = registration({ password: PASSWORD })
    await register(mine)
    const stranger = registration({ email: mine.email, password: 'Stranger7x' })
    await register(stranger)
    const mails = await t.mails(mine.email, CODE_MAIL, 2)
    for (const { text } of mails) {
      const verificationToken = /\b\d{6}\b/.exec(text)?.[0] ?? ''
      await refusal(t.as()(contract.verifyEmail, { body: { email: mine.email, verificationToken } }))
    }
    const login = t.as()(contract.logInStudent, { body: { email: mine.email, password: 'Stranger7x' } })
    expect((await refusal(login)).code).toBe('email_unverified')
  })
})
