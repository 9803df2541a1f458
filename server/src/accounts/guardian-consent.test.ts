import { eq, sql } from 'drizzle-orm'
import * as contract from '@baobab/contract/accounts.ts'
import { listSessions } from '@baobab/contract/accounts-sessions.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refusal } from '../../test/refusal.ts'
import { startTestApp, type TestApp } from '../../test/harness.ts'
import { registration } from '../../test/factories.ts'
import { sendAccountMail } from './account-mails.ts'
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

type Link = { student: string; token: string }
const agree = (body: Link) => t.as()(contract.giveGuardianConsent, { body })
const withdraw = (body: Link) => t.as()(contract.withdrawGuardianConsent, { body })
const read = (body: Link) => t.as()(contract.readConsentRequest, { body })

/** Waits for the guardian's mail. Returns the parameters of its link. */
async function linkTo(guardianEmail: string): Promise<Link> {
  const [mail] = await t.mails(guardianEmail, 'consent')
  const { searchParams } = new URL(/https?:\/\/\S+guardian-consent\S+/.exec(mail?.text ?? '')?.[0] ?? '')
  return { student: searchParams.get('student') ?? '', token: searchParams.get('token') ?? '' }
}

const mailsTo = async (email: string) =>
  (await t.http.inject(`/sandbox/mailbox/messages?to=${encodeURIComponent(email)}`)).json<unknown[]>()

/** Registers a child who needs a guardian. */
async function begin() {
  const form = child()
  const { verificationToken, registration: reference } = await register(form)
  const { email, password } = form
  const verify = () => t.as()(contract.verifyEmail, { body: { email, verificationToken, registration: reference } })
  const logIn = () => t.as()(contract.logInStudent, { body: { email, password } })
  return { form, reference, verify, logIn }
}

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
    const { form, logIn, verify } = await begin()
    expect((await verify()).guardianEmail).toBe('p•••@school.example')
    expect(await refusal(logIn())).toMatchObject({
      status: 403,
      code: 'consent_needed',
      guardianEmail: 'p•••@school.example',
    })
    const link = await linkTo(form.guardianEmail)
    const forged = { ...link, token: `${link.token.slice(0, -2)}xx` }
    for (const act of [agree, withdraw, read])
      expect((await refusal(act(forged))).message).toBe('Invalid or expired token.')
    expect((await refusal(logIn())).status).toBe(403)
    expect(await read(link)).toEqual({ username: form.username, agreedAt: null })
    expect((await agree(link)).message).toBe('Thank you. The account is open now.')
    expect((await logIn()).authToken).toBeTruthy()
    expect(await read(link)).toEqual({ username: form.username, agreedAt: expect.any(String) })
    expect((await agree(link)).message).toBe('Thank you. The account is open now.')
  })

  it('the guardian may agree before the code is entered, which then opens the account', async () => {
    const { form, logIn, verify } = await begin()
    const link = await linkTo(form.guardianEmail)
    const message = 'Thank you. The account opens as soon as the child has entered the code from our email.'
    for (let n = 0; n < 2; n += 1) expect((await agree(link)).message).toBe(message)
    expect((await refusal(logIn())).code).toBe('email_unverified')
    expect((await verify()).guardianEmail).toBeNull()
    expect((await logIn()).authToken).toBeTruthy()
  })

  it('a mail that an earlier version queued still arrives', async () => {
    const { form } = await begin()
    await linkTo(form.guardianEmail)
    const [row] = await t.app.db.select().from(registrations).where(eq(registrations.emailKey, form.email))
    await sendAccountMail(t.app, { kind: 'guardian-consent', studentId: row?.consentId ?? '' })
    await t.mails(form.guardianEmail, 'consent', 2)
  })
})

