// Tests a student's own sign-in methods: connecting, disconnecting, setting a password, and proving the account with a mailed
// code.
import { forgotPassword, logInStudent, resetPassword } from '@baobab/contract/accounts/endpoints.ts'
import { listSessions } from '@baobab/contract/accounts/sessions.ts'
import type { IdentityProvider } from '@baobab/contract/accounts/text.ts'
import * as contract from '@baobab/contract/accounts/identity-providers.ts'
import { exportData } from '@baobab/contract/privacy/endpoints.ts'
import { studentDetails } from '@baobab/contract/students/endpoints.ts'
import { describe, expect, it } from 'vitest'
import { makeAdmin, makeStudent, PASSWORD, unique } from '../../../test/factories.ts'
import { openTestApp } from '../../../test/harness.ts'
import { refusal } from '../../../test/refusal.ts'
import { hashVerifier, newPerson, signInCalls } from '../../../test/sign-in.ts'

const t = await openTestApp()
const calls = signInCalls(t)
const admin = await makeAdmin(t)

const list = (token: string) => t.as(token)(contract.listSignInMethods, {})
const password = { password: PASSWORD }

/** Starts connecting a provider in the settings. */
async function startConnection(token: string, provider: IdentityProvider, proof: object = password) {
  const verifier = unique('v').padEnd(43, 'x')
  const body = { browserHash: hashVerifier(verifier), ...proof }
  const { flow, url } = await t.as(token)(contract.startConnection, { params: { provider }, body })
  return { provider, flow, url, verifier }
}

async function connect(token: string, provider: IdentityProvider, person = newPerson(), proof: object = password) {
  const returned = await calls.comeBack(await startConnection(token, provider, proof), person)
  return t.as(token)(contract.finishConnection, { body: returned })
}

const disconnect = (token: string, provider: string, proof: object = password) =>
  t.as(token)(contract.disconnectProvider, { params: { provider }, body: proof })

/** Creates a student without a password. */
async function makeWithoutPassword() {
  const email = `${unique('n')}@mail.example`
  const person = newPerson({ email })
  const { outcome } = await calls.signUp('linkedin', person)
  if (outcome.step !== 'signed-in') throw new Error('not signed in')
  return { token: outcome.authToken, email, person, username: outcome.studentData.username }
}

/** Requests a code, and reads it from the mail. */
async function readProofCode(token: string, email: string, count = 1): Promise<string> {
  await t.as(token)(contract.mailProofCode, {})
  const [mail] = await t.mails(email, 'is your Baobab code', count)
  return /\d{6}/.exec(mail?.subject ?? '')?.[0] ?? ''
}

describe('connecting a provider', () => {
  it('needs the password, and adds a sign-in method', async () => {
    const { token, username, email } = await makeStudent(t)
    expect(await list(token)).toEqual({ hasPassword: true, providers: [] })
    const refused = await refusal(startConnection(token, 'tiktok', { password: 'Wrong7tree' }))
    expect(refused).toMatchObject({ status: 400, errors: [{ path: 'password' }] })
    const person = newPerson()
    const reply = await connect(token, 'tiktok', person)
    expect(reply).toEqual({ provider: 'tiktok', message: 'You can now log in with TikTok.' })
    expect(await list(token)).toMatchObject({ hasPassword: true, providers: [{ provider: 'tiktok' }] })
    expect(await calls.signIn('tiktok', person)).toMatchObject({ step: 'signed-in', studentData: { username } })
    await t.mails(email, 'You can now log in to Baobab with TikTok')
    const details = await t.as(admin.token)(studentDetails, { params: { username } })
    expect(details.data.signInMethods).toEqual(['password', 'tiktok'])
    const { tables } = await t.as(token)(exportData, {})
    expect(tables['identityProviders']).toMatchObject([{ provider: 'tiktok' }])
  })

  it('can be finished only in the session that started it', async () => {
    const [student, other] = [await makeStudent(t), await makeStudent(t)]
    const returned = await calls.comeBack(await startConnection(student.token, 'x'), newPerson())
    const login = { email: student.email, password: PASSWORD }
    const { authToken } = await t.as()(logInStudent, { body: login })
    for (const token of [other.token, authToken]) {
      const refused = await refusal(t.as(token)(contract.finishConnection, { body: returned }))
      expect(refused.code).toBe('sign_in_expired')
    }
    expect((await refusal(calls.finish(returned))).code).toBe('sign_in_expired')
    expect((await t.as(student.token)(contract.finishConnection, { body: returned })).provider).toBe('x')
  })

  it('cannot be finished as a sign-in', async () => {
    const { token } = await makeStudent(t)
    const returned = await calls.comeBack(await calls.begin('x'), newPerson())
    expect((await refusal(t.as(token)(contract.finishConnection, { body: returned }))).code).toBe('sign_in_expired')
  })

  it('is refused for a second identity at the same provider', async () => {
    const { token } = await makeStudent(t)
    const early = await calls.comeBack(await startConnection(token, 'pinterest'), newPerson())
    await connect(token, 'pinterest')
    expect((await refusal(startConnection(token, 'pinterest'))).code).toBe('already_connected')
    const refused = await refusal(t.as(token)(contract.finishConnection, { body: early }))
    expect(refused).toMatchObject({ status: 409, code: 'already_connected' })
  })
})

