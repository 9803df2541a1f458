import * as contract from '@baobab/contract/guardians/endpoints.ts'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { PASSWORD, unique } from '../../test/factories.ts'
import { makeGuardian } from '../../test/guardians.ts'
import { openTestApp } from '../../test/harness.ts'
import { refusal } from '../../test/refusal.ts'
import { removeStaleGuardians } from './remove-stale-guardians.ts'
import { guardianRegistrations, guardians } from './tables.ts'

const t = await openTestApp()
const api = t.as()
const NEW_PASSWORD = 'Papaya9tree!'

let address: string
beforeAll(() => {
  address = `${unique('g')}@home.example`
})

const form = (email: string) => ({ name: 'Mama Ada', email, password: PASSWORD })

/** Registers a guardian and opens the account with the code. */
async function open(email: string) {
  const { verificationToken, registration } = await api(contract.registerGuardian, { body: form(email) })
  await api(contract.verifyGuardian, { body: { email, verificationToken, registration } })
}

it('a guardian registers with an email, enters the mailed code, and logs in', async () => {
  const { verificationToken, registration } = await api(contract.registerGuardian, { body: form(address) })
  const [mail] = await t.mails(address, 'is your Baobab code')
  expect(mail?.text).toContain(verificationToken)
  // Strangers could otherwise send text to any address.
  expect(mail?.text).not.toContain('Mama Ada')
  const before = await refusal(api(contract.logInGuardian, { body: { email: address, password: PASSWORD } }))
  expect(before).toMatchObject({ code: 'email_unverified', registration })
  await api(contract.verifyGuardian, { body: { email: address, verificationToken, registration } })
  const login = await api(contract.logInGuardian, { body: { email: address.toUpperCase(), password: PASSWORD } })
  expect(login.guardian).toMatchObject({ name: 'Mama Ada', address, hasChildren: false })
  const as = t.as(login.authToken)
  expect(await as(contract.readGuardian, {})).toEqual(login.guardian)
  await as(contract.logOutGuardian, {})
  expect(await refusal(as(contract.readGuardian, {}))).toMatchObject({ code: 'unauthorised' })
})

it('a guardian registers with a phone number, and logs in with it in any spelling', async () => {
  const number = '+2348031112201'
  const body = { name: 'Papa Obi', number: '0803 111 2201', password: PASSWORD }
  const { registration } = await api(contract.registerGuardian, { body })
  const [message] = await t.texts(number, 'is your Baobab code')
  const code = /^\d{6}/.exec(message?.text ?? '')?.[0] ?? ''
  await api(contract.verifyGuardian, { body: { number, verificationToken: code, registration } })
  const login = await api(contract.logInGuardian, { body: { email: '08031112201', password: PASSWORD } })
  expect(login.guardian.address).toBe(number)
})

it('a common password and a missing address are refused at their fields', async () => {
  const common = { ...form(`${unique('g')}@home.example`), password: 'Password1' }
  expect(await refusal(api(contract.registerGuardian, { body: common }))).toMatchObject({
    errors: [{ path: 'password', message: 'Please choose a less common password.' }],
  })
  const neither = { name: 'Mama Ada', password: PASSWORD }
  expect(await refusal(api(contract.registerGuardian, { body: neither }))).toMatchObject({
    errors: [{ path: 'email', message: 'Email is required' }],
  })
})

