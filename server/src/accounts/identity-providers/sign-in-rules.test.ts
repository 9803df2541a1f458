// Tests who owns an identity, a form and a registration, and what may have changed by the time a call finishes.
import { logInStudent, registerStudent, verifyEmail } from '@baobab/contract/accounts/endpoints.ts'
import * as contract from '@baobab/contract/accounts/identity-providers.ts'
import type { IdentityProvider } from '@baobab/contract/accounts/text.ts'
import { PROVIDER_AGE_MIN, UNVERIFIED_HOLDS_MS } from '@baobab/contract/accounts/rules.ts'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { makeStudent, PASSWORD, registration, unique, type MadeStudent } from '../../../test/factories.ts'
import { openTestApp } from '../../../test/harness.ts'
import { refusal } from '../../../test/refusal.ts'
import { releaseTogether } from '../../../test/release-together.ts'
import { expectStep, hashVerifier, newPerson, signInCalls, signInForm } from '../../../test/sign-in.ts'
import { waitFor } from '../../../test/wait-for.ts'
import { lockProven, proveStudent } from '../prove-student.ts'
import { providerIdentities, signInFlows } from './tables.ts'
import { proofCodes, registrations, students } from '../tables.ts'

const t = await openTestApp({ GUARDIAN_CONSENT: 'under-13' })
const calls = signInCalls(t)

const newEmail = () => `${unique('w')}@mail.example`
const complete = (form: ReturnType<typeof signInForm>) => t.as()(contract.completeSignIn, { body: form })
const lockStudent = ({ id }: { id: string }) => `select from students where id = '${id}' for no key update`
const listRegistrations = (email: string) => t.app.db.select().from(registrations).where(eq(registrations.email, email))
const readFlow = (id: string) => t.app.db.select().from(signInFlows).where(eq(signInFlows.id, id))

/** Creates a new person's registration whose email is not verified. */
async function makePending(provider: IdentityProvider, person = newPerson()) {
  const { form, outcome } = await calls.signUp(provider, person, { email: newEmail() })
  expectStep(outcome, 'code-missing')
  return { person, email: form.email }
}

/** Creates a child's registration that is waiting for the guardian. */
async function makeWaiting() {
  const [email, guardianEmail] = [newEmail(), newEmail()]
  const person = newPerson({ email })
  const { outcome } = await calls.signUp('linkedin', person, { birth: '2015-01-01', guardianEmail })
  expectStep(outcome, 'guardian-missing')
  return { person, email }
}

/** Creates an account without a password. */
async function makeWithoutPassword() {
  const email = newEmail()
  const person = newPerson({ email })
  const { authToken: token, studentData } = expectStep((await calls.signUp('linkedin', person)).outcome, 'signed-in')
  return { token, email, person, id: studentData._id }
}

/** Starts connecting a provider in the settings. Returns a function that finishes it. */
async function beginConnection(
  token: string,
  provider: IdentityProvider,
  person = newPerson(),
  proof: object = { password: PASSWORD },
) {
  const begun = await calls.begin(provider)
  const body = { browserHash: hashVerifier(begun.verifier), ...proof }
  const started = await t.as(token)(contract.startConnection, { params: { provider }, body })
  return calls.comeBack({ ...begun, ...started }, person)
}

async function connect(token: string, ...how: [IdentityProvider, ReturnType<typeof newPerson>?, object?]) {
  return t.as(token)(contract.finishConnection, { body: await beginConnection(token, ...how) })
}

async function readProofCode(token: string, email: string, count = 1): Promise<string> {
  await t.as(token)(contract.mailProofCode, {})
  const [mail] = await t.mails(email, 'is your Baobab code', count)
  return /\d{6}/.exec(mail?.subject ?? '')?.[0] ?? ''
}

const listProviders = async (token: string) =>
  (await t.as(token)(contract.listSignInMethods, {})).providers.map(({ provider }) => provider)

describe('an email that the provider has not verified', () => {
  it('leads to no account: no password connects it, and no code is mailed', async () => {
    const victim = await makeStudent(t)
    const { ticket } = expectStep(await calls.signIn('microsoft', newPerson({ email: victim.email })), 'form')
    const connected = refusal(t.as()(contract.connectAccount, { body: { ticket, password: PASSWORD } }))
    expect((await connected).code).toBe('sign_in_expired')
    expect((await refusal(t.as()(contract.mailConnectionCode, { body: { ticket } }))).code).toBe('sign_in_expired')
    expect(await listProviders(victim.token)).toEqual([])
  })
})

