// Tests an admin's second factor, changed and forgotten passwords, and devices.
import { logInAdmin } from '@baobab/contract/accounts/admin.ts'
import { readAdminProfile } from '@baobab/contract/profile/endpoints.ts'
import * as contract from '@baobab/contract/accounts/admin.ts'
import { endAdminSession, endOtherAdminSessions, listAdminSessions } from '@baobab/contract/accounts/sessions.ts'
import { eq } from 'drizzle-orm'
import { Secret, TOTP, URI } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { refusal } from '../../../test/refusal.ts'
import { openStillTestApp } from '../../../test/harness.ts'
import { ADMIN_PASSWORD, makeAdmin, makeAnotherAdmin, type MadeAdmin } from '../../../test/factories.ts'
import { auditLines } from '../../platform/audit/tables.ts'
import { admins, passwordResets, recoveryCodes } from '../tables.ts'

const t = await openStillTestApp()
const first = await makeAdmin(t)

const STEP = 30_000
const NEW_PASSWORD = 'Papaya9tree!'

/** Returns the code that the authenticator app shows a number of time steps from now. */
function totpCode(secret: string, steps = 0): string {
  const timestamp = t.app.clock.now().getTime() + steps * STEP
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
}

const logIn = (admin: MadeAdmin, code?: string, password = ADMIN_PASSWORD) =>
  t.as()(logInAdmin, { body: { email: admin.email, password, ...(code === undefined ? {} : { code }) } })

/** Advances the clock to the start of a time step, so that the step does not end during a test. */
function advanceToNextStep(): void {
  t.app.clock.advance(STEP - (t.app.clock.now().getTime() % STEP) + 1)
}

/** Creates an admin with the second factor on, in a time step whose code has not been used. */
async function makeAdminWithSecondFactor(): Promise<MadeAdmin & { secret: string; recoveryCodes: string[] }> {
  const admin = await makeAnotherAdmin(t, first)
  advanceToNextStep()
  const { secret } = await t.as(admin.token)(contract.beginSecondFactor, { body: { password: ADMIN_PASSWORD } })
  const on = await t.as(admin.token)(contract.turnOnSecondFactor, { body: { code: totpCode(secret) } })
  t.app.clock.advance(STEP)
  return { ...admin, secret, recoveryCodes: on.recoveryCodes }
}

describe('turning the second factor on', () => {
  it('requires the password and a code from the app; until then a login needs no code', async () => {
    const admin = await makeAnotherAdmin(t, first)
    advanceToNextStep()
    const as = t.as(admin.token)
    expect(await refusal(as(contract.turnOnSecondFactor, { body: { code: '123456' } }))).toMatchObject({ status: 409 })
    const wrong = as(contract.beginSecondFactor, { body: { password: 'Wrong7pass!' } })
    expect((await refusal(wrong)).errors).toEqual([{ path: 'password', message: 'This password is not correct.' }])
    const { secret, uri } = await as(contract.beginSecondFactor, { body: { password: ADMIN_PASSWORD } })
    expect(URI.parse(uri)).toMatchObject({ issuer: 'Baobab', label: admin.username, period: 30, digits: 6 })
    expect(URI.parse(uri).secret.base32).toBe(secret)
    await logIn(admin)
    const off = await refusal(as(contract.turnOnSecondFactor, { body: { code: totpCode(secret, 5) } }))
    expect(off.errors).toMatchObject([{ path: 'code' }])
    expect(await as(contract.readSecondFactor, {})).toEqual({ isOn: false, since: null, recoveryCodesLeft: 0 })
    const on = await as(contract.turnOnSecondFactor, { body: { code: totpCode(secret) } })
    expect(new Set(on.recoveryCodes).size).toBe(10)
    expect(await as(contract.readSecondFactor, {})).toMatchObject({ isOn: true, recoveryCodesLeft: 10 })
    expect((await refusal(logIn(admin))).code).toBe('mfa_required')
    const again = as(contract.beginSecondFactor, { body: { password: ADMIN_PASSWORD } })
    expect((await refusal(again)).code).toBe('second_factor_on')
  })

  it('stores neither the secret nor the recovery codes in readable form', async () => {
    const admin = await makeAdminWithSecondFactor()
    const [row] = await t.app.db.select().from(admins).where(eq(admins.id, admin.id))
    const codes = await t.app.db.select().from(recoveryCodes).where(eq(recoveryCodes.adminId, admin.id))
    const stored = `${row?.totpSecret?.toString('latin1')}${JSON.stringify(codes)}`
    for (const secret of [admin.secret, ...admin.recoveryCodes]) expect(stored).not.toContain(secret)
    expect(codes).toHaveLength(10)
  })
})