describe('a logged-in guardian', () => {
  it('changes the name', async () => {
    const made = await makeGuardian(t)
    const { guardian } = await t.as(made.token)(contract.renameGuardian, { body: { name: '  Mama Obi ' } })
    expect(guardian.name).toBe('Mama Obi')
  })

  it('changes the password with the old one, and every other device is logged out', async () => {
    const made = await makeGuardian(t)
    const other = await api(contract.logInGuardian, { body: { email: made.address, password: PASSWORD } })
    const as = t.as(made.token)
    const wrong = { newPassword: NEW_PASSWORD, password: 'Wrong9tree!' }
    expect(await refusal(as(contract.setGuardianPassword, { body: wrong }))).toMatchObject({
      errors: [{ path: 'password', message: 'This password is not correct.' }],
    })
    await as(contract.setGuardianPassword, { body: { newPassword: NEW_PASSWORD, password: PASSWORD } })
    expect(await refusal(t.as(other.authToken)(contract.readGuardian, {}))).toMatchObject({ code: 'unauthorised' })
    expect(await as(contract.readGuardian, {})).toMatchObject({ address: made.address })
    await t.mails(made.address, 'Your Baobab password was changed')
  })

  it('changes the password with a mailed code instead of the old one', async () => {
    const made = await makeGuardian(t)
    const as = t.as(made.token)
    await as(contract.sendGuardianProofCode, {})
    const [mail] = await t.mails(made.address, 'is your Baobab code')
    const code = /\d{6}/.exec(mail?.subject ?? '')?.[0] ?? ''
    await as(contract.setGuardianPassword, { body: { newPassword: NEW_PASSWORD, code } })
    const { guardian } = await api(contract.logInGuardian, { body: { email: made.address, password: NEW_PASSWORD } })
    expect(guardian._id).toBe(made.id)
  })

  it('sees the devices, ends one, and ends all others', async () => {
    const made = await makeGuardian(t)
    const logIn = () => api(contract.logInGuardian, { body: { email: made.address, password: PASSWORD } })
    const [second, third] = [await logIn(), await logIn()]
    const as = t.as(made.token)
    const { sessions } = await as(contract.listGuardianSessions, {})
    expect(sessions.filter(({ isCurrent }) => isCurrent)).toHaveLength(1)
    expect(sessions).toHaveLength(3)
    await as(contract.endOtherGuardianSessions, {})
    for (const { authToken } of [second, third])
      expect(await refusal(t.as(authToken)(contract.readGuardian, {}))).toMatchObject({ code: 'unauthorised' })
    expect((await as(contract.listGuardianSessions, {})).sessions).toHaveLength(1)
  })

  it('downloads everything that is stored, without secrets', async () => {
    const made = await makeGuardian(t)
    const { tables } = await t.as(made.token)(contract.exportGuardianData, {})
    expect(tables['account']).toMatchObject([{ name: made.name, address: made.address }])
    expect(tables['sessions']).toHaveLength(1)
    expect(JSON.stringify(tables)).not.toMatch(/hash|argon/i)
  })

  it('deletes the account: the row stays empty, and nobody can log in', async () => {
    const email = `${unique('g')}@home.example`
    await open(email)
    const login = await api(contract.logInGuardian, { body: { email, password: PASSWORD } })
    await t.as(login.authToken)(contract.eraseGuardian, { body: { password: PASSWORD } })
    const [row] = await t.app.db.select().from(guardians).where(eq(guardians.id, login.guardian._id))
    expect(row).toMatchObject({ name: '', address: '', addressKey: login.guardian._id, passwordHash: '' })
    expect(row?.erasedAt).not.toBeNull()
    expect(await refusal(api(contract.logInGuardian, { body: { email, password: PASSWORD } }))).toMatchObject({
      code: 'login_failed',
    })
    // The address is free again.
    await open(email)
  })
})

it('registrations that were not verified within seven days are deleted at night', async () => {
  const email = `${unique('g')}@home.example`
  await api(contract.registerGuardian, { body: form(email) })
  const isOwn = eq(guardianRegistrations.addressKey, email)
  await removeStaleGuardians(t.app)
  expect(await t.app.db.$count(guardianRegistrations, isOwn)).toBe(1)
  const createdAt = new Date(t.app.clock.now().getTime() - 7 * 24 * 3_600_000 - 1_000)
  await t.app.db.update(guardianRegistrations).set({ createdAt }).where(isOwn)
  await removeStaleGuardians(t.app)
  expect(await t.app.db.$count(guardianRegistrations, isOwn)).toBe(0)
})
