import * as contract from '@baobab/contract/accounts/admin.ts'
import { readAdminProfile } from '@baobab/contract/profile/endpoints.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { productionSettings } from '../../../test/production-settings.ts'
import { refusal } from '../../../test/refusal.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { ADMIN_PASSWORD, makeAdmin, makeStudent, newAdminName } from '../../../test/factories.ts'
import { auditLines } from '../../platform/audit/tables.ts'
import { deriveSetupCode } from './register-admin.ts'
import { admins } from '../tables.ts'

let t: TestApp
afterEach(() => t.close())

const form = () => {
  const username = newAdminName()
  return { username, email: `${username}@baobab.example`, password: ADMIN_PASSWORD }
}
const register = (body: object) => t.as()(contract.registerAdmin, { body: body as ReturnType<typeof form> })
describe('the first admin', () => {
  it('R-01 is the only one who needs no invitation, even if several register at the same time', async () => {
    t = await startTestApp()
    const tries = Array.from({ length: 20 }, () =>
      register(form()).then(
        () => 201,
        (error: { status: number }) => error.status,
      ),
    )
    const statuses = await Promise.all(tries)
    expect(statuses.filter((status) => status === 201)).toHaveLength(1)
    expect(statuses.filter((status) => status === 403)).toHaveLength(19)
    expect(await t.app.db.select().from(admins)).toHaveLength(1)
    expect(await t.app.db.select().from(auditLines)).toMatchObject([{ action: 'admin.registered' }])
    expect(await refusal(register(form()))).toMatchObject({
      status: 403,
      message: 'Admin registration is by invitation.',
    })
  })

  it('R-01 needs the setup code from the log in production', async () => {
    t = await startTestApp(productionSettings)
    const missing = await refusal(register(form()))
    expect(missing).toMatchObject({ status: 403, code: 'setup_code_needed' })
    expect((await refusal(register({ ...form(), setupCode: 'guess' }))).status).toBe(403)
    expect(await t.app.db.select().from(admins)).toHaveLength(0)
    await register({ ...form(), setupCode: deriveSetupCode(t.app) })
    expect(await t.app.db.select().from(admins)).toHaveLength(1)
  })

  it('gets an error that says which rule a field breaks', async () => {
    t = await startTestApp()
    const cases = [
      ['username', 'abcd', 'Username must be at least 5 characters'],
      ['username', 'a'.repeat(31), 'Username cannot exceed 30 characters'],
      ['email', 'x', 'Invalid email'],
      ['password', 'Mango7tree', 'Password must contain at least one special character'],
      ['password', 'M7!a', 'Password must be at least 8 characters'],
    ] as const
    for (const [path, value, message] of cases) {
      const error = await refusal(register({ ...form(), [path]: value }))
      expect(error.errors).toContainEqual({ path, message })
    }
    expect(await t.app.db.select().from(admins)).toHaveLength(0)
  })
})

describe('an admin', () => {
  const logIn = (email: string, password: string) => t.as()(contract.logInAdmin, { body: { email, password } })

  it('R-27 R-22 can log in, stays logged in for eight hours, and can log out', async () => {
    t = await startTestApp()
    const admin = await makeAdmin(t)
    const reply = await logIn(admin.email, ADMIN_PASSWORD)
    expect(reply.adminData).toEqual({
      _id: admin.id,
      username: admin.username,
      email: admin.email,
      role: 'owner',
      moreRoles: [],
      profilePicture: null,
    })
    const read = (token: string) => t.as(token)(readAdminProfile, { query: { username: admin.username } })
    expect((await read(reply.authToken)).adminData.username).toBe(admin.username)
    expect((await t.as(reply.authToken)(contract.logOutAdmin, {})).message).toBe('Logout Successful')
    expect((await refusal(read(reply.authToken))).status).toBe(401)
    t.app.clock.advance(8 * 3_600_000 + 1_000)
    expect((await refusal(read(admin.token))).status).toBe(401)
  })

  it('R-08 gets the same error for an unknown email, a wrong password and a student account', async () => {
    t = await startTestApp()
    const admin = await makeAdmin(t)
    const student = await makeStudent(t, { password: ADMIN_PASSWORD })
    for (const [email, password] of [
      [admin.email, 'Wrong7pass!'],
      ['nobody@nowhere.example', ADMIN_PASSWORD],
      [student.email, ADMIN_PASSWORD],
    ] as const)
      expect(await refusal(logIn(email, password))).toMatchObject({ status: 401, message: 'Login failed!' })
  })
})
