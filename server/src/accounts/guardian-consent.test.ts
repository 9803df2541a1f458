import { randomUUID } from 'node:crypto'
import { desc, eq, sql } from 'drizzle-orm'
import * as contract from '@baobab/contract/accounts/endpoints.ts'
import { listSessions } from '@baobab/contract/accounts/sessions.ts'
import { lagosDate } from '@baobab/contract/accounts/rules.ts'
import { eraseAccount, exportData } from '@baobab/contract/privacy/endpoints.ts'
import { pauseAsGuardian } from '@baobab/contract/quiz/endpoints.ts'
import { describe, expect, it } from 'vitest'
import { refusal } from '../../test/refusal.ts'
import { openStillTestApp } from '../../test/harness.ts'
import { makeStudent, PASSWORD, registration } from '../../test/factories.ts'
import { waitFor } from '../../test/wait-for.ts'
import { deleteUnsentConsentMails } from '../privacy/consent-mails.ts'
import { consentMails, erasures } from '../privacy/tables.ts'
import { requireGuardianAddress } from './guardian-address.ts'
import { sendAccountMail } from './account-mails.ts'
import { deriveConsentToken, deriveVerificationCode } from './derive-code.ts'
import { removeStaleAccounts } from './remove-stale-accounts.ts'
import { hashRetiredUsername } from './queries.ts'
import { retiredUsernames } from './erased-tables.ts'
import { emailCodes, registrations } from './tables.ts'

const t = await openStillTestApp({ GUARDIAN_CONSENT: 'under-13' })

const child = () => {
  const form = registration({ birth: '2018-05-01' })
  return { ...form, guardianEmail: `parent.${form.email}` }
}
const register = (body: ReturnType<typeof child> | ReturnType<typeof registration>) =>
  t.as()(contract.registerStudent, { body })

type Link = { student: string; token: string }
const agree = (body: Link) => t.as()(contract.giveGuardianConsent, { body })
const withdraw = (body: Link) => t.as()(contract.withdrawGuardianConsent, { body })
/** Pauses the streak from today on. */
const pause = (body: Link, changes: { from?: string; to?: string } = {}) => {
  const today = lagosDate(t.app.clock.now())
  return t.as()(pauseAsGuardian, { body: { ...body, from: today, to: today, ...changes } })
}
const read = (body: Link) => t.as()(contract.readConsentRequest, { body })

/** Waits for the guardian's mail and returns the parameters of its link. */
async function linkTo(guardianEmail: string): Promise<Link> {
  const [mail] = await t.mails(guardianEmail, 'consent')
  return linkIn(mail?.text)
}

/** Asks the guardian before the code is entered, as earlier releases did. */
async function askEarly(email: string): Promise<Link> {
  const student = randomUUID()
  await t.app.db.update(registrations).set({ consentId: student }).where(eq(registrations.emailKey, email))
  return { student, token: deriveConsentToken(t.app, student) }
}

function linkIn(text = ''): Link {
  const { searchParams } = new URL(/https?:\/\/\S+guardian-consent\S+/.exec(text)?.[0] ?? '')
  return { student: searchParams.get('student') ?? '', token: searchParams.get('token') ?? '' }
}

const mailsTo = async (email: string) =>
  (await t.http.inject(`/sandbox/mailbox/messages?to=${encodeURIComponent(email)}`)).json<unknown[]>()

/** Finds the unsent mails about withdrawn consent. */
const findConsentMails = (to: string) => t.app.db.select().from(consentMails).where(eq(consentMails.to, to))

/** Registers a child who needs a guardian. */
async function begin() {
  const form = child()
  const { verificationToken, registration: reference } = await register(form)
  const { email, password } = form
  const verify = (code = verificationToken) =>
    t.as()(contract.verifyEmail, { body: { email, verificationToken: code, registration: reference } })
  const logIn = () => t.as()(contract.logInStudent, { body: { email, password } })
  return { form, reference, verify, logIn }
}

