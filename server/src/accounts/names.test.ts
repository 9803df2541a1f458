// Tests which usernames and passwords are refused because of the names they contain, and how free text is stored.
import * as admins from '@baobab/contract/accounts/admin.ts'
import * as contract from '@baobab/contract/accounts/endpoints.ts'
import { readStudentProfile, updateProfile } from '@baobab/contract/profile/endpoints.ts'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { ADMIN_PASSWORD, makeAdmin, makeStudent, newAdminName, PASSWORD } from '../../test/factories.ts'
import { registration, unique } from '../../test/factories.ts'
import { openTestApp } from '../../test/harness.ts'
import { refusal } from '../../test/refusal.ts'
import { deriveInvitationToken } from './account-mails.ts'
import { students } from './tables.ts'

const TAKEN = { status: 409, message: 'Username is already taken' }
const TOO_COMMON = 'Please choose a less common password.'

const t = await openTestApp()
const admin = await makeAdmin(t)

const register = (changes: Parameters<typeof registration>[0]) =>
  t.as()(contract.registerStudent, { body: registration(changes) })

/** Registers an admin with an invitation. */
async function registerAdmin(form: { username?: string; password?: string }) {
  const email = `${unique('i')}@baobab.example`
  const { invitation } = await t.as(admin.token)(admins.inviteAdmin, { body: { email, role: 'support' } })
  const body = { username: newAdminName(), password: ADMIN_PASSWORD, ...form }
  const token = deriveInvitationToken(t.app, invitation._id)
  return t.as()(admins.registerAdmin, { body: { ...body, email, invitation: token } })
}

async function findResetToken(email: string, path: string): Promise<string> {
  const [mail] = await t.mails(email, 'Choose a new Baobab password')
  const link = new RegExp(`http\\S+${path}\\?\\S+`).exec(mail?.text ?? '')?.[0] ?? ''
  return new URL(link).searchParams.get('token') ?? ''
}

describe('a student’s username', () => {
  it.each(['Support', 'adm1n', 'Bao-bab', 'ada.com'])('R-30 %s is refused like one that is taken', async (username) => {
    const error = await refusal(register({ username }))
    expect(error).toMatchObject(TAKEN)
    expect(error.errors).toEqual([{ path: 'username', message: 'Username is already taken' }])
  })

  it("R-30 neither matches nor resembles an admin's", async () => {
    await registerAdmin({ username: 'Grace.Obi' })
    for (const username of ['grace.obi', 'graceobi', 'gr4ce_0b1'])
      expect(await refusal(register({ username }))).toMatchObject(TAKEN)
    expect((await register({ username: 'graceobi2' })).message).toBe('Registration successful')
  })

  it('is kept if it was registered before it was reserved', async () => {
    const student = await makeStudent(t)
    const name = { username: 'support', usernameKey: 'support' }
    await t.app.db.update(students).set(name).where(eq(students.id, student.id))
    const login = await t.as()(contract.logInStudent, { body: { email: student.email, password: PASSWORD } })
    expect(login.studentData.username).toBe('support')
  })
})

describe('a registration that is waiting for its code', () => {
  it('keeps a username that has since been reserved', async () => {
    const form = registration({ username: 'chidiobi' })
    const { verificationToken } = await t.as()(contract.registerStudent, { body: form })
    await registerAdmin({ username: 'Chidi.Obi' })
    const body = { email: form.email, verificationToken }
    expect((await t.as()(contract.verifyEmail, { body })).status).toBe('success')
    const login = await t.as()(contract.logInStudent, { body: { email: form.email, password: form.password } })
    expect(login.studentData.username).toBe('chidiobi')
  })
})

describe('an admin’s username', () => {
  it('may be a word for the team, or a student’s username', async () => {
    expect((await registerAdmin({ username: 'support' })).message).toBe('Registration successful')
    await register({ username: 'bolajoko' })
    expect((await registerAdmin({ username: 'bolajoko' })).message).toBe('Registration successful')
  })

  it("neither resembles another admin's nor looks like a website address", async () => {
    await registerAdmin({ username: 'ngozi-okafor' })
    for (const username of ['Ngozi-Okafor', 'ngozi.okaf0r', 'ngoz1okafor', 'baobab.ng'])
      expect(await refusal(registerAdmin({ username }))).toMatchObject(TAKEN)
  })
})

describe('a password that is little more than its owner’s name', () => {
  it('R-13 is refused when a student registers or resets it', async () => {
    const refused = [
      { username: 'mariam', password: 'Mariam2012' },
      { email: 'chidera@school.example', password: 'Chidera7!' },
    ]
    for (const form of refused) {
      const error = await refusal(register(form))
      expect(error.status).toBe(400)
      expect(error.errors).toEqual([{ path: 'password', message: TOO_COMMON }])
    }
    const { email, username } = await makeStudent(t)
    await t.as()(contract.forgotPassword, { body: { email } })
    const token = await findResetToken(email, '/reset-password')
    const reset = (newPassword: string) => t.as()(contract.resetPassword, { body: { email, token, newPassword } })
    expect((await refusal(reset(`A${username}1`))).errors).toEqual([{ path: 'newPassword', message: TOO_COMMON }])
    expect((await reset('Guava9seed')).status).toBe('success')
  })

  it('R-13 is refused when an admin registers, resets or changes it', async () => {
    const error = await refusal(registerAdmin({ username: 'adaeze.obi', password: 'AdaezeObi1!' }))
    expect(error.errors).toEqual([{ path: 'password', message: TOO_COMMON }])
    const { email, username, token } = admin
    const newPassword = `A${username}1!`
    const change = { password: ADMIN_PASSWORD, newPassword }
    const field = [{ path: 'newPassword', message: TOO_COMMON }]
    expect((await refusal(t.as(token)(admins.changePassword, { body: change }))).errors).toEqual(field)
    await t.as()(admins.forgotAdminPassword, { body: { email } })
    const link = await findResetToken(email, '/admin/reset-password')
    const reset = t.as()(admins.resetAdminPassword, { body: { email, token: link, newPassword } })
    expect((await refusal(reset)).errors).toEqual(field)
  })
})

it('free text is stored without direction marks, and invisible text as empty', async () => {
  const changes = { address: '\u202E12 Marina\u2066 Road', school: '\u200B\u3164' }
  const { username, token } = await makeStudent(t)
  const form = registration()
  const { verificationToken } = await t.as()(contract.registerStudent, { body: { ...form, ...changes } })
  await t.as()(contract.verifyEmail, { body: { email: form.email, verificationToken } })
  const login = await t.as()(contract.logInStudent, { body: { email: form.email, password: form.password } })
  const { data } = await t.as(login.authToken)(readStudentProfile, { params: { username: form.username } })
  expect(data).toMatchObject({ address: '12 Marina Road', school: null })
  const blank = t.as(token)(updateProfile, { params: { username }, body: { address: '\u2800'.repeat(9) } })
  expect((await refusal(blank)).errors).toEqual([{ path: 'address', message: 'Address is required' }])
})