describe('the same id at a different provider', () => {
  it('does not sign in to an account', async () => {
    const { id, person } = await makeWithoutPassword()
    await t.app.db.update(providerIdentities).set({ provider: 'tiktok' }).where(eq(providerIdentities.studentId, id))
    expectStep(await calls.signIn('linkedin', person), 'account-found')
  })

  it('has a separate registration', async () => {
    const { person, email } = await makePending('pinterest')
    await t.app.db.update(registrations).set({ provider: 'tiktok' }).where(eq(registrations.email, email))
    await makePending('pinterest', person)
    expect(await listRegistrations(email)).toHaveLength(1)
    const { token } = await makeStudent(t)
    await t.app.db.delete(registrations).where(eq(registrations.provider, 'pinterest'))
    await connect(token, 'pinterest', person)
    expect(await listRegistrations(email)).toHaveLength(1)
  })

  it('has a separate registration waiting for a guardian', async () => {
    const { person, email } = await makeWaiting()
    await t.app.db.update(registrations).set({ provider: 'tiktok' }).where(eq(registrations.email, email))
    const { token } = await makeStudent(t)
    await connect(token, 'linkedin', person)
    expect(await listRegistrations(email)).toHaveLength(1)
  })
})

describe('a registration made with a provider', () => {
  it('cannot be found by any password', async () => {
    const { email } = await makePending('pinterest')
    const login = t.as()(logInStudent, { body: { email, password: PASSWORD } })
    expect(await refusal(login)).toMatchObject({ status: 401, code: 'login_failed' })
  })
})

describe('other people’s registrations at a provider', () => {
  it('stay when someone signs up with it or connects it', async () => {
    const [{ email }, waiting] = [await makePending('linkedin'), await makeWaiting()]
    await makePending('linkedin')
    const { token } = await makeStudent(t)
    await connect(token, 'linkedin')
    expect(await listProviders(token)).toEqual(['linkedin'])
    expect(await listRegistrations(email)).toHaveLength(1)
    expect(await listRegistrations(waiting.email)).toHaveLength(1)
  })
})

describe('the form of a first sign-in', () => {
  const askForForm = async (provider: IdentityProvider, person = newPerson()) =>
    expectStep(await calls.signIn(provider, person), 'form').ticket

  it('is accepted once, even if it is sent twice at the same time', async () => {
    const [ticket, email] = [await askForForm('pinterest'), newEmail()]
    const lock = `select pg_advisory_xact_lock(hashtextextended('registrations of ${email}', 0))`
    const outcomes = await releaseTogether([t], { lock, waiting: 2 }, () =>
      Promise.allSettled([complete(signInForm(ticket, { email })), complete(signInForm(ticket, { email }))]),
    )
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await listRegistrations(email)).toHaveLength(1)
  })

  it('does not replace a registration that is waiting for a guardian', async () => {
    const email = newEmail()
    const person = newPerson({ email })
    const [first, second] = [await askForForm('linkedin', person), await askForForm('linkedin', person)]
    const child = { birth: '2015-01-01', guardianEmail: newEmail() }
    expectStep(await complete(signInForm(first, { email, ...child })), 'guardian-missing')
    const again = complete(signInForm(second, { email: newEmail(), ...child }))
    expect(await refusal(again)).toMatchObject({ status: 409, code: 'identity_in_use' })
    expectStep(await calls.signIn('linkedin', person), 'guardian-missing')
  })

  it('opens no second account for an email that someone else has registered in the meantime', async () => {
    const email = newEmail()
    const ticket = await askForForm('linkedin', newPerson({ email }))
    const form = registration({ email })
    const { registration: reference, verificationToken } = await t.as()(registerStudent, { body: form })
    await t.as()(verifyEmail, { body: { email, verificationToken, registration: reference } })
    const refused = await refusal(complete(signInForm(ticket, { email })))
    expect(refused).toMatchObject({ status: 400, code: 'sign_in_expired' })
  })

  it('is open to children from their eleventh birthday on', async () => {
    const ticket = await askForForm('pinterest')
    t.app.clock.set(new Date('2030-03-10T12:00:00+01:00'))
    await t.app.db.update(signInFlows).set({ ticketMadeAt: t.app.clock.now() })
    const send = (birth: string) => complete(signInForm(ticket, { birth, guardianEmail: newEmail() }))
    const year = 2030 - PROVIDER_AGE_MIN
    expect((await refusal(send(`${year}-03-11`))).code).toBe('parent_registers')
    expectStep(await send(`${year}-03-10`), 'code-missing')
    t.app.clock.set(new Date())
  })
})

describe('a registration whose email was not verified for a week', () => {
  it('is deleted by the next sign-in', async () => {
    const { person } = await makePending('pinterest')
    t.app.clock.advance(UNVERIFIED_HOLDS_MS)
    expectStep(await calls.signIn('pinterest', person), 'form')
    t.app.clock.advance(-UNVERIFIED_HOLDS_MS)
  })
})

describe('a sign-in that is being finished', () => {
  const identityOf = ({ id }: { id: string }) => `where student_id = '${id}'`
  const changes: [string, (student: { id: string }, other: MadeStudent) => string][] = [
    ['is disconnected', (student) => `delete from provider_identities ${identityOf(student)}`],
    [
      'is connected to another account',
      (student, other) => `update provider_identities set student_id = '${other.id}' ${identityOf(student)}`,
    ],
  ]

  it.each(changes)('is refused if the provider %s in the meantime', async (_, describeChange) => {
    const student = await makeWithoutPassword()
    const change = describeChange(student, await makeStudent(t))
    const returned = await calls.comeBack(await calls.begin('linkedin'), student.person)
    const finished = releaseTogether([t], { lock: lockStudent(student), waiting: 1, change }, () =>
      calls.finish(returned),
    )
    expect(await refusal(finished)).toMatchObject({ status: 400, code: 'sign_in_expired' })
  })
})

