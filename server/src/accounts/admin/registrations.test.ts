import * as contract from '@baobab/contract/accounts/admin.ts'
import { registerStudent, verifyEmail } from '@baobab/contract/accounts/endpoints.ts'
import { auditLog } from '@baobab/contract/audit/endpoints.ts'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { makeAdmin, makeStudent, registration } from '../../../test/factories.ts'
import { openTestApp } from '../../../test/harness.ts'
import { refusal } from '../../../test/refusal.ts'
import { registrations } from '../tables.ts'

const CODE_MAIL = 'is your Baobab code'

const t = await openTestApp({ GUARDIAN_CONSENT: 'under-13' })
const admin = await makeAdmin(t)

const list = (query: { search?: string; limit?: number; cursor?: string } = {}) =>
  t.as(admin.token)(contract.listRegistrations, { query })
const resend = (registrationId: string) =>
  t.as(admin.token)(contract.resendRegistrationMail, { params: { registrationId } })

async function register(changes: Parameters<typeof registration>[0] = {}, guardianEmail?: string) {
  const form = { ...registration(changes), ...(guardianEmail && { guardianEmail }) }
  const { registration: reference, verificationToken } = await t.as()(registerStudent, { body: form })
  const [row] = (await list({ search: form.email })).registrations
  const verify = (code: string) =>
    t.as()(verifyEmail, { body: { email: form.email, verificationToken: code, registration: reference } })
  return { ...form, id: row?._id ?? '', code: verificationToken, verify }
}

it('pending registrations are listed newest first, a page at a time, and accounts are not', async () => {
  const made = []
  for (let n = 0; n < 3; n += 1) {
    made.push((await register()).username)
    t.app.clock.advance(1_000)
  }
  await makeStudent(t)
  const first = await list({ limit: 2 })
  const second = await list({ limit: 2, cursor: first.nextCursor ?? '' })
  const names = [...first.registrations, ...second.registrations].map(({ username }) => username)
  expect(names).toEqual(made.toReversed())
  expect(second.nextCursor).toBeNull()
})

it('pending registrations are found by the start of the username or by the full email', async () => {
  const { username, email } = await register()
  const found = async (search: string) => (await list({ search })).registrations.map((row) => row.username)
  expect(await found(username.slice(0, 7).toUpperCase())).toEqual([username])
  expect(await found(` ${email.toUpperCase()}`)).toEqual([username])
  for (const search of [username.slice(1), email.slice(1), '%', '_'.repeat(8)]) expect(await found(search)).toEqual([])
})

it('a pending registration has expired after seven days', async () => {
  const { email, id } = await register()
  const createdAt = new Date(t.app.clock.now().getTime() - 7 * 24 * 3_600_000)
  await t.app.db.update(registrations).set({ createdAt }).where(eq(registrations.id, id))
  expect((await list({ search: email })).registrations).toEqual([])
  expect((await refusal(resend(id))).status).toBe(404)
})

it('an admin can send a new code, which lifts the block after wrong tries', async () => {
  const { id, email, code, verify } = await register()
  await t.mails(email, CODE_MAIL)
  for (let n = 0; n < 5; n += 1) await refusal(verify(code === '000000' ? '111111' : '000000'))
  expect((await refusal(verify(code))).status).toBe(429)
  expect((await resend(id)).message).toBe('A new email is on its way.')
  expect((await t.as(admin.token)(auditLog, { query: { limit: 1 } })).lines[0]).toMatchObject({
    action: 'registration.mail_resent',
    subject: { _id: id },
  })
  const [mail] = await t.mails(email, CODE_MAIL, 2)
  const fresh = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? ''
  expect((await refusal(verify(code))).status).toBe(400)
  await verify(fresh)
  expect((await refusal(resend(id))).status).toBe(404)
})

it('an admin can ask the guardian again once the email is verified', async () => {
  const form = registration({ birth: '2018-05-01' })
  const guardianEmail = `parent.${form.email}`
  const { id, email, code, verify } = await register(form, guardianEmail)
  const waitsFor = async () => (await list({ search: email })).registrations[0]?.guardianEmail
  expect(await waitsFor()).toBeNull()
  await verify(code)
  expect(await waitsFor()).toBe(guardianEmail)
  await resend(id)
  await t.mails(guardianEmail, 'consent', 2)
})

it('an admin can send no more mails to an address than its owner can', async () => {
  const { id } = await register()
  for (let n = 0; n < 4; n += 1) await resend(id)
  expect(await refusal(resend(id))).toMatchObject({
    status: 429,
    message: 'We have sent enough emails to this address for now. Please try again later.',
  })
})
