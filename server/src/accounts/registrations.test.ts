// Tests the states of a registration: which code counts for it, what ends it, and what happens when several things happen at
// once.
import { randomUUID } from 'node:crypto'
import * as contract from '@baobab/contract/accounts/endpoints.ts'
import type { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import { eq, inArray, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { refusal } from '../../test/refusal.ts'
import { startTestApp, openTestApp } from '../../test/harness.ts'
import { makeStudent, PASSWORD, registration, unique } from '../../test/factories.ts'
import type { Tx } from '../platform/database/database.ts'
import { rateLimits } from '../platform/database/tables.ts'
import { deriveConsentToken, deriveVerificationCode } from './derive-code.ts'
import { hashRetiredUsername } from './queries.ts'
import { lockEmail, openAccount } from './registrations.ts'
import { removeStaleAccounts } from './remove-stale-accounts.ts'
import { retiredUsernames } from './erased-tables.ts'
import { emailCodes, registrations, students } from './tables.ts'
import { withdrawConsent } from '../privacy/withdraw-consent.ts'
import { generateToken } from '../platform/security/tokens.ts'
import { waitFor } from '../../test/wait-for.ts'

const CODE_MAIL = 'is your Baobab code'
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const t = await openTestApp({ GUARDIAN_CONSENT: 'under-13' })
beforeAll(async () => {
  // On a busy machine, one call may wait for another for longer than a request may take.
  t.app.pool.on('acquire', (client) => void client.query('set lock_timeout = 0; set statement_timeout = 0'))
})

type Form = Parameters<typeof registration>[0] & { guardianEmail?: string }

async function register({ guardianEmail, ...changes }: Form = {}) {
  const form = { ...registration(changes), ...(guardianEmail && { guardianEmail }) }
  const reply = await t.as()(contract.registerStudent, { body: form })
  return { ...form, reference: reply.registration, code: reply.verificationToken }
}
type Registered = Awaited<ReturnType<typeof register>>

const verify = (body: { email: string; verificationToken: string; registration?: string }) =>
  t.as()(contract.verifyEmail, { body })
const verifyOwn = ({ email, code, reference }: Registered) =>
  verify({ email, verificationToken: code, registration: reference })
const logIn = (email: string, password: string, reference?: string) =>
  t.as()(contract.logInStudent, { body: { email, password, ...(reference && { registration: reference }) } })
const ascending = (a: number, b: number) => a - b
const statusOf = (call: Promise<unknown>) =>
  call.then(
    () => 200,
    ({ status }: ApiError) => status,
  )
const findStudent = async (email: string) =>
  (await t.app.db.select().from(students).where(eq(students.emailKey, email)))[0]
const findRows = (email: string) => t.app.db.select().from(registrations).where(eq(registrations.emailKey, email))
/** Returns six digits that differ from all these codes. */
const wrongCode = (...codes: string[]) => ['000000', '111111', '222222'].find((code) => !codes.includes(code)) ?? ''
const advanceCooldown = () => t.app.clock.advance(61_000)
const resend = (body: { email: string; registration?: string }) => t.as()(contract.resendCode, { body })
/** Waits until a code is marked as mailed, which locks its row. */
async function untilMailed(registrationId: string): Promise<void> {
  await waitFor(async () => {
    const [code] = await t.app.db.select().from(emailCodes).where(eq(emailCodes.registrationId, registrationId))
    expect(code?.sentAt).toBeInstanceOf(Date)
  })
}
/** Returns the codes of an email's registrations, by username. */
async function findCodes(email: string): Promise<Record<string, string>> {
  const rows = await t.app.db
    .select({ username: registrations.username, id: emailCodes.id })
    .from(emailCodes)
    .innerJoin(registrations, eq(registrations.id, emailCodes.registrationId))
    .where(eq(registrations.emailKey, email))
  return Object.fromEntries(rows.map(({ username, id }) => [username, deriveVerificationCode(t.app, id)]))
}

/** The codes that can be confused: those of a registration, an earlier one, a later one and a stranger's. */
describe('a code', () => {
  type Sent = { code: 'own' | 'foreign' | 'wrong'; reference: 'own' | 'foreign' | 'unknown' | 'none' }
  type Case = Sent & { pending: 1 | 2; isTaken: boolean }
  const isRight = ({ pending, isTaken, code, reference }: Case) => {
    if (isTaken || code === 'wrong') return false
    if (reference === 'none') return pending === 1 && code === 'own'
    return reference === code
  }
  const all: Case[] = ([1, 2] as const).flatMap((pending) =>
    [false, true].flatMap((isTaken) =>
      (['own', 'foreign', 'wrong'] as const).flatMap((code) =>
        (['own', 'foreign', 'unknown', 'none'] as const).map((reference) => ({ pending, isTaken, code, reference })),
      ),
    ),
  )
  const cases = all.filter(
    ({ pending, code, reference }) => pending === 2 || (code !== 'foreign' && reference !== 'foreign'),
  )

  it.each(cases)(
    '$code, sent with $reference reference while $pending wait and the email is taken: $isTaken',
    async (one) => {
      const email = `${unique('c')}@school.example`
      const own = await register({ email })
      const foreign = one.pending === 2 ? await register({ email }) : own
      if (one.isTaken) {
        const { id } = await makeStudent(t)
        await t.app.db.update(students).set({ emailKey: email }).where(eq(students.id, id))
      }
      const code = { own: own.code, foreign: foreign.code, wrong: wrongCode(own.code, foreign.code) }[one.code]
      const references = { own: own.reference, foreign: foreign.reference, unknown: generateToken(), none: undefined }
      const reference = references[one.reference]
      const call = verify({ email, verificationToken: code, ...(reference && { registration: reference }) })
      expect(await statusOf(call)).toBe(isRight(one) ? 200 : 400)
      const meant = one.reference === 'foreign' ? foreign : own
      const names = [own, foreign].map(({ username }) => username)
      const verified = await t.app.db.select().from(students).where(inArray(students.username, names))
      expect(verified.map(({ username }) => username)).toEqual(isRight(one) ? [meant.username] : [])
    },
  )

  it('counts wrong tries by reference if there is one, otherwise by email', async () => {
    const email = `${unique('t')}@school.example`
    const [own, foreign] = [await register({ email }), await register({ email })]
    const wrong = wrongCode(own.code, foreign.code)
    for (let n = 0; n < 5; n += 1) {
      expect(await statusOf(verify({ email, verificationToken: wrong }))).toBe(400)
      expect(await statusOf(verify({ email, verificationToken: wrong, registration: foreign.reference }))).toBe(400)
    }
    expect(await statusOf(verify({ email, verificationToken: wrong }))).toBe(429)
    expect(await statusOf(verifyOwn(foreign))).toBe(429)
    expect(await statusOf(verifyOwn(own))).toBe(200)
  })

  it.each([true, false])(
    'R-04 R-05 can be tried again once there is a new code (sent with a reference: %s)',
    async (hasReference) => {
      const own = await register()
      const target = { email: own.email, ...(hasReference && { registration: own.reference }) }
      for (let n = 0; n < 5; n += 1) await statusOf(verify({ ...target, verificationToken: wrongCode(own.code) }))
      expect(await statusOf(verify({ ...target, verificationToken: own.code }))).toBe(429)
      await t.mails(own.email, CODE_MAIL)
      advanceCooldown()
      await t.as()(contract.resendCode, { body: target })
      const [mail] = await t.mails(own.email, CODE_MAIL, 2)
      const code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? ''
      expect(await statusOf(verify({ ...target, verificationToken: code }))).toBe(200)
    },
  )

  it('R-05 is replaced by a request with its registration’s reference, and without a reference only if there is one registration', async () => {
    const email = `${unique('r')}@school.example`
    const [first, second] = [await register({ email }), await register({ email })]
    advanceCooldown()
    await resend({ email })
    expect(await findCodes(email)).toEqual({ [first.username]: first.code, [second.username]: second.code })
    advanceCooldown()
    await resend({ email, registration: second.reference })
    const after = await findCodes(email)
    expect(after[first.username]).toBe(first.code)
    expect(after[second.username]).not.toBe(second.code)
  })
  it.each([
    { minutes: 14, isNew: false },
    { minutes: 16, isNew: true },
  ])(
    'that was mailed $minutes minutes ago is replaced by a request without a reference: $isNew',
    async ({ minutes, isNew }) => {
      const { email, username, code } = await register()
      const [row] = await findRows(email)
      if (!row) throw new Error('The registration was not stored.')
      await untilMailed(row.id)
      // The mail was handed over ten minutes after the code was made.
      const sentAt = new Date(row.createdAt.getTime() + 10 * MINUTE_MS)
      await t.app.db.update(emailCodes).set({ sentAt }).where(eq(emailCodes.registrationId, row.id))
      t.app.clock.advance((10 + minutes) * MINUTE_MS)
      await resend({ email })
      const { [username]: current = '' } = await findCodes(email)
      expect(current !== code).toBe(isNew)
      const [mail] = await t.mails(email, CODE_MAIL, 2)
      expect(mail?.text).toContain(current)
      // The mail says that the code works for 15 minutes.
      t.app.clock.advance(14 * MINUTE_MS)
      expect(await statusOf(verify({ email, verificationToken: current }))).toBe(200)
    },
  )
})

describe('a stranger', () => {
  it.each(['one', 'several'])(
    'who requests codes without a valid reference costs the owner no code, mail or waiting time (waiting registrations: %s)',
    async (pending) => {
      const own = await register()
      const { email } = own
      await t.mails(email, CODE_MAIL)
      if (pending === 'several') await register({ email })
      const codes = await findCodes(email)
      const bogus = generateToken()
      for (let n = 0; n < 6; n += 1) {
        advanceCooldown()
        expect(await statusOf(resend({ email, registration: bogus }))).toBe(200)
        expect(await statusOf(resend({ email, registration: bogus }))).toBe(429)
        expect(await statusOf(resend({ email }))).toBe(200)
      }
      expect(await findCodes(email)).toEqual(codes)
      await resend({ email, registration: own.reference })
      expect(await statusOf(resend({ email, registration: own.reference }))).toBe(429)
      const code = (await findCodes(email))[own.username] ?? 'none'
      expect(code).not.toBe(own.code)
      // With one waiting registration, its code is mailed twice more. With several, the second has its own mail.
      const sent = await t.mails(email, CODE_MAIL, pending === 'one' ? 4 : 3)
      expect(sent).toHaveLength(pending === 'one' ? 4 : 3)
      expect(sent[0]?.text).toContain(code)
    },
  )

  it('whose registrations are refused for their username uses up none of the address’s mails', async () => {
    const { username } = await makeStudent(t)
    const email = `${unique('q')}@school.example`
    for (let n = 0; n < 6; n += 1) expect(await statusOf(register({ email, username }))).toBe(409)
    await register({ email })
    await t.mails(email, CODE_MAIL)
  })
})

describe('the owner of an email', () => {
  it('R-07 is told that there is already an account, and never gets a code', async () => {
    const owner = await makeStudent(t, {}, { isMailed: true })
    const { reference } = await register({ email: owner.email })
    await t.mails(owner.email, 'You already have a Baobab account')
    advanceCooldown()
    await t.as()(contract.resendCode, { body: { email: owner.email, registration: reference } })
    await t.mails(owner.email, 'You already have a Baobab account', 2)
    expect(await t.mails(owner.email, CODE_MAIL)).toHaveLength(1)
  })

  it('who verifies it ends all other registrations of the email', async () => {
    const email = `${unique('e')}@school.example`
    const [first, second] = [await register({ email }), await register({ email, password: 'Stranger7x' })]
    await verifyOwn(first)
    expect(await statusOf(verifyOwn(second))).toBe(400)
    advanceCooldown()
    await t.as()(contract.resendCode, { body: { email, registration: second.reference } })
    await t.mails(email, 'You already have a Baobab account')
    // Nothing visible to a stranger has changed.
    expect(await refusal(logIn(email, 'Stranger7x'))).toMatchObject({ status: 403, code: 'email_unverified' })
    expect((await logIn(email, PASSWORD)).studentData.username).toBe(first.username)
  })

  it('who is waiting for a guardian also keeps it from others', async () => {
    const email = `${unique('w')}@school.example`
    const child = await register({ email, birth: '2018-05-01', guardianEmail: `parent-${email}` })
    expect((await verifyOwn(child)).guardianEmail).toBe('p•••@school.example')
    const stranger = await register({ email })
    expect(await statusOf(verifyOwn(stranger))).toBe(400)
    await t.mails(email, 'You already have a Baobab account')
    expect(await refusal(logIn(email, PASSWORD, child.reference))).toMatchObject({ code: 'consent_needed' })
    expect(await findStudent(email)).toBeUndefined()
  })
})

describe('a login', () => {
  it('finds the registration with the given password, and returns its reference to another device', async () => {
    const email = `${unique('l')}@school.example`
    const [first, second] = [await register({ email }), await register({ email, password: 'Guava9seed' })]
    expect((await refusal(logIn(email, PASSWORD))).registration).toBe(first.reference)
    expect((await refusal(logIn(email, 'Guava9seed'))).registration).toBe(second.reference)
    expect(await refusal(logIn(email, 'Wrong7pass'))).toMatchObject({ status: 401, registration: undefined })
  })

  it('prefers the registration with the given reference if several have the same password', async () => {
    const email = `${unique('l')}@school.example`
    const [first, second] = [await register({ email }), await register({ email })]
    for (const { reference } of [first, second])
      expect((await refusal(logIn(email, PASSWORD, reference))).registration).toBe(reference)
  })

  it('works for a registration older than the shared salt', async () => {
    const own = await register()
    const { passwordHash } = (await findStudent((await makeStudent(t, { password: 'Guava9seed' })).email)) ?? {}
    const { id } = await makeStudent(t)
    await t.app.db
      .update(registrations)
      .set({ passwordHash: passwordHash ?? '' })
      .where(eq(registrations.emailKey, own.email))
    await t.app.db.delete(students).where(eq(students.id, id))
    expect((await refusal(logIn(own.email, 'Guava9seed'))).code).toBe('email_unverified')
    expect((await refusal(logIn(own.email, PASSWORD))).code).toBe('login_failed')
  })
})

describe('an unverified registration', () => {
  it('gives way to newer ones of its email once its code has expired, so that at most five are stored', async () => {
    const email = `${unique('f')}@school.example`
    const made: Registered[] = []
    for (let n = 0; n < 7; n += 1) {
      made.push(await register({ email }))
      t.app.clock.advance(16 * MINUTE_MS)
    }
    const names = (await findRows(email)).map(({ username }) => username)
    expect(names.toSorted()).toEqual(
      made
        .slice(2)
        .map(({ username }) => username)
        .toSorted(),
    )
    expect(await statusOf(register({ username: made[0]?.username ?? '' }))).toBe(200)
  })

  it.each(['first', 'resent', 'repeated'])(
    'is not displaced by strangers’ registrations within 15 minutes of its %s code',
    async (kind) => {
      const own = await register()
      const { email, reference } = own
      if (kind === 'resent') {
        t.app.clock.advance(16 * MINUTE_MS)
        await resend({ email, registration: reference })
      }
      if (kind === 'repeated') {
        t.app.clock.advance(14 * MINUTE_MS)
        await resend({ email })
        t.app.clock.advance(14 * MINUTE_MS)
      }
      for (let n = 0; n < 6; n += 1) await register({ email })
      // A new hour starts, so that more codes are mailed than registrations are allowed.
      await t.app.db.delete(rateLimits)
      for (let n = 0; n < 6; n += 1) await register({ email })
      expect(await findRows(email)).toHaveLength(5)
      const [code] = await t.app.db
        .select({ id: emailCodes.id })
        .from(emailCodes)
        .innerJoin(registrations, eq(registrations.id, emailCodes.registrationId))
        .where(eq(registrations.username, own.username))
      const verificationToken = deriveVerificationCode(t.app, code?.id ?? '')
      expect(await statusOf(verify({ email, verificationToken, registration: reference }))).toBe(200)
    },
  )

  it('beyond the limit gets the same reply, but no mail', async () => {
    const email = `${unique('f')}@school.example`
    for (let n = 0; n < 5; n += 1) await register({ email })
    const last = await register({ email })
    expect(last).toMatchObject({
      code: expect.stringMatching(/^\d{6}$/),
      reference: expect.stringMatching(/^[\w-]{43}$/),
    })
    expect((await findRows(email)).map(({ username }) => username)).not.toContain(last.username)
    expect(await statusOf(verifyOwn(last))).toBe(400)
    expect(await statusOf(t.as()(contract.resendCode, { body: { email, registration: last.reference } }))).toBe(429)
    expect(await statusOf(register({ username: last.username }))).toBe(200)
  })

  it('keeps its username for seven days', async () => {
    const own = await register()
    t.app.clock.advance(7 * DAY_MS - HOUR_MS)
    expect(await statusOf(register({ username: own.username }))).toBe(409)
    t.app.clock.advance(2 * HOUR_MS)
    expect((await refusal(logIn(own.email, PASSWORD))).code).toBe('login_failed')
    await register({ username: own.username })
    expect(await findRows(own.email)).toEqual([])
    t.app.clock.advance(-7 * DAY_MS - HOUR_MS)
  })

  it('C-10 is deleted after seven days, but not while it is waiting for a guardian', async () => {
    const own = await register()
    const email = `${unique('g')}@school.example`
    await verifyOwn(await register({ email, birth: '2018-05-01', guardianEmail: `parent-${email}` }))
    t.app.clock.advance(7 * DAY_MS + 1_000)
    await removeStaleAccounts(t.app)
    expect(await findRows(own.email)).toEqual([])
    expect(await findRows(email)).toHaveLength(1)
    expect((await refusal(logIn(email, PASSWORD))).code).toBe('consent_needed')
    t.app.clock.advance(-7 * DAY_MS - 1_000)
  })

  it('whose username has been retired in the meantime is told so, and ends', async () => {
    const own = await register()
    await t.app.db.insert(retiredUsernames).values({ nameHash: hashRetiredUsername(t.app, own.username) })
    expect(await refusal(verifyOwn(own))).toMatchObject({
      status: 409,
      code: 'username_taken',
      message: 'Somebody else has this username now. Please sign up again with another one.',
    })
    expect(await findRows(own.email)).toEqual([])
    expect(await findStudent(own.email)).toBeUndefined()
  })

  it('cannot get a new password by mail', async () => {
    const own = await register()
    await t.as()(contract.forgotPassword, { body: { email: own.email } })
    const later = await makeStudent(t)
    await t.as()(contract.forgotPassword, { body: { email: later.email } })
    await t.mails(later.email, 'Choose a new Baobab password')
    const reply = await t.http.inject(`/sandbox/mailbox/messages?to=${own.email}`)
    expect(reply.json<{ subject: string }[]>().filter(({ subject }) => subject.includes('Choose'))).toEqual([])
  })
})

/** Waits until this many connections are waiting for a lock. */
async function untilWaiting(count: number): Promise<void> {
  await waitFor(async () => {
    const { rows } = await t.app.pool.query(
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
    expect(rows).toHaveLength(count)
  })
}

/** Starts calls about an email while another transaction holds its lock, so that they all run at the same moment afterwards. */
async function together<T>(email: string, calls: (() => Promise<T>)[]): Promise<T[]> {
  let started: Promise<T>[] = []
  await t.app.db.transaction(async (tx) => {
    await lockEmail(tx, email)
    started = calls.map((call) => call())
    await untilWaiting(calls.length)
  })
  return Promise.all(started)
}

describe('at the same time', () => {
  it('two codes verify one of two registrations', async () => {
    const email = `${unique('p')}@school.example`
    const both = [await register({ email }), await register({ email })]
    const statuses = await together(
      email,
      both.map((one) => () => statusOf(verifyOwn(one))),
    )
    expect(statuses.toSorted(ascending)).toEqual([200, 400])
    const winner = both[statuses.indexOf(200)]
    expect((await findStudent(email))?.username).toBe(winner?.username)
  })

  it('R-05 a code sent twice counts once', async () => {
    const own = await register()
    const statuses = await together(own.email, [() => statusOf(verifyOwn(own)), () => statusOf(verifyOwn(own))])
    expect(statuses.toSorted(ascending)).toEqual([200, 400])
  })

  it('ten registrations of one email leave only five', async () => {
    const email = `${unique('m')}@school.example`
    const statuses = await Promise.all(Array.from({ length: 10 }, () => statusOf(register({ email }))))
    const stored = statuses.filter((status) => status === 200).length
    expect(stored).toBeGreaterThan(0)
    expect(await findRows(email)).toHaveLength(Math.min(stored, 5))
  })

  it('a registration does not take the username of one that is becoming an account', async () => {
    const own = await register()
    const [row] = await findRows(own.email)
    if (!row) throw new Error('The registration was not stored.')
    await untilMailed(row.id)
    // It expires while it is becoming an account, so its username looks free until then.
    const createdAt = new Date(t.app.clock.now().getTime() - 8 * DAY_MS)
    await t.app.db.update(registrations).set({ createdAt }).where(eq(registrations.id, row.id))
    let other: Promise<number> | undefined
    await t.app.db.transaction(async (tx: Tx) => {
      await lockEmail(tx, own.email)
      expect(await openAccount(t.app, tx, row)).toBe(true)
      other = statusOf(register({ username: own.username }))
      await untilWaiting(1)
    })
    expect(await other).toBe(409)
  })

  it('a code and a consent given before it open no account', async () => {
    const email = `${unique('b')}@school.example`
    const child = await register({ email, birth: '2018-05-01', guardianEmail: `parent-${email}` })
    const student = randomUUID()
    await t.app.db.update(registrations).set({ consentId: student }).where(eq(registrations.emailKey, email))
    const body = { student, token: deriveConsentToken(t.app, student) }
    await together(email, [
      () => statusOf(verifyOwn(child)),
      () => statusOf(t.as()(contract.giveGuardianConsent, { body })),
    ])
    expect(await findStudent(email)).toBeUndefined()
    expect(await findRows(email)).toMatchObject([{ verifiedAt: expect.any(Date), guardianAgreedAt: null }])
  })

  it('a guardian’s consent and refusal leave nothing behind', async () => {
    const email = `${unique('n')}@school.example`
    const child = await register({ email, birth: '2018-05-01', guardianEmail: `parent-${email}` })
    await verifyOwn(child)
    const student = (await findRows(email))[0]?.consentId ?? ''
    const link = { student, token: deriveConsentToken(t.app, student) }
    await together(email, [
      () => statusOf(t.as()(contract.giveGuardianConsent, { body: link })),
      () => statusOf(withdrawConsent(t.app, link)),
    ])
    expect(await findStudent(email)).toBeUndefined()
    expect(await findRows(email)).toEqual([])
    const { rows } = await t.app.db.execute(sql`select 1 from students where username_key = ${child.username}`)
    expect(rows).toEqual([])
  })
})

describe('with real mail', () => {
  it('R-03 the reply has a reference that can request a new code but verifies nothing', async () => {
    const mailing = await startTestApp({ SMTP_URL: 'smtp://127.0.0.1:1' })
    try {
      const body = registration()
      const { email } = body
      const replied = await mailing.as()(contract.registerStudent, { body })
      const { verificationToken, registration: reference } = replied
      expect(verificationToken).toBe(reference)
      const call = mailing.as()(contract.verifyEmail, { body: { email, verificationToken, registration: reference } })
      expect((await refusal(call)).code).toBe('verification_failed')
      mailing.app.clock.advance(61_000)
      const resend = mailing.as()(contract.resendCode, { body: { email, registration: verificationToken } })
      expect((await resend).status).toBe('success')
    } finally {
      await mailing.close()
    }
  })
})
