// Tests a stranger who registers somebody's email with a guardian address of their own, in order to erase the account later.
import * as contract from '@baobab/contract/accounts/endpoints.ts'
import * as methods from '@baobab/contract/accounts/identity-providers.ts'
import { eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { makeStudent, registration, unique } from '../../test/factories.ts'
import { openStillTestApp } from '../../test/harness.ts'
import { refusal } from '../../test/refusal.ts'
import { releaseTogether } from '../../test/release-together.ts'
import { expectStep, newPerson, signInCalls, signInForm } from '../../test/sign-in.ts'
import { deriveConsentToken } from './derive-code.ts'
import { lockEmail } from './registrations.ts'
import { registrations, students } from './tables.ts'
import { waitForLockWaits } from '../../test/lock-waits.ts'

const NEW_PASSWORD = 'Guava9seed'

const t = await openStillTestApp({ GUARDIAN_CONSENT: 'under-13' })

type Link = { student: string; token: string }
const agree = (body: Link) => t.as()(contract.giveGuardianConsent, { body })
const withdraw = (body: Link) => t.as()(contract.withdrawGuardianConsent, { body })
const read = (body: Link) => t.as()(contract.readConsentRequest, { body })

const makeChild = () => {
  const form = registration({ birth: '2018-05-01' })
  return { ...form, guardianEmail: `parent.${form.email}` }
}
type Child = ReturnType<typeof makeChild>

async function register(form: Child) {
  const { verificationToken, registration: reference } = await t.as()(contract.registerStudent, { body: form })
  const verify = () =>
    t.as()(contract.verifyEmail, { body: { email: form.email, verificationToken, registration: reference } })
  return { reference, verify }
}
const logIn = ({ email, password }: { email: string; password: string }) =>
  t.as()(contract.logInStudent, { body: { email, password } })

/** Reads the link from a guardian's newest mail. */
async function readLink(guardianEmail: string, count = 1): Promise<Link> {
  const [mail] = await t.mails(guardianEmail, 'needs your consent', count)
  const { searchParams } = new URL(/https?:\/\/\S+guardian-consent\S+/.exec(mail?.text ?? '')?.[0] ?? 'http://none')
  return { student: searchParams.get('student') ?? '', token: searchParams.get('token') ?? '' }
}
const listMails = async (to: string) =>
  (await t.http.inject(`/sandbox/mailbox/messages?to=${encodeURIComponent(to)}`)).json<{ subject: string }[]>()

/** Registers a child and lets the guardian agree, as a stranger who reads the guardian's mail would do. */
async function openAccount(form = makeChild()) {
  const { reference, verify } = await register(form)
  await verify()
  const link = await readLink(form.guardianEmail)
  await agree(link)
  return { form, reference, link }
}

async function readReset(email: string, count = 1) {
  await t.as()(contract.forgotPassword, { body: { email } })
  const [mail] = await t.mails(email, 'Choose a new Baobab password', count)
  const link = new URL(/https?:\S+reset-password\S+/.exec(mail?.text ?? '')?.[0] ?? 'http://none')
  return { token: link.searchParams.get('token') ?? '', email }
}
const reset = (link: { token: string; email: string }, changes: { removeGuardian?: boolean } = {}) =>
  t.as()(contract.resetPassword, { body: { ...link, newPassword: NEW_PASSWORD, ...changes } })

const findStudent = async (email: string) =>
  (await t.app.db.select().from(students).where(eq(students.emailKey, email)))[0]

describe('a guardian', () => {
  it('C-14 is not asked before the code has verified the mailbox', async () => {
    const form = makeChild()
    const { verify } = await register(form)
    // Sent after any mail to the guardian would have been.
    await t.mails(form.email, 'is your Baobab code')
    expect(await listMails(form.guardianEmail)).toEqual([])
    const [row] = await t.app.db.select().from(registrations).where(eq(registrations.emailKey, form.email))
    expect(row?.consentId).toBeNull()
    expect((await verify()).guardianEmail).toBe('p•••@school.example')
    await readLink(form.guardianEmail)
  })

  it('C-14 who agreed before the mailbox was verified, in an earlier release, has to agree again', async () => {
    const form = makeChild()
    const { verify } = await register(form)
    const student = randomUUID()
    await t.app.db
      .update(registrations)
      .set({ consentId: student, guardianAgreedAt: t.app.clock.now() })
      .where(eq(registrations.emailKey, form.email))
    const early = { student, token: deriveConsentToken(t.app, student) }
    expect(await refusal(agree(early))).toMatchObject({ status: 409, code: 'consent_too_early' })
    expect(await read(early)).toMatchObject({ agreedAt: null, canAgree: false })
    expect((await verify()).guardianEmail).toBe('p•••@school.example')
    expect((await refusal(logIn(form))).code).toBe('consent_needed')
    for (const act of [agree, read]) expect((await refusal(act(early))).code).toBe('token_invalid')
    await withdraw(early)
    await agree(await readLink(form.guardianEmail))
    expect((await logIn(form)).authToken).toBeTruthy()
  })

  it('C-14 is asked at once only if a provider has verified the mailbox', async () => {
    const calls = signInCalls(t)
    const birth = '2015-05-01'
    const guardianEmail = `${unique('g')}@mail.example`
    const email = `${unique('v')}@mail.example`
    const unproven = expectStep(await calls.signIn('microsoft', newPerson({ email })), 'form')
    const body = signInForm(unproven.ticket, { email, birth, guardianEmail })
    expect((await t.as()(methods.completeSignIn, { body })).step).toBe('code-missing')
    await t.mails(email, 'is your Baobab code')
    expect(await listMails(guardianEmail)).toEqual([])
    const proven = expectStep(await calls.signIn('linkedin', newPerson({ email })), 'form')
    const form = signInForm(proven.ticket, { email, birth, guardianEmail })
    expect((await t.as()(methods.completeSignIn, { body: form })).step).toBe('guardian-missing')
    await readLink(guardianEmail)
  })
})

describe('a guardian who is asked again', () => {
  it('keeps the same link even if the child types the email in a different case', async () => {
    const form = makeChild()
    const { reference, verify } = await register(form)
    await verify()
    const link = await readLink(form.guardianEmail)
    const body = { email: form.email, registration: reference, guardianEmail: form.guardianEmail.toUpperCase() }
    await t.as()(contract.askGuardian, { body })
    expect(await read(link)).toMatchObject({ username: form.username, canAgree: true })
  })
})

describe('the owner of a mailbox that a stranger registered', () => {
  it('C-14 removes the guardian with a reset, after which the guardian’s old link erases nothing', async () => {
    const { form, link } = await openAccount()
    const mailed = await readReset(form.email)
    const named = await t.as()(contract.readPasswordReset, { body: mailed })
    expect(named.guardians).toEqual([{ email: 'p•••@school.example', agreedAt: t.app.clock.now().toISOString() }])
    const done = await reset(mailed, { removeGuardian: true })
    expect(done.ended.guardians).toEqual(['p•••@school.example'])
    const message =
      'This link no longer belongs to an account. If you withdrew your consent, the account is closed and its data deleted.'
    expect((await withdraw(link)).message).toBe(message)
    expect(await findStudent(form.email)).toMatchObject({ erasedAt: null, guardianEmail: null, consentId: null })
    for (const act of [agree, read]) expect((await refusal(act(link))).code).toBe('token_invalid')
    const [mail] = await t.mails(form.email, 'Your Baobab password was changed')
    expect(mail?.text.replace(/\s+/g, ' ')).toContain('The parent or guardian p•••@school.example was removed.')
  })

  it('C-14 gets back in once a guardian named by the owner agrees', async () => {
    const { form, reference } = await openAccount()
    const { waiting } = await reset(await readReset(form.email), { removeGuardian: true })
    const login = { email: form.email, password: NEW_PASSWORD }
    const refused = await refusal(logIn(login))
    expect(refused).toMatchObject({ status: 403, code: 'consent_needed', guardianEmail: '' })
    expect(refused.message).toContain('Tell us the email of your parent or guardian')
    expect(waiting).toEqual({ registration: refused.registration, guardianEmail: '' })
    const guardianEmail = `mum.${form.email}`
    const ask = (changes: { registration?: string; guardianEmail?: string }) =>
      t.as()(contract.askGuardian, {
        body: { email: form.email, registration: waiting?.registration ?? '', ...changes },
      })
    // The stranger knows the registration's reference.
    expect((await refusal(ask({ registration: reference, guardianEmail }))).status).toBe(404)
    expect((await refusal(ask({}))).status).toBe(404)
    expect((await refusal(ask({ guardianEmail: form.email }))).errors?.[0]?.path).toBe('guardianEmail')
    expect((await ask({ guardianEmail })).guardianEmail).toBe('m•••@school.example')
    const link = await readLink(guardianEmail)
    expect(await read(link)).toEqual({
      username: form.username,
      agreedAt: null,
      canAgree: true,
      isAccount: true,
      isChange: false,
    })
    expect((await refusal(logIn(login))).guardianEmail).toBe('m•••@school.example')
    expect((await agree(link)).isOpen).toBe(true)
    expect((await logIn(login)).authToken).toBeTruthy()
    expect((await refusal(ask({ guardianEmail }))).status).toBe(404)
    const mails = await t.mails(form.email, 'Your parent or guardian agreed', 2)
    expect(mails[0]?.text).toContain('m•••@school.example')
    t.app.clock.advance(1_000)
    const second = await reset(await readReset(form.email, 2), { removeGuardian: true })
    expect(second.waiting?.registration).not.toBe(waiting?.registration)
    expect((await refusal(ask({ guardianEmail }))).status).toBe(404)
  })

  it('C-14 gets no guardian from a reference that a reset invalidates at the same moment', async () => {
    const { form } = await openAccount()
    const { waiting } = await reset(await readReset(form.email), { removeGuardian: true })
    const guardianEmail = `friend.${form.email}`
    const body = { email: form.email, registration: waiting?.registration ?? '', guardianEmail }
    const asked = await t.app.db.transaction(async (tx) => {
      await lockEmail(tx, form.email)
      const asking = refusal(t.as()(contract.askGuardian, { body }))
      await waitForLockWaits(t.owner)
      const removedAt = new Date(t.app.clock.now().getTime() + 1_000)
      await tx.update(students).set({ guardianRemovedAt: removedAt }).where(eq(students.username, form.username))
      return { asking }
    })
    expect((await asked.asking).status).toBe(404)
    expect(await findStudent(form.email)).toMatchObject({ guardianEmail: null })
  })

  it.each([
    ['another guardian has agreed', 'guardian_agreed_at = now()'],
    ['the account was erased', 'erased_at = now()'],
  ])('C-14 names no guardian if %s at the same moment', async (_, change) => {
    const { form } = await openAccount()
    const { waiting } = await reset(await readReset(form.email), { removeGuardian: true })
    const guardianEmail = `late.${form.email}`
    const body = { email: form.email, registration: waiting?.registration ?? '', guardianEmail }
    const isOwn = `where username = '${form.username}'`
    const lock = `select from students ${isOwn} for update`
    const asking = releaseTogether([t], { lock, waiting: 1, change: `update students set ${change} ${isOwn}` }, () =>
      t.as()(contract.askGuardian, { body }),
    )
    expect((await refusal(asking)).status).toBe(404)
    expect(await findStudent(form.email)).toMatchObject({ guardianEmail: null })
  })

  it('C-14 does not become the guardian of the account that gets this email at the same moment', async () => {
    const { form } = await openAccount()
    const { waiting } = await reset(await readReset(form.email), { removeGuardian: true })
    const email = `late.${form.email}`
    const body = { email: form.email, registration: waiting?.registration ?? '', guardianEmail: email }
    const isOwn = `where username = '${form.username}'`
    const change = `update students set email = '${email}', email_key = '${email}' ${isOwn}`
    const lock = `select from students ${isOwn} for update`
    const asking = releaseTogether([t], { lock, waiting: 1, change }, () => t.as()(contract.askGuardian, { body }))
    expect((await refusal(asking)).status).toBe(404)
    expect(await findStudent(email)).toMatchObject({ guardianEmail: null })
  })

  it('C-14 needs no new guardian from the thirteenth birthday on', async () => {
    const { form } = await openAccount()
    const { waiting } = await reset(await readReset(form.email), { removeGuardian: true })
    await t.app.db.update(students).set({ birth: '2012-05-01' }).where(eq(students.emailKey, form.email))
    expect((await logIn({ email: form.email, password: NEW_PASSWORD })).authToken).toBeTruthy()
    const body = { email: form.email, registration: waiting?.registration ?? '', guardianEmail: `x.${form.email}` }
    expect((await refusal(t.as()(contract.askGuardian, { body }))).status).toBe(404)
  })

  it('C-14 can log in after the reset if there was no guardian to remove', async () => {
    const { id, email } = await makeStudent(t)
    await t.app.db.update(students).set({ birth: '2018-05-01' }).where(eq(students.id, id))
    expect((await reset(await readReset(email), { removeGuardian: true })).waiting).toBeUndefined()
    expect((await logIn({ email, password: NEW_PASSWORD })).authToken).toBeTruthy()
  })

  it('C-14 does not lose the account to a link that a reset invalidates at the same moment', async () => {
    const { form, link } = await openAccount()
    const { withdrawing } = await t.app.db.transaction(async (tx) => {
      const ended = { guardianEmail: null, guardianAgreedAt: null, consentId: null }
      await tx.update(students).set(ended).where(eq(students.username, form.username))
      const call = withdraw(link)
      await waitForLockWaits(t.owner)
      return { withdrawing: call }
    })
    await withdrawing
    expect(await findStudent(form.email)).toMatchObject({ erasedAt: null })
  })

  it('C-14 loses nothing if the next guardian says no', async () => {
    const { form } = await openAccount()
    const { waiting } = await reset(await readReset(form.email), { removeGuardian: true })
    const { registration: reference = '' } = waiting ?? {}
    const body = { email: form.email, registration: reference, guardianEmail: `aunt.${form.email}` }
    await t.as()(contract.askGuardian, { body })
    const link = await readLink(body.guardianEmail)
    expect((await withdraw(link)).message).toBe(
      'You said no. We have deleted your email, and the account stays closed until a parent or guardian agrees.',
    )
    expect(await findStudent(form.email)).toMatchObject({ erasedAt: null, guardianEmail: null, consentId: null })
    expect((await refusal(agree(link))).code).toBe('token_invalid')
    await t.mails(form.email, 'said no')
  })

  it('C-14 is told in the mail who the guardian is, if the guardian is kept', async () => {
    const { form, link } = await openAccount()
    const done = await reset(await readReset(form.email))
    expect(done).toMatchObject({ ended: { guardians: [] } })
    expect(done.waiting).toBeUndefined()
    const [mail] = await t.mails(form.email, 'Your Baobab password was changed')
    expect(mail?.text).toContain('p•••@school.example')
    expect(await read(link)).toMatchObject({ agreedAt: expect.any(String) })
  })

  it('C-14 also removes the guardian of an account that was merged into this one', async () => {
    const [kept, merged] = [await openAccount(), await openAccount()]
    const { id: mergedIntoId } = (await findStudent(kept.form.email)) ?? {}
    await t.app.db.update(students).set({ mergedIntoId }).where(eq(students.emailKey, merged.form.email))
    const { ended } = await reset(await readReset(kept.form.email), { removeGuardian: true })
    expect(ended.guardians).toHaveLength(2)
    for (const { link } of [kept, merged]) await withdraw(link)
    expect(await findStudent(kept.form.email)).toMatchObject({ erasedAt: null })
  })

  it('C-14 takes over a registration waiting for the stranger’s guardian: its reference and link stop working', async () => {
    const form = makeChild()
    const { reference, verify } = await register(form)
    await verify()
    const link = await readLink(form.guardianEmail)
    const mailed = await readReset(form.email)
    expect((await t.as()(contract.readPasswordReset, { body: mailed })).guardians).toEqual([
      { email: 'p•••@school.example', agreedAt: null },
    ])
    const { waiting } = await reset(mailed, { removeGuardian: true })
    for (const act of [agree, read]) expect((await refusal(act(link))).code).toBe('token_invalid')
    await withdraw(link)
    const ask = (registrationReference: string, guardianEmail: string) =>
      t.as()(contract.askGuardian, { body: { email: form.email, registration: registrationReference, guardianEmail } })
    expect((await refusal(ask(reference, form.guardianEmail))).status).toBe(404)
    await ask(waiting?.registration ?? '', `mum.${form.email}`)
    await agree(await readLink(`mum.${form.email}`))
    expect((await logIn({ email: form.email, password: NEW_PASSWORD })).authToken).toBeTruthy()
  })

  it('C-14 never sees the guardian’s address through a link that is forged, used or for another email', async () => {
    const { form } = await openAccount()
    const mailed = await readReset(form.email)
    const call = (body: typeof mailed) => t.as()(contract.readPasswordReset, { body })
    expect((await refusal(call({ ...mailed, token: 'x'.repeat(43) }))).code).toBe('token_invalid')
    expect((await refusal(call({ ...mailed, email: `x.${form.email}` }))).code).toBe('token_invalid')
    await reset(mailed)
    expect((await refusal(call(mailed))).code).toBe('token_invalid')
  })
})
