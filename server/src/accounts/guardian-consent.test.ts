import { eq } from 'drizzle-orm'
import * as contract from '@baobab/contract/accounts.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refusal } from '../../test/refusal.ts'
import { startTestApp, type TestApp } from '../../test/harness.ts'
import { registration } from '../../test/factories.ts'
import { registrations } from './tables.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp({ GUARDIAN_CONSENT: 'under-13' })
})
afterAll(() => t.close())

const child = () => {
  const form = registration({ birth: '2018-05-01' })
  return { ...form, guardianEmail: `parent.${form.email}` }
}
const register = (body: ReturnType<typeof child> | ReturnType<typeof registration>) =>
  t.as()(contract.registerStudent, { body })

describe('if a guardian has to agree', () => {
  it("a child without a guardian's email, or with their own email in its place, is not registered", async () => {
    const { guardianEmail: _, ...alone } = child()
    const missing = await refusal(register(alone))
    expect(missing.errors).toEqual([{ path: 'guardianEmail', message: "Parent's or guardian's email is required" }])
    const self = child()
    const own = await refusal(register({ ...self, guardianEmail: self.email.toUpperCase() }))
    expect(own.errors).toEqual([
      { path: 'guardianEmail', message: "Enter your parent's or guardian's email, not your own" },
    ])
    for (const email of [alone.email, self.email])
      expect(await t.app.db.select().from(registrations).where(eq(registrations.emailKey, email))).toEqual([])
  })

  it('a student who is old enough needs no guardian', async () => {
    const form = registration({ birth: '2010-05-01' })
    await register(form)
    const [row] = await t.app.db.select().from(registrations).where(eq(registrations.emailKey, form.email))
    expect(row?.guardianEmail).toBeNull()
  })

  it('the student can log in once the guardian agrees with the mailed link, but not with a forged one', async () => {
    const form = child()
    const { verificationToken } = await register(form)
    await t.as()(contract.verifyEmail, { body: { email: form.email, verificationToken } })
    const logIn = () => t.as()(contract.logInStudent, { body: { email: form.email, password: form.password } })
    expect(await refusal(logIn())).toMatchObject({ status: 403, code: 'consent_needed' })
    const [mail] = await t.mails(form.guardianEmail, 'consent')
    const link = new URL(/https?:\/\/\S+guardian-consent\S+/.exec(mail?.text ?? '')?.[0] ?? '')
    const [student, token] = [link.searchParams.get('student') ?? '', link.searchParams.get('token') ?? '']
    const agree = (body: { student: string; token: string }) => t.as()(contract.giveGuardianConsent, { body })
    expect((await refusal(agree({ student, token: `${token.slice(0, -2)}xx` }))).message).toBe(
      'Invalid or expired token.',
    )
    expect((await refusal(logIn())).status).toBe(403)
    expect((await agree({ student, token })).message).toBe('Thank you. The account is open now.')
    expect((await logIn()).authToken).toBeTruthy()
  })
})
