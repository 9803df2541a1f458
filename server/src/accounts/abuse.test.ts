// Tests attacks on accounts: finding out who has one, guessing codes, flooding an address with mail, reusing old links.
import { eq, like } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import * as contract from '@baobab/contract/accounts/endpoints.ts'
import { UNVERIFIED_HOLDS_MS } from '@baobab/contract/accounts/rules.ts'
import { describe, expect, it } from 'vitest'
import { refusal } from '../../test/refusal.ts'
import { startTestApp, type TestApp, openTestApp } from '../../test/harness.ts'
import { makeStudent, PASSWORD, registration, unique } from '../../test/factories.ts'
import { deriveResetToken } from './account-mails.ts'
import { logInStudent } from './log-in.ts'
import { insertRegistration, registerStudent } from './register.ts'
import { resendCode } from './resend-code.ts'
import { forgotPassword } from './reset-password.ts'
import { rateLimits } from '../platform/database/tables.ts'
import { generateToken } from '../platform/security/tokens.ts'
import { emailCodes, passwordResets, registrations, sessions, students } from './tables.ts'

const t = await openTestApp({ GUARDIAN_CONSENT: 'under-13' })

const address = '192.0.2.7'
const CODE_MAIL = 'is your Baobab code'
type Form = Parameters<typeof registration>[0] & { guardianEmail?: string }
async function register({ guardianEmail, ...form }: Form) {
  const body = { ...registration(form), ...(guardianEmail ? { guardianEmail } : {}) }
  return { ...(await t.as()(contract.registerStudent, { body })), email: body.email }
}
const findStudent = async (email: string) =>
  (await t.app.db.select().from(students).where(eq(students.emailKey, email)))[0]

/** Records the SQL statements that an action runs. */
async function recordStatements(action: (app: TestApp['app']) => Promise<unknown>): Promise<string[]> {
  const sent: string[] = []
  const logger = { logQuery: (statement: string) => sent.push(statement.split(' ').slice(0, 3).join(' ')) }
  await action({ ...t.app, db: drizzle({ client: t.app.pool, casing: 'snake_case', logger }) })
  return sent
}

describe('whether an email has an account', () => {
  it.each([
    ['registering', (app: TestApp['app'], email: string) => registerStudent(app, registration({ email }))],
    ['asking for a code', (app: TestApp['app'], email: string) => resendCode(app, { email })],
    ['forgetting a password', (app: TestApp['app'], email: string) => forgotPassword(app, { email })],
    [
      'forgetting a password in a browser that is not known',
      (app: TestApp['app'], email: string) => forgotPassword(app, { email, device: generateToken() }),
    ],
    [
      'logging in with a wrong password',
      (app: TestApp['app'], email: string) =>
        expect(
          logInStudent(app, { email, password: 'Wrong7pass', device: generateToken() }, { address, userAgent: 'test' }),
        ).rejects.toThrow('Login failed!'),
    ],
  ])('R-07 R-08 R-09 does not change the statements of %s', async (_name, action) => {
    const owner = await makeStudent(t)
    const email = `${unique('w')}@school.example`
    const { verificationToken } = await register({ email, birth: '2018-05-01', guardianEmail: `parent-${email}` })
    expect((await t.as()(contract.verifyEmail, { body: { email, verificationToken } })).guardianEmail).not.toBeNull()
    t.app.clock.advance(61_000)
    const [known, waiting, unknown] = [
      await recordStatements((app) => action(app, owner.email)),
      await recordStatements((app) => action(app, email)),
      await recordStatements((app) => action(app, `${unique('x')}@nowhere.example`)),
    ]
    expect(known.length).toBeGreaterThan(3)
    expect(known).toEqual(unknown)
    expect(waiting).toEqual(unknown)
  })
})

describe('codes', () => {
  it('R-04 R-32 are limited to five an hour per email, whatever reference is used, so that guessing is hopeless', async () => {
    const email = `${unique('v')}@victim.example`
    for (let i = 0; i < 5; i += 1) await register({ email })
    const username = unique('u')
    const { verificationToken, registration: reference } = await register({ email, username })
    expect(verificationToken).toMatch(/^\d{6}$/)
    const codes = await t.app.db
      .select()
      .from(emailCodes)
      .innerJoin(registrations, eq(registrations.id, emailCodes.registrationId))
      .where(eq(registrations.emailKey, email))
    expect(codes.map((row) => row.registrations.username)).not.toContain(username)
    t.app.clock.advance(61_000)
    await t.as()(contract.resendCode, { body: { email, registration: reference } })
    const call = t.as()(contract.verifyEmail, { body: { email, verificationToken, registration: reference } })
    expect((await refusal(call)).status).toBe(400)
    // Mails are sent in order: once this one has arrived, every mail queued before it has too.
    const last = `${unique('l')}@victim.example`
    await register({ email: last })
    await t.mails(last, CODE_MAIL)
    // A mail is dropped if its code was replaced before the mail was sent.
    expect((await t.mails(email, CODE_MAIL)).length).toBeLessThanOrEqual(5)
  })

  it('R-32 can be requested without a reference twice an hour and six times a day', async () => {
    const { email } = await register({})
    const request = () => t.app.rateLimits.consumeMailQuota('code-without-reference', email)
    const allowed: boolean[] = []
    for (let hour = 0; hour < 4; hour += 1) {
      allowed.push(await request(), await request(), await request())
      await t.app.db.delete(rateLimits).where(like(rateLimits.key, 'mail-hour:%'))
    }
    expect(allowed).toEqual([true, true, false, true, true, false, true, true, false, false, false, false])
  })

  it('R-04 that are blocked fail with an error that says when to try again', async () => {
    const { email, verificationToken } = await register({})
    const wrong = verificationToken === '000000' ? '111111' : '000000'
    const verify = () => refusal(t.as()(contract.verifyEmail, { body: { email, verificationToken: wrong } }))
    for (let i = 0; i < 5; i += 1) await verify()
    expect(await verify()).toMatchObject({ status: 429, retryAfter: 60 })
  })
})