describe('a connection that is being finished', () => {
  it('is refused if its session ends in the meantime', async () => {
    const student = await makeStudent(t)
    const returned = await beginConnection(student.token, 'x')
    const change = `delete from sessions where student_id = '${student.id}'`
    const finished = releaseTogether([t], { lock: lockStudent(student), waiting: 1, change }, () =>
      t.as(student.token)(contract.finishConnection, { body: returned }),
    )
    expect((await refusal(finished)).code).toBe('sign_in_expired')
    expect(await t.app.db.$count(providerIdentities, eq(providerIdentities.studentId, student.id))).toBe(0)
  })

  it('happens once per ticket, even if the proof is sent twice at the same time', async () => {
    const student = await makeStudent(t)
    const { ticket } = expectStep(await calls.signIn('linkedin', newPerson({ email: student.email })), 'account-found')
    const prove = () => t.as()(contract.connectAccount, { body: { ticket, password: PASSWORD } })
    const outcomes = await releaseTogether([t], { lock: lockStudent(student), waiting: 2 }, () =>
      Promise.allSettled([prove(), prove()]),
    )
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })
})

describe('disconnecting a provider', () => {
  const disconnect = (token: string, provider: string, proof: object) =>
    t.as(token)(contract.disconnectProvider, { params: { provider }, body: proof })

  it('leaves it connected to other people’s accounts', async () => {
    const [student, other] = [await makeStudent(t), await makeStudent(t)]
    for (const { token } of [student, other]) await connect(token, 'tiktok')
    await disconnect(student.token, 'tiktok', { password: PASSWORD })
    expect([await listProviders(student.token), await listProviders(other.token)]).toEqual([[], ['tiktok']])
  })

  it('leaves one sign-in method, even if both are disconnected at the same time', async () => {
    const student = await makeWithoutPassword()
    const { token, email } = student
    await connect(token, 'x', newPerson(), { code: await readProofCode(token, email) })
    t.app.clock.advance(60_000)
    const first = await readProofCode(token, email, 2)
    t.app.clock.advance(60_000)
    const outcomes = await releaseTogether([t], { lock: lockStudent(student), waiting: 2 }, async () => {
      const early = disconnect(token, 'x', { code: first })
      early.catch(() => undefined)
      // Waits until the first code has been used, because the next code would otherwise replace it.
      await waitFor(async () => expect(await t.app.db.$count(proofCodes, eq(proofCodes.studentId, student.id))).toBe(0))
      const late = readProofCode(token, email, 3).then((code) => disconnect(token, 'linkedin', { code }))
      return Promise.allSettled([early, late])
    })
    expect(outcomes).toMatchObject([{ status: 'fulfilled' }, { reason: { code: 'last_sign_in_method' } }])
    expect(await listProviders(token)).toEqual(['linkedin'])
  })
})

describe('a mailed proof', () => {
  it('is refused if the account has since been merged into another one', async () => {
    const { id, token, email } = await makeWithoutPassword()
    const proven = await proveStudent(t.app, id, { code: await readProofCode(token, email) })
    await t.app.db.update(students).set({ erasedAt: t.app.clock.now() }).where(eq(students.id, id))
    const late = t.app.db.transaction((tx) => lockProven(tx, proven))
    await expect(late).rejects.toMatchObject({ code: 'invalid' })
  })

  it('works once, even if it is sent several times at the same time', async () => {
    const { id, token, email } = await makeWithoutPassword()
    const code = await readProofCode(token, email)
    const lock = `select from proof_codes where student_id = '${id}' for update`
    const outcomes = await releaseTogether([t], { lock, waiting: 2 }, () =>
      Promise.allSettled([proveStudent(t.app, id, { code }), proveStudent(t.app, id, { code })]),
    )
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })
})

describe('the data from a provider', () => {
  it('is deleted when the sign-in ends in a refusal or a waiting registration', async () => {
    const refused = await calls.begin('linkedin')
    await refusal(calls.finish(await calls.comeBack(refused, 'deny')))
    const { person, email } = await makeWaiting()
    const waiting = await calls.begin('linkedin')
    expectStep(await calls.finish(await calls.comeBack(waiting, person)), 'guardian-missing')
    const strangers = await calls.begin('linkedin')
    const stranger = await calls.comeBack(strangers, newPerson({ email }))
    expect((await refusal(calls.finish(stranger))).code).toBe('guardian_pending')
    for (const { flow } of [refused, waiting, strangers]) expect(await readFlow(flow)).toEqual([])
  })
})