describe('a child whose guardian has not agreed', () => {
  const waiting = async () => {
    const { form, reference, verify } = await begin()
    await verify()
    const ask = (changes: { registration?: string; guardianEmail?: string } = {}) =>
      t.as()(contract.askGuardian, { body: { email: form.email, registration: reference, ...changes } })
    return { form, ask }
  }

  it('can have the mail sent again after a minute, five times an hour', async () => {
    const { form, ask } = await waiting()
    expect(await ask()).toMatchObject({
      message: 'We have emailed your parent or guardian.',
      guardianEmail: 'p•••@school.example',
    })
    expect(await refusal(ask())).toMatchObject({ status: 429, retryAfter: 60 })
    for (let n = 0; n < 6; n += 1) {
      t.app.clock.advance(61_000)
      expect((await ask()).status).toBe('success')
    }
    const last = await waiting()
    await linkTo(last.form.guardianEmail)
    expect(await t.mails(form.guardianEmail, 'consent')).toHaveLength(5)
  })

  it('can name another guardian, whose link replaces the earlier one', async () => {
    const { form, ask } = await waiting()
    const first = await linkTo(form.guardianEmail)
    expect((await refusal(ask({ guardianEmail: form.email }))).errors).toEqual([
      { path: 'guardianEmail', message: "Enter your parent's or guardian's email, not your own" },
    ])
    const other = `mum.${form.email}`
    expect((await ask({ guardianEmail: other })).guardianEmail).toBe('m•••@school.example')
    for (const act of [agree, read]) expect((await refusal(act(first))).code).toBe('token_invalid')
    await withdraw(first)
    expect((await agree(await linkTo(other))).message).toBe('Thank you. The account is open now.')
  })

  it('can make us write to few addresses only', async () => {
    const { form, ask } = await waiting()
    for (let n = 0; n < 8; n += 1) {
      await ask({ guardianEmail: `stranger${n}.${form.email}` })
      // A mail is dropped if another guardian is named before it is sent.
      if (n < 5) await t.mails(`stranger${n}.${form.email}`, 'consent')
      t.app.clock.advance(61_000)
    }
    const last = await waiting()
    await linkTo(last.form.guardianEmail)
    const found = await Promise.all(Array.from({ length: 8 }, (_, n) => mailsTo(`stranger${n}.${form.email}`)))
    expect(found.filter((mails) => mails.length > 0)).toHaveLength(5)
  })

  it('needs the reference of a registration that waits for consent', async () => {
    const { form, ask } = await waiting()
    expect((await refusal(ask({ registration: 'x'.repeat(43) }))).status).toBe(404)
    const unverified = await begin()
    const call = t.as()(contract.askGuardian, {
      body: { email: unverified.form.email, registration: unverified.reference, guardianEmail: `x.${form.email}` },
    })
    expect((await refusal(call)).status).toBe(404)
  })
})

describe('a guardian who says no', () => {
  it.each([true, false])('deletes the registration (whose email is verified: %s)', async (isVerified) => {
    const { form, logIn, verify } = await begin()
    if (isVerified) await verify()
    const link = await linkTo(form.guardianEmail)
    for (let n = 0; n < 2; n += 1)
      expect((await withdraw(link)).message).toBe(
        'The account has been closed, and the personal data has been deleted.',
      )
    expect(await t.app.db.select().from(registrations).where(eq(registrations.emailKey, form.email))).toEqual([])
    expect((await refusal(logIn())).code).toBe('login_failed')
    for (const act of [agree, read]) expect((await refusal(act(link))).code).toBe('token_invalid')
    expect((await refusal(verify())).code).toBe('verification_failed')
  })

  it('closes the account later, as its owner could', async () => {
    const { form, logIn, verify } = await begin()
    await verify()
    const link = await linkTo(form.guardianEmail)
    await agree(link)
    const { authToken } = await logIn()
    await withdraw(link)
    expect((await refusal(t.as(authToken)(listSessions, {}))).status).toBe(401)
    expect((await refusal(logIn())).code).toBe('login_failed')
    for (const key of [form.email, form.guardianEmail, form.username]) {
      const { rows } = await t.app.db.execute(sql`select 1 from students where position(${key} in students::text) > 0`)
      expect(rows).toEqual([])
    }
    expect((await refusal(register({ ...child(), username: form.username }))).code).toBe('username_taken')
    expect((await withdraw(link)).status).toBe('success')
  })
})