it('R-04 each mail allows five new tries without a reference, and a registration that gets no mail allows none', async () => {
  const email = `${unique('n')}@victim.example`
  const guess = async (spelling = email) => {
    const body = { email: spelling, verificationToken: 'x'.repeat(6) }
    return (await refusal(t.as()(contract.verifyEmail, { body }))).status
  }
  const guessSixTimes = async () => {
    for (let n = 0; n < 5; n += 1) expect(await guess()).toBe(400)
    expect(await guess(email.toUpperCase())).toBe(429)
  }
  await guessSixTimes()
  for (let n = 0; n < 5; n += 1) await register({ email })
  await guessSixTimes()
  await register({ email })
  expect(await guess()).toBe(429)
})

describe('a registration that is waiting for a guardian', () => {
  const wait = async () => {
    const form = registration({ birth: '2018-05-01' })
    const { verificationToken } = await register({ ...form, guardianEmail: `parent-${form.email}` })
    await t.as()(contract.verifyEmail, { body: { email: form.email, verificationToken } })
    return form
  }

  it('is the one used at login, even if its email is registered again with the same password', async () => {
    const { email, password } = await wait()
    await register({ email, password })
    const login = t.as()(contract.logInStudent, { body: { email, password } })
    expect((await refusal(login)).code).toBe('consent_needed')
  })

  it('keeps its username for more than seven days, even against a registration made while the name was free', async () => {
    const { username, email } = await wait()
    const createdAt = new Date(t.app.clock.now().getTime() - UNVERIFIED_HOLDS_MS - 1_000)
    await t.app.db.update(registrations).set({ createdAt }).where(eq(registrations.emailKey, email))
    const late = {
      ...registration({ username }),
      verifyBy: 'email' as const,
      passwordHash: '',
      guardianEmail: null,
      guardianNumber: null,
    }
    const inserting = t.app.db.transaction((tx) => insertRegistration(t.app, tx, late))
    await expect(inserting).rejects.toMatchObject({ code: 'username_taken' })
  })
})

it('R-32 a guardian gets at most five requests an hour across all registrations', async () => {
  const guardianEmail = `${unique('g')}@home.example`
  const ask = async (address: string) => {
    const form = { birth: '2018-05-01', guardianEmail: address }
    const { email, verificationToken, registration: reference } = await register(form)
    await t.as()(contract.verifyEmail, { body: { email, verificationToken, registration: reference } })
  }
  for (let i = 0; i < 7; i += 1) await ask(guardianEmail)
  const last = `${unique('l')}@home.example`
  await ask(last)
  await t.mails(last, 'consent')
  expect(await t.mails(guardianEmail, 'consent')).toHaveLength(5)
})

describe('a new password', () => {
  const requestReset = async (email: string) => {
    await forgotPassword(t.app, { email })
    const row = await findStudent(email)
    const rows = await t.app.db
      .select()
      .from(passwordResets)
      .where(eq(passwordResets.studentId, row?.id ?? ''))
    return rows.map(({ id }) => deriveResetToken(t.app, id))
  }
  const reset = (email: string, token: string) =>
    t.as()(contract.resetPassword, { body: { email, token, newPassword: 'Papaya9tree' } })

  it('R-17 invalidates all other mailed reset links', async () => {
    const student = await makeStudent(t)
    await requestReset(student.email)
    const [first = '', second = ''] = await requestReset(student.email)
    await reset(student.email, first)
    expect((await refusal(reset(student.email, second))).status).toBe(400)
  })

  it('R-18 fails logins that are still comparing the old password', async () => {
    const student = await makeStudent(t)
    const [token = ''] = await requestReset(student.email)
    const outcomes = await Promise.allSettled([
      reset(student.email, token),
      ...Array.from({ length: 4 }, () =>
        t.as()(contract.logInStudent, { body: { email: student.email, password: PASSWORD } }),
      ),
    ])
    expect(outcomes[0]?.status).toBe('fulfilled')
    expect(await t.app.db.select().from(sessions).where(eq(sessions.studentId, student.id))).toEqual([])
  })
})

describe('with real mail', () => {
  it('R-03 the registration reply contains nothing that verifies the email', async () => {
    const mailing = await startTestApp({ SMTP_URL: 'smtp://127.0.0.1:1' })
    try {
      const body = registration()
      const reply = await mailing.as()(contract.registerStudent, { body })
      for (const verificationToken of [reply.verificationToken, reply.registration, body.email]) {
        const verifying = mailing.as()(contract.verifyEmail, { body: { email: body.email, verificationToken } })
        expect((await refusal(verifying)).message).toBe('Verification failed! Please try again.')
      }
    } finally {
      await mailing.close()
    }
  })
})