describe('a login with the second factor', () => {
  it('R-28 gets 401 without a code, and each code works once', async () => {
    const admin = await makeAdminWithSecondFactor()
    expect(await refusal(logIn(admin))).toMatchObject({
      status: 401,
      code: 'mfa_required',
      message: 'Enter the 6-digit code from your authenticator app.',
    })
    const code = totpCode(admin.secret)
    const outcomes = await Promise.allSettled(Array.from({ length: 4 }, () => logIn(admin, code)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await refusal(logIn(admin, code))).toMatchObject({ status: 401, code: 'mfa_required' })
  })

  it('R-28 asks for the second factor only after the right password', async () => {
    const admin = await makeAdminWithSecondFactor()
    const tried = logIn(admin, totpCode(admin.secret), 'Wrong7pass!')
    expect(await refusal(tried)).toMatchObject({ status: 401, code: 'login_failed', message: 'Login failed!' })
    await logIn(admin, totpCode(admin.secret))
  })

  it.each([-1, 1])('R-28 accepts a code %i step away, because clocks differ', async (steps) => {
    const admin = await makeAdminWithSecondFactor()
    t.app.clock.advance(STEP)
    await logIn(admin, totpCode(admin.secret, steps))
  })

  it.each([-2, 2])('R-28 refuses a code %i steps away', async (steps) => {
    const admin = await makeAdminWithSecondFactor()
    t.app.clock.advance(3 * STEP)
    expect((await refusal(logIn(admin, totpCode(admin.secret, steps)))).code).toBe('mfa_required')
  })

  it('accepts each recovery code once, however it is typed, and writes it to the audit log', async () => {
    const admin = await makeAdminWithSecondFactor()
    const [code = ''] = admin.recoveryCodes
    await logIn(admin, ` ${code.toUpperCase().replace('-', ' ')} `)
    expect(await refusal(logIn(admin, code))).toMatchObject({ status: 401, code: 'mfa_required' })
    expect((await t.as(admin.token)(contract.readSecondFactor, {})).recoveryCodesLeft).toBe(9)
    const lines = await t.app.db.select().from(auditLines).where(eq(auditLines.subject, admin.id))
    expect(lines.map(({ action }) => action)).toContain('admin.recovery_code_used')
  })

  it('has to wait longer after each wrong code, even if the next code is right', async () => {
    const admin = await makeAdminWithSecondFactor()
    for (let tries = 0; tries < 5; tries += 1) expect((await refusal(logIn(admin, 'zzzzz-zzzzz'))).status).toBe(401)
    expect(await refusal(logIn(admin, totpCode(admin.secret)))).toMatchObject({ status: 429, retryAfter: 1 })
    t.app.clock.advance(1_001)
    await logIn(admin, totpCode(admin.secret))
  })

  it('is not slowed down in a known browser or a session by an attacker who knows only the password', async () => {
    const admin = await makeAdminWithSecondFactor()
    const { device } = await logIn(admin, totpCode(admin.secret))
    const call = (code: string, more: { device?: string } = {}) =>
      t.as()(logInAdmin, { body: { email: admin.email, password: ADMIN_PASSWORD, code, ...more } })
    // The waits grow from 1 to 32 seconds; the next one, 64 s, is longer than a slow test.
    const failUntilRefused = async (more: { device?: string }) => {
      for (let tries = 0; tries < 11; tries += 1) {
        if (tries >= 5) t.app.clock.advance(1_000 * 2 ** (tries - 5))
        expect((await refusal(call('zzzzz-zzzzz', more))).status).toBe(401)
      }
      expect((await refusal(call('zzzzz-zzzzz', more))).status).toBe(429)
    }
    await failUntilRefused({})
    const [first = '', second = ''] = admin.recoveryCodes
    expect((await call(first, { device })).device).toBe(device)
    await failUntilRefused({ device })
    await t.as(admin.token)(contract.reauthenticateAdmin, { body: { password: ADMIN_PASSWORD, code: second } })
  })
})

describe('reauthentication', () => {
  it('also requires a code if the second factor is on, and never ends the session', async () => {
    const admin = await makeAdminWithSecondFactor()
    const confirm = (code?: string) =>
      t.as(admin.token)(contract.reauthenticateAdmin, { body: { password: ADMIN_PASSWORD, ...(code ? { code } : {}) } })
    expect(await refusal(confirm())).toMatchObject({ status: 400, errors: [{ path: 'code' }] })
    expect(await refusal(confirm('zzzzz-zzzzz'))).toMatchObject({ status: 400, errors: [{ path: 'code' }] })
    await confirm(totpCode(admin.secret))
  })
})

describe('recovery codes and turning the second factor off', () => {
  it('new codes replace the old ones', async () => {
    const admin = await makeAdminWithSecondFactor()
    const body = { password: ADMIN_PASSWORD, code: totpCode(admin.secret) }
    const made = await t.as(admin.token)(contract.makeRecoveryCodes, { body })
    expect((await refusal(logIn(admin, admin.recoveryCodes[0]))).status).toBe(401)
    await logIn(admin, made.recoveryCodes[0])
  })

  it('the second factor is turned off with password and code, after which a login needs no code', async () => {
    const admin = await makeAdminWithSecondFactor()
    const off = (password: string, code: string) =>
      t.as(admin.token)(contract.turnOffSecondFactor, { body: { password, code } })
    expect((await refusal(off('Wrong7pass!', totpCode(admin.secret)))).errors).toMatchObject([{ path: 'password' }])
    expect((await refusal(off(ADMIN_PASSWORD, 'zzzzz-zzzzz'))).errors).toMatchObject([{ path: 'code' }])
    await off(ADMIN_PASSWORD, totpCode(admin.secret))
    await logIn(admin)
    const codes = await t.app.db.select().from(recoveryCodes).where(eq(recoveryCodes.adminId, admin.id))
    expect(codes).toEqual([])
  })
})

describe("an admin's password", () => {
  const read = (admin: MadeAdmin, token: string) =>
    t.as(token)(readAdminProfile, { query: { username: admin.username } })

  it('can be changed with the old one, which logs out all other devices and mails the owner', async () => {
    const admin = await makeAnotherAdmin(t, first)
    const elsewhere = (await logIn(admin)).authToken
    const change = (password: string, newPassword: string) =>
      t.as(admin.token)(contract.changePassword, { body: { password, newPassword } })
    expect((await refusal(change('Wrong7pass!', NEW_PASSWORD))).errors).toMatchObject([{ path: 'password' }])
    expect((await refusal(change(ADMIN_PASSWORD, 'Baobab1!'))).errors).toMatchObject([{ path: 'newPassword' }])
    await change(ADMIN_PASSWORD, NEW_PASSWORD)
    await read(admin, admin.token)
    expect((await refusal(read(admin, elsewhere))).status).toBe(401)
    expect((await refusal(logIn(admin))).status).toBe(401)
    await logIn(admin, undefined, NEW_PASSWORD)
    await t.mails(admin.email, 'password was changed')
  })

  it('R-17 R-18 can be reset once with the mailed link, and every session then ends', async () => {
    const admin = await makeAnotherAdmin(t, first)
    await t.as()(contract.forgotAdminPassword, { body: { email: admin.email } })
    const [mail] = await t.mails(admin.email, 'Choose a new Baobab password')
    const link = new URL(/http\S+\/admin\/reset-password\?\S+/.exec(mail?.text ?? '')?.[0] ?? 'http://no.link')
    const token = link.searchParams.get('token') ?? ''
    const reset = (email: string) =>
      t.as()(contract.resetAdminPassword, { body: { token, email, newPassword: NEW_PASSWORD } })
    expect(await refusal(reset(first.email))).toMatchObject({ status: 400, message: 'Invalid or expired token.' })
    expect(await reset(admin.email)).toMatchObject({ status: 'success' })
    expect((await refusal(reset(admin.email))).message).toBe('Invalid or expired token.')
    expect((await refusal(read(admin, admin.token))).status).toBe(401)
    await logIn(admin, undefined, NEW_PASSWORD)
    await t.mails(admin.email, 'password was changed')
    const lines = await t.app.db.select().from(auditLines).where(eq(auditLines.subject, admin.id))
    expect(lines.filter(({ action }) => action === 'admin.password_reset')).toMatchObject([{ adminId: admin.id }])
  })

  it('can be reset only for current admins, but all other emails get the same reply', async () => {
    const removed = await makeAnotherAdmin(t, first)
    await t.app.db.update(admins).set({ removedAt: t.app.clock.now() }).where(eq(admins.id, removed.id))
    for (const email of ['nobody@nowhere.example', removed.email])
      expect(await t.as()(contract.forgotAdminPassword, { body: { email } })).toEqual({
        status: 'success',
        message: 'Check your email for reset instructions.',
      })
    expect(await t.mails('nobody@nowhere.example', '', 0)).toEqual([])
    expect(await t.mails(removed.email, 'Choose a new Baobab password', 0)).toEqual([])
    expect(await t.app.db.$count(passwordResets, eq(passwordResets.adminId, removed.id))).toBe(0)
  })
})

describe("an admin's devices", () => {
  it('R-23 are listed and can be logged out, one by one or all others, but never those of another admin', async () => {
    const admin = await makeAnotherAdmin(t, first)
    const list = (token: string) => t.as(token)(listAdminSessions, {})
    const [one, two] = [(await logIn(admin)).authToken, (await logIn(admin)).authToken]
    const { sessions } = await list(one)
    expect(sessions).toHaveLength(3)
    const mine = sessions.find(({ isCurrent }) => isCurrent)
    const params = { sessionId: mine?._id ?? '' }
    expect((await refusal(t.as(first.token)(endAdminSession, { params }))).status).toBe(404)
    await t.as(two)(endAdminSession, { params })
    expect((await refusal(list(one))).status).toBe(401)
    await t.as(two)(endOtherAdminSessions, {})
    expect((await refusal(list(admin.token))).status).toBe(401)
    expect((await list(two)).sessions).toHaveLength(1)
  })
})