describe('disconnecting a provider', () => {
  it('needs the password, and removes only that sign-in method', async () => {
    const { token } = await makeStudent(t)
    const person = newPerson()
    await connect(token, 'tiktok', person)
    expect((await refusal(disconnect(token, 'tiktok', { password: 'Wrong7tree' }))).status).toBe(400)
    expect((await disconnect(token, 'tiktok')).message).toBe('You can no longer log in with TikTok.')
    expect((await calls.signIn('tiktok', person)).step).toBe('form')
    expect((await refusal(disconnect(token, 'tiktok'))).status).toBe(404)
    expect((await refusal(disconnect(token, 'myspace'))).status).toBe(404)
  })

  it('never removes the last sign-in method, however many are disconnected at once', async () => {
    const { token, email } = await makeWithoutPassword()
    const code = await readProofCode(token, email)
    expect((await refusal(disconnect(token, 'linkedin', { code }))).code).toBe('last_sign_in_method')
    await connect(token, 'x', newPerson(), { code })
    t.app.clock.advance(60_000)
    const again = await readProofCode(token, email, 2)
    const first = await disconnect(token, 'x', { code: again })
    expect(first.message).toContain('X')
    expect((await list(token)).providers).toMatchObject([{ provider: 'linkedin' }])
    // If there is a password, two simultaneous requests leave at least one sign-in method.
    const student = await makeStudent(t)
    await connect(student.token, 'x')
    await connect(student.token, 'tiktok')
    await Promise.allSettled([disconnect(student.token, 'x'), disconnect(student.token, 'tiktok')])
    expect((await list(student.token)).hasPassword).toBe(true)
  })
})

describe('a password', () => {
  const set = (token: string, newPassword: string, proof: object) =>
    t.as(token)(contract.setPassword, { body: { newPassword, ...proof } })

  it('is set with a mailed code by a student who has none', async () => {
    const { token, email } = await makeWithoutPassword()
    expect((await refusal(set(token, 'Guava8tree', {}))).code).toBe('invalid')
    expect((await refusal(set(token, 'Guava8tree', { password: '' }))).status).toBe(400)
    const code = await readProofCode(token, email)
    expect((await refusal(set(token, 'guava', { code }))).errors[0]).toMatchObject({ path: 'newPassword' })
    await set(token, 'Guava8tree', { code })
    expect(await list(token)).toMatchObject({ hasPassword: true })
    expect((await t.as()(logInStudent, { body: { email, password: 'Guava8tree' } })).studentData.email).toBe(email)
    expect((await refusal(set(token, 'Papaya9tree', { code }))).errors).toMatchObject([{ path: 'code' }])
  })

  it('is changed with the old one, and every other session ends', async () => {
    const { token, email } = await makeStudent(t)
    const { authToken } = await t.as()(logInStudent, { body: { email, password: PASSWORD } })
    expect((await refusal(set(token, 'Baobab12', password))).errors).toMatchObject([{ path: 'newPassword' }])
    await set(token, 'Guava8tree', password)
    expect((await t.as(token)(listSessions, {})).sessions).toHaveLength(1)
    expect((await refusal(t.as(authToken)(listSessions, {}))).status).toBe(401)
    expect((await refusal(t.as()(logInStudent, { body: { email, password: PASSWORD } }))).code).toBe('login_failed')
    await t.mails(email, 'Your Baobab password was changed')
  })

  it('can be set with a reset link by a student who loses the provider’s account', async () => {
    const { email, person } = await makeWithoutPassword()
    await t.as()(forgotPassword, { body: { email } })
    const [mail] = await t.mails(email, 'Choose a new Baobab password')
    const link = new URL(/https?:\S+reset-password\S+/.exec(mail?.text ?? '')?.[0] ?? 'http://none')
    const token = link.searchParams.get('token') ?? ''
    await t.as()(resetPassword, { body: { token, email, newPassword: 'Guava8tree' } })
    expect((await t.as()(logInStudent, { body: { email, password: 'Guava8tree' } })).authToken).toBeTruthy()
    // The provider has to be connected again, because an intruder may have connected it.
    expect((await calls.signIn('linkedin', person)).step).toBe('account-found')
  })
})

describe('a mailed code', () => {
  it('works once, for fifteen minutes, for its student only, and a new one replaces it', async () => {
    const [one, two] = [await makeWithoutPassword(), await makeWithoutPassword()]
    const code = await readProofCode(one.token, one.email)
    const start = (token: string, proof: object) => startConnection(token, 'tiktok', proof)
    expect((await refusal(start(two.token, { code }))).errors).toMatchObject([{ path: 'code' }])
    expect((await refusal(t.as(one.token)(contract.mailProofCode, {}))).status).toBe(429)
    t.app.clock.advance(60_000)
    const newer = await readProofCode(one.token, one.email, 2)
    expect((await refusal(start(one.token, { code }))).status).toBe(400)
    await start(one.token, { code: newer })
    expect((await refusal(start(one.token, { code: newer }))).status).toBe(400)
    t.app.clock.advance(60_000)
    const last = await readProofCode(one.token, one.email, 3)
    t.app.clock.advance(15 * 60_000)
    expect((await refusal(start(one.token, { code: last }))).status).toBe(400)
  })
})