describe('if a guardian’s consent is required', () => {
  it("C-07 a child without a guardian's email, or with their own email instead, is not registered", async () => {
    const { guardianEmail: _, ...alone } = child()
    const missing = await refusal(register(alone))
    expect(missing.errors).toEqual([{ path: 'guardianEmail', message: "Parent's or guardian's email is required" }])
    const self = child()
    const own = await refusal(register({ ...self, guardianEmail: self.email.toUpperCase() }))
    expect(own.errors).toEqual([
      { path: 'guardianEmail', message: "Enter your parent's or guardian's email, not your own" },
    ])
    for (const [email, guardianEmail] of [
      [self.email, self.email.replace('@', '+parent@')],
      ['ada.obi+baobab@gmail.com', 'AdaObi@googlemail.com'],
    ] as const)
      expect((await refusal(register({ ...self, email, guardianEmail }))).errors?.[0]?.path).toBe('guardianEmail')
    for (const email of [alone.email, self.email])
      expect(await t.app.db.select().from(registrations).where(eq(registrations.emailKey, email))).toEqual([])
  })

  it('a student who is old enough needs no guardian', async () => {
    const form = registration({ birth: '2010-05-01' })
    await register(form)
    const [row] = await t.app.db.select().from(registrations).where(eq(registrations.emailKey, form.email))
    expect(row?.guardianEmail).toBeNull()
  })

  it('a student needs no guardian from the thirteenth birthday on, in Lagos time', () => {
    const form = { birth: '2017-06-15', email: 'ada@school.example', number: '08031234567' }
    const requireAt = (now: string) =>
      requireGuardianAddress({ ...t.app, clock: { ...t.app.clock, now: () => new Date(now) } }, form)
    expect(() => requireAt('2030-06-14T22:59:59Z')).toThrow(expect.objectContaining({ code: 'invalid' }))
    expect(requireAt('2030-06-14T23:00:00Z')).toEqual({ guardianEmail: null, guardianNumber: null })
  })

  it('C-07 the student can log in once the guardian agrees with the mailed link, but not with a forged one', async () => {
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
    const request = { username: form.username, canAgree: true }
    expect(await read(link)).toEqual({ ...request, agreedAt: null, isAccount: false, isChange: false })
    expect((await agree(link)).message).toBe('Thank you. The account is open now.')
    expect((await logIn()).authToken).toBeTruthy()
    expect(await read(link)).toEqual({ ...request, agreedAt: expect.any(String), isAccount: true, isChange: false })
    const [told] = await t.mails(form.email, 'Your parent or guardian agreed')
    expect(told?.text).toContain('p•••@school.example')
    expect((await agree(link)).message).toBe('Thank you. The account is open now.')
  })

  it('the guardian is told if the username has been taken, and the child can choose another', async () => {
    const { form, verify } = await begin()
    await verify()
    const link = await linkTo(form.guardianEmail)
    await t.app.db.insert(retiredUsernames).values({ nameHash: hashRetiredUsername(t.app, form.username) })
    expect(await refusal(agree(link))).toMatchObject({
      status: 409,
      message:
        'Thank you, but somebody else has this username now, so the account could not be opened. Please ask the child to sign up again with another username.',
    })
    expect((await refusal(agree(link))).code).toBe('token_invalid')
    const { username } = child()
    const again = await register({ ...form, username })
    const { email, password } = form
    const { verificationToken, registration: reference } = again
    await t.as()(contract.verifyEmail, { body: { email, verificationToken, registration: reference } })
    const [mail] = (await t.mails(form.guardianEmail, 'consent', 2)).filter(({ text }) => text.includes(username))
    expect((await agree(linkIn(mail?.text))).message).toBe('Thank you. The account is open now.')
    const login = await t.as()(contract.logInStudent, { body: { email, password } })
    expect(login.studentData.username).toBe(username)
  })

  it('a mail queued by an earlier version still arrives', async () => {
    const { form, verify } = await begin()
    const early = await askEarly(form.email)
    // Nothing is mailed before the code is entered.
    await sendAccountMail(t.app, { kind: 'guardian-consent', studentId: early.student })
    expect(await mailsTo(form.guardianEmail)).toEqual([])
    await verify()
    const { student: studentId } = await linkTo(form.guardianEmail)
    await sendAccountMail(t.app, { kind: 'guardian-consent', studentId })
    await t.mails(form.guardianEmail, 'consent', 2)
  })
})

describe('a child whose guardian has not agreed', () => {
  const waiting = async () => {
    const { form, reference, verify } = await begin()
    await verify()
    const ask = (changes: { registration?: string; guardianEmail?: string } = {}) =>
      t.as()(contract.askGuardian, { body: { email: form.email, registration: reference, ...changes } })
    const isWaiting = async (registration = reference) =>
      (await t.as()(contract.isGuardianAsked, { body: { email: form.email, registration } })).isWaiting
    return { form, ask, isWaiting }
  }

  it('can have the mail sent again after a minute, up to five times an hour', async () => {
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

  it('can name another guardian, whose link replaces the old one', async () => {
    const { form, ask } = await waiting()
    const first = await linkTo(form.guardianEmail)
    for (const own of [form.email, form.email.replace('@', '+mum@')])
      expect((await refusal(ask({ guardianEmail: own }))).errors).toEqual([
        { path: 'guardianEmail', message: "Enter your parent's or guardian's email, not your own" },
      ])
    const other = `mum.${form.email}`
    expect((await ask({ guardianEmail: other })).guardianEmail).toBe('m•••@school.example')
    for (const act of [agree, read]) expect((await refusal(act(first))).code).toBe('token_invalid')
    await withdraw(first)
    expect((await agree(await linkTo(other))).message).toBe('Thank you. The account is open now.')
  })

  it('can have mails sent to only a few addresses', async () => {
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

  it('learns from its page that the guardian has answered, and strangers learn nothing', async () => {
    const { form, ask, isWaiting } = await waiting()
    expect(await isWaiting()).toBe(true)
    expect(await isWaiting('x'.repeat(43))).toBe(false)
    await ask()
    await t.as()(contract.giveGuardianConsent, { body: await linkTo(form.guardianEmail) })
    expect(await isWaiting()).toBe(false)
  })

  it('needs the reference of a registration that is waiting for consent', async () => {
    const { form, ask } = await waiting()
    expect((await refusal(ask({ registration: 'x'.repeat(43) }))).status).toBe(404)
    const unverified = await begin()
    const call = t.as()(contract.askGuardian, {
      body: { email: unverified.form.email, registration: unverified.reference, guardianEmail: `x.${form.email}` },
    })
    expect((await refusal(call)).status).toBe(404)
  })
})

describe('a child who is waiting for a guardian and has forgotten the password', () => {
  const NEW_PASSWORD = 'Guava9seed'
  const requestLink = async () => {
    const child = await begin()
    await child.verify()
    await t.as()(contract.forgotPassword, { body: { email: child.form.email } })
    const [mail] = await t.mails(child.form.email, 'Choose a new Baobab password')
    const link = new URL(/https?:\/\/\S+reset-password\S+/.exec(mail?.text ?? '')?.[0] ?? '')
    const body = { email: child.form.email, token: link.searchParams.get('token') ?? '', newPassword: NEW_PASSWORD }
    const logIn = (password: string) => t.as()(contract.logInStudent, { body: { email: child.form.email, password } })
    return { ...child, mail, logIn, reset: () => t.as()(contract.resetPassword, { body }) }
  }

  it('chooses a new one with a mailed link, which works once and opens no account', async () => {
    const { form, mail, logIn, reset } = await requestLink()
    expect(mail?.text).toContain(form.username)
    const wrong = { email: form.email, token: 'x'.repeat(43), newPassword: NEW_PASSWORD }
    expect((await refusal(t.as()(contract.resetPassword, { body: wrong }))).code).toBe('token_invalid')
    // The link itself is not counted among those that ended.
    expect(await reset()).toMatchObject({ status: 'success', ended: { links: 0 } })
    expect((await refusal(reset())).code).toBe('token_invalid')
    await t.mails(form.email, 'Your Baobab password was changed')
    expect((await refusal(logIn(form.password))).code).toBe('login_failed')
    expect((await refusal(logIn(NEW_PASSWORD))).code).toBe('consent_needed')
    await agree(await linkTo(form.guardianEmail))
    expect((await logIn(NEW_PASSWORD)).authToken).toBeTruthy()
  })

  it('can still use the link after the guardian has agreed', async () => {
    const { form, logIn, reset } = await requestLink()
    await agree(await linkTo(form.guardianEmail))
    expect((await reset()).status).toBe('success')
    expect((await logIn(NEW_PASSWORD)).authToken).toBeTruthy()
  })

  it('gets the account and the new password in either order if both happen at the same time', async () => {
    const { form, logIn, reset } = await requestLink()
    const link = await linkTo(form.guardianEmail)
    const outcomes = await Promise.allSettled([reset(), agree(link)])
    expect(outcomes[1].status).toBe('fulfilled')
    if (outcomes[0].status === 'rejected') await reset()
    expect((await logIn(NEW_PASSWORD)).authToken).toBeTruthy()
  })
})

describe('a registration that is waiting for a guardian', () => {
  const DAY_MS = 24 * 3_600_000
  const exists = async (email: string) =>
    (await t.app.db.select().from(registrations).where(eq(registrations.emailKey, email))).length > 0

  const passDays = async (days: number) => {
    t.app.clock.advance(days * DAY_MS)
    await removeStaleAccounts(t.app)
  }

  /** Waits until the mail to the guardian is recorded as just sent. */
  const isMailed = (email: string) =>
    waitFor(async () => {
      const [row] = await t.app.db.select().from(registrations).where(eq(registrations.emailKey, email))
      expect(row?.guardianMailedAt).toEqual(t.app.clock.now())
    })

  it('expires 30 days after the last mail to the guardian', async () => {
    const { form, reference, verify } = await begin()
    await verify()
    await isMailed(form.email)
    await passDays(29)
    await t.as()(contract.askGuardian, { body: { email: form.email, registration: reference } })
    await isMailed(form.email)
    await passDays(29)
    expect(await exists(form.email)).toBe(true)
    await passDays(2)
    expect(await exists(form.email)).toBe(false)
    t.app.clock.advance(-60 * DAY_MS)
  })

  it('expires 30 days after the code was entered if no mail could be sent to the guardian', async () => {
    const { form, verify } = await begin()
    // Replacing the code would drop its mail if that were not sent yet.
    await t.mails(form.email, 'code')
    t.app.clock.advance(6 * DAY_MS)
    await t.as()(contract.resendCode, { body: { email: form.email } })
    await t.mails(form.email, 'code', 2)
    const [code] = await t.app.db.select().from(emailCodes).orderBy(desc(emailCodes.madeAt))
    expect(await verify(deriveVerificationCode(t.app, code?.id ?? ''))).toMatchObject({ status: 'success' })
    await isMailed(form.email)
    await t.app.db.update(registrations).set({ guardianMailedAt: null }).where(eq(registrations.emailKey, form.email))
    await passDays(26)
    expect(await exists(form.email)).toBe(true)
    await passDays(5)
    expect(await exists(form.email)).toBe(false)
    t.app.clock.advance(-37 * DAY_MS)
  })
})

it("a guardian's link does not reveal that the account with the child's email was erased", async () => {
  const owner = await makeStudent(t)
  const form = { ...child(), email: owner.email }
  await register(form)
  const link = await askEarly(form.email)
  const outcomes = async () => [await read(link), (await refusal(agree(link))).message]
  const before = await outcomes()
  await t.as(owner.token)(eraseAccount, { body: { password: PASSWORD } })
  expect(await outcomes()).toEqual(before)
})

describe('a consent link', () => {
  it('C-07 shows when the guardian agreed, and one mail confirms it with the same link', async () => {
    const { form, verify } = await begin()
    await verify()
    const link = await linkTo(form.guardianEmail)
    expect(await agree(link)).toMatchObject({ isOpen: true })
    await agree(link)
    const [mail] = await t.mails(form.guardianEmail, 'You agreed')
    expect(mail).toMatchObject({ subject: `You agreed to the Baobab account of ${form.username}` })
    expect(linkIn(mail?.text)).toEqual(link)
    // Sent after any second mail to the first guardian would have been.
    const last = await begin()
    await last.verify()
    await agree(await linkTo(last.form.guardianEmail))
    await t.mails(last.form.guardianEmail, 'You agreed')
    expect(await t.mails(form.guardianEmail, 'You agreed')).toHaveLength(1)
  })

  it('reveals nothing about another child, and closes no other account', async () => {
    const mine = await begin()
    const other = await begin()
    for (const one of [mine, other]) {
      await one.verify()
      await agree(await linkTo(one.form.guardianEmail))
    }
    const { token } = await linkTo(mine.form.guardianEmail)
    const { student } = await linkTo(other.form.guardianEmail)
    for (const act of [agree, withdraw, read])
      expect((await refusal(act({ student, token }))).code).toBe('token_invalid')
    expect((await other.logIn()).authToken).toBeTruthy()
  })

  it('opens nothing after the student has deleted the account', async () => {
    const { form, logIn, verify } = await begin()
    await verify()
    const link = await linkTo(form.guardianEmail)
    await agree(link)
    const { authToken } = await logIn()
    await t.as(authToken)(eraseAccount, { body: { password: form.password } })
    for (const act of [agree, read]) expect((await refusal(act(link))).code).toBe('token_invalid')
    expect((await withdraw(link)).status).toBe('success')
    expect(await findConsentMails(form.email)).toEqual([])
    expect(await findConsentMails(form.guardianEmail)).toEqual([])
  })

  it('closes nothing when it is merely opened, because mail scanners send only GET and HEAD', async () => {
    const { form, logIn, verify } = await begin()
    await verify()
    const link = await linkTo(form.guardianEmail)
    await agree(link)
    const query = new URLSearchParams(link).toString()
    for (const method of ['GET', 'HEAD'] as const)
      for (const path of ['/guardian-consent', '/student/guardian-consent/withdraw', '/student/guardian-consent'])
        await t.http.inject({ method, url: `${path}?${query}`, headers: { accept: 'text/html' } })
    expect((await logIn()).authToken).toBeTruthy()
  })
})

describe('a guardian', () => {
  it('can pause only their own child’s streak, once the account is open', async () => {
    const [one, other] = [await begin(), await begin()]
    for (const { verify } of [one, other]) await verify()
    const link = await linkTo(one.form.guardianEmail)
    expect((await refusal(pause(link))).code).toBe('not_found')
    await agree(link)
    expect((await pause(link)).message).toBe('The streak is paused on these days.')
    const { authToken } = await one.logIn()
    const { tables } = await t.as(authToken)(exportData, {})
    expect(tables['streakPauses']).toMatchObject([{ setBy: 'guardian' }])
    const foreign = await linkTo(other.form.guardianEmail)
    for (const forged of [
      { ...link, token: foreign.token },
      { ...link, student: foreign.student },
      { ...link, token: 'x'.repeat(43) },
    ])
      expect((await refusal(pause(forged))).code).toBe('token_invalid')
    for (const days of [{ from: '2020-01-01', to: '2020-01-02' }, { to: '2020-01-02' }, { from: 'tomorrow' }])
      expect((await refusal(pause(link, days))).status).toBe(400)
    await withdraw(link)
    expect((await refusal(pause(link))).status).toBeGreaterThanOrEqual(400)
  })
})

describe('a guardian who says no', () => {
  it.each([true, false])('deletes the registration (email verified: %s)', async (isVerified) => {
    const { form, logIn, verify } = await begin()
    if (isVerified) await verify()
    const link = await (isVerified ? linkTo(form.guardianEmail) : askEarly(form.email))
    const isForm = eq(registrations.emailKey, form.email)
    const [{ id } = { id: '' }] = await t.app.db.select().from(registrations).where(isForm)
    expect((await withdraw(link)).message).toBe(
      'You said no. We have deleted the registration and everything that was entered.',
    )
    expect((await withdraw(link)).message).toBe(
      'This link no longer belongs to an account. If you withdrew your consent, the account is closed and its data deleted.',
    )
    expect(await t.app.db.select().from(registrations).where(isForm)).toEqual([])
    // Recorded, so that the registration is not restored from a backup.
    expect(await t.app.db.select().from(erasures).where(eq(erasures.id, id))).toMatchObject([{ kind: 'registration' }])
    expect((await refusal(logIn())).code).toBe('login_failed')
    for (const act of [agree, read]) expect((await refusal(act(link))).code).toBe('token_invalid')
    expect((await refusal(verify())).code).toBe('verification_failed')
  })

  it('causes a mail to the child only if the email is verified, because otherwise it may be a stranger’s', async () => {
    const verified = await begin()
    await verified.verify()
    const unverified = await begin()
    await withdraw(await askEarly(unverified.form.email))
    await withdraw(await linkTo(verified.form.guardianEmail))
    const [mail] = await t.mails(verified.form.email, 'Your Baobab account was not opened')
    expect(mail?.text).toContain('your parent or guardian said no')
    const subjects = (await mailsTo(unverified.form.email)) as { subject: string }[]
    expect(subjects.filter(({ subject }) => subject.includes('not opened'))).toEqual([])
    expect(await findConsentMails(unverified.form.email)).toEqual([])
  })

  it('can close the account later, just like its owner', async () => {
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

  it('later gets a mail saying why the account is closed, as does the child, and both addresses are then deleted', async () => {
    const { form, verify } = await begin()
    await verify()
    const link = await linkTo(form.guardianEmail)
    await agree(link)
    await withdraw(link)
    const [toChild] = await t.mails(form.email, 'Your Baobab account is closed')
    expect(toChild?.text).toContain('your parent or guardian withdrew their consent')
    const [toGuardian] = await t.mails(form.guardianEmail, 'is closed')
    expect(toGuardian?.text).toContain(`You withdrew your consent to the Baobab account of ${form.username}.`)
    await waitFor(async () =>
      expect([...(await findConsentMails(form.email)), ...(await findConsentMails(form.guardianEmail))]).toEqual([]),
    )
  })

  it('leaves no address stored for long if the mails cannot be sent', async () => {
    const id = randomUUID()
    const mail = { id, to: 'ada@school.example', username: 'ada_obi', isToGuardian: false, isRefusal: false }
    await t.app.db.insert(consentMails).values({ ...mail, queuedAt: t.app.clock.now() })
    const count = async () => (await findConsentMails(mail.to)).length
    await deleteUnsentConsentMails(t.app)
    expect(await count()).toBe(1)
    t.app.clock.advance(4 * 24 * 3_600_000)
    await deleteUnsentConsentMails(t.app)
    expect(await count()).toBe(0)
    t.app.clock.advance(-4 * 24 * 3_600_000)
  })
})
