// Tests what an intruder may leave behind in an account, and whether it still opens the account after its owner has locked
// others out.
import * as admins from '@baobab/contract/accounts/admin.ts'
import * as sessionCalls from '@baobab/contract/accounts/sessions.ts'
import * as contract from '@baobab/contract/accounts/endpoints.ts'
import type { IdentityProvider } from '@baobab/contract/accounts/text.ts'
import * as methods from '@baobab/contract/accounts/identity-providers.ts'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { ADMIN_PASSWORD, makeAdmin, makeStudent, PASSWORD, unique, type MadeAdmin } from '../../test/factories.ts'
import { openTestApp } from '../../test/harness.ts'
import { refusal } from '../../test/refusal.ts'
import { releaseTogether } from '../../test/release-together.ts'
import { expectStep, hashVerifier, newPerson, signInCalls } from '../../test/sign-in.ts'
import { deriveVerificationCode } from './derive-code.ts'
import { findKnownBrowser } from './known-browsers.ts'
import { lockOthersOut } from './lock-out.ts'
import { proveStudent } from './prove-student.ts'
import { emailCodes, proofCodes, sessions, students } from './tables.ts'

const NEW_PASSWORD = 'Guava9seed'

const t = await openTestApp()
const calls = signInCalls(t)

type Proof = { password?: string; code?: string }
const password: Proof = { password: PASSWORD }

type Student = Awaited<ReturnType<typeof makeStudent>>

const logIn = (email: string, device?: string, password = PASSWORD) =>
  t.as()(contract.logInStudent, { body: { email, password, ...(device === undefined ? {} : { device }) } })

/** Starts connecting a provider, and returns from it. */
async function beginConnection(
  token: string,
  provider: IdentityProvider,
  person = newPerson(),
  proof: Proof = password,
) {
  const verifier = unique('v').padEnd(43, 'x')
  const body = { browserHash: hashVerifier(verifier), ...proof }
  const { flow, url } = await t.as(token)(methods.startConnection, { params: { provider }, body })
  return calls.comeBack({ provider, flow, url, verifier }, person)
}
const finishConnection = (token: string, returned: Awaited<ReturnType<typeof beginConnection>>) =>
  t.as(token)(methods.finishConnection, { body: returned })

async function connect(token: string, provider: IdentityProvider, proof: Proof = password) {
  const person = newPerson()
  await finishConnection(token, await beginConnection(token, provider, person, proof))
  return person
}

const changePassword = (token: string, proof: Proof = password) =>
  t.as(token)(methods.setPassword, { body: { newPassword: NEW_PASSWORD, ...proof } })
const logOutElsewhere = (token: string) => t.as(token)(sessionCalls.endOtherSessions, {})

/** Asks for a code that proves the account, and returns it as written in the mail. */
async function readProofCode(token: string, studentId: string): Promise<string> {
  await t.as(token)(methods.mailProofCode, {})
  const [code] = await t.app.db.select().from(proofCodes).where(eq(proofCodes.studentId, studentId))
  return deriveVerificationCode(t.app, code?.id ?? '')
}

async function readResetLink(email: string, path = 'reset-password'): Promise<{ token: string; email: string }> {
  const [mail] = await t.mails(email, 'Choose a new Baobab password')
  const link = new URL(new RegExp(`https?:\\S+${path}\\S+`).exec(mail?.text ?? '')?.[0] ?? 'http://none')
  return { token: link.searchParams.get('token') ?? '', email }
}
async function askForLink(email: string) {
  await t.as()(contract.forgotPassword, { body: { email } })
  return readResetLink(email)
}
const reset = (link: { token: string; email: string }, device?: string) =>
  t.as()(contract.resetPassword, { body: { ...link, newPassword: NEW_PASSWORD, ...(device ? { device } : {}) } })

const lockStudent = ({ id }: { id: string }) => `select from students where id = '${id}' for no key update`
const isKnown = async ({ email }: Student, device: string) =>
  (await findKnownBrowser(t.app.db, { kind: 'student', email, device })) !== undefined

describe('an intruder who knew the password', () => {
  it('R-42 loses the provider they connected with it when the owner changes the password', async () => {
    const owner = await makeStudent(t)
    const intruder = await logIn(owner.email)
    const person = await connect(intruder.authToken, 'tiktok')
    expect((await calls.signIn('tiktok', person)).step).toBe('signed-in')
    await changePassword(owner.token)
    expect((await calls.signIn('tiktok', person)).step).toBe('form')
  })

  it('R-42 cannot finish a connection started before the change in a session that stays', async () => {
    const owner = await makeStudent(t)
    const returned = await beginConnection(owner.token, 'tiktok')
    await changePassword(owner.token)
    expect((await refusal(finishConnection(owner.token, returned))).code).toBe('sign_in_expired')
  })

  it('R-42 cannot finish a sign-in in progress, even with a provider that stays connected', async () => {
    const owner = await makeStudent(t)
    const code = await readProofCode(owner.token, owner.id)
    const person = await connect(owner.token, 'tiktok', { code })
    const returned = await calls.comeBack(await calls.begin('tiktok'), person)
    await changePassword(owner.token)
    expect((await refusal(calls.finish(returned))).code).toBe('sign_in_expired')
  })

  it('R-42 cannot use a sign-in that is waiting for proof of the account', async () => {
    const owner = await makeStudent(t)
    const outcome = await calls.signIn('linkedin', newPerson({ email: owner.email }))
    if (outcome.step !== 'account-found') throw new Error(outcome.step)
    await changePassword(owner.token)
    const body = { ticket: outcome.ticket, password: NEW_PASSWORD }
    expect((await refusal(t.as()(methods.connectAccount, { body }))).code).toBe('sign_in_expired')
  })

  it('R-42 cannot use a code mailed earlier', async () => {
    const owner = await makeStudent(t)
    const code = await readProofCode(owner.token, owner.id)
    await changePassword(owner.token)
    const late = { newPassword: 'Papaya9tree', code }
    expect((await refusal(t.as(owner.token)(methods.setPassword, { body: late }))).status).toBe(400)
  })

  it('R-42 no longer has a known browser after a reset, but the owner does', async () => {
    const owner = await makeStudent(t)
    const intruder = await logIn(owner.email)
    const own = await logIn(owner.email)
    const { device } = await reset(await askForLink(owner.email), own.device)
    expect(device).toBe(own.device)
    expect(await isKnown(owner, own.device)).toBe(true)
    expect(await isKnown(owner, intruder.device)).toBe(false)
  })

  it('R-42 loses recent connections when the owner logs out elsewhere', async () => {
    const owner = await makeStudent(t)
    const own = await connect(owner.token, 'linkedin')
    t.app.clock.advance(1_000)
    const intruder = await logIn(owner.email)
    const person = await connect(intruder.authToken, 'tiktok')
    await logOutElsewhere(owner.token)
    expect((await calls.signIn('tiktok', person)).step).toBe('form')
    expect((await calls.signIn('linkedin', own)).step).toBe('signed-in')
  })
})

describe('an intruder who has only a session', () => {
  const signUp = async () => {
    const email = `${unique('n')}@mail.example`
    const person = newPerson({ email })
    const { outcome } = await calls.signUp('linkedin', person)
    if (outcome.step !== 'signed-in') throw new Error(outcome.step)
    return { token: outcome.authToken, email, person }
  }

  it('R-42 cannot remove the only way into an account without a password', async () => {
    const { token, person } = await signUp()
    const { ended } = await logOutElsewhere(token)
    expect(ended.providers).toEqual([])
    expect((await calls.signIn('linkedin', person)).step).toBe('signed-in')
  })

  it('R-42 cannot invalidate the link that the owner needs to get back in', async () => {
    const owner = await makeStudent(t)
    const link = await askForLink(owner.email)
    expect((await logOutElsewhere(owner.token)).ended).toMatchObject({ links: 0, codes: 0 })
    expect((await reset(link)).status).toBe('success')
  })

  it('R-42 cannot end the sign-in or the code that the owner needs to get back in', async () => {
    const owner = await makeStudent(t)
    const person = await connect(owner.token, 'x')
    t.app.clock.advance(1_000)
    const intruder = await logIn(owner.email)
    const code = await readProofCode(owner.token, owner.id)
    const returned = await calls.comeBack(await calls.begin('x'), person)
    expect((await logOutElsewhere(intruder.authToken)).ended).toMatchObject({ signIns: 0, codes: 0 })
    expect((await calls.finish(returned)).step).toBe('signed-in')
    expect(await proveStudent(t.app, owner.id, { code })).toMatchObject({ id: owner.id })
  })

  it('R-42 cannot disconnect a provider connected before that session or with a mailed code', async () => {
    const owner = await makeStudent(t)
    const [early, first] = [await logIn(owner.email), await connect(owner.token, 'x')]
    t.app.clock.advance(1_000)
    const { authToken } = await logIn(owner.email)
    const code = await readProofCode(early.authToken, owner.id)
    const second = await connect(early.authToken, 'tiktok', { code })
    expect((await logOutElsewhere(authToken)).ended.providers).toEqual([])
    for (const [provider, person] of [
      ['x', first],
      ['tiktok', second],
    ] as const)
      expect((await calls.signIn(provider, person)).step).toBe('signed-in')
  })
})

describe('an owner who logs out elsewhere', () => {
  it('keeps the connection in progress in the same session', async () => {
    const owner = await makeStudent(t)
    const returned = await beginConnection(owner.token, 'tiktok')
    expect((await logOutElsewhere(owner.token)).ended.signIns).toBe(0)
    expect(await finishConnection(owner.token, returned)).toMatchObject({ message: expect.any(String) })
  })
})

describe('an owner who changes the password', () => {
  it('can use the old one only once, even if two changes are sent at the same time', async () => {
    const owner = await makeStudent(t)
    const outcomes = await releaseTogether([t], { lock: lockStudent(owner), waiting: 2 }, () =>
      Promise.allSettled([changePassword(owner.token), changePassword(owner.token)]),
    )
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  it('keeps the provider that opened the account, even if the first password is set with a mailed code', async () => {
    const person = newPerson({ email: `${unique('f')}@mail.example` })
    const { authToken, studentData } = expectStep((await calls.signUp('linkedin', person)).outcome, 'signed-in')
    const code = await readProofCode(authToken, studentData._id)
    expect((await changePassword(authToken, { code })).ended.providers).toEqual([])
  })

  it('does not end a stranger’s sign-in if its provider has not verified the email', async () => {
    const owner = await makeStudent(t)
    expectStep(await calls.signIn('microsoft', newPerson({ email: owner.email })), 'form')
    // Otherwise the stranger would learn that the email has an account.
    expect((await changePassword(owner.token)).ended.signIns).toBe(0)
  })

  it('keeps the code that verifies a bounced email', async () => {
    const { id, email, token } = await makeStudent(t)
    const now = t.app.clock.now()
    await t.app.db.update(students).set({ emailBouncedAt: now }).where(eq(students.id, id))
    const [code] = await t.app.db.insert(emailCodes).values({ studentId: id, madeAt: now }).returning()
    await changePassword(token)
    const verificationToken = deriveVerificationCode(t.app, code?.id ?? '')
    expect((await t.as()(contract.verifyEmail, { body: { email, verificationToken } })).status).toBe('success')
  })

  it('keeps a provider connected through the mailbox, but loses it after a reset', async () => {
    const owner = await makeStudent(t)
    const code = await readProofCode(owner.token, owner.id)
    const person = await connect(owner.token, 'x', { code })
    expect((await changePassword(owner.token)).ended.providers).toEqual([])
    expect((await calls.signIn('x', person)).step).toBe('signed-in')
    expect((await reset(await askForLink(owner.email))).ended.providers).toMatchObject([{ provider: 'x' }])
    expect((await calls.signIn('x', person)).step).toBe('form')
  })

  it('R-42 sees on the page and in the mail what ended, with names and dates', async () => {
    const owner = await makeStudent(t)
    const intruder = await logIn(owner.email)
    await connect(intruder.authToken, 'tiktok')
    await beginConnection(intruder.authToken, 'x')
    await t.as()(contract.forgotPassword, { body: { email: owner.email } })
    const { ended } = await changePassword(owner.token)
    const [since] = ended.providers
    const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Africa/Lagos' })
    const sentences = [
      `TikTok, connected on ${day.format(new Date(since?.connectedAt ?? ''))}, was disconnected.`,
      'One device was logged out.',
      'We forgot one browser that was used before.',
      'One emailed link to choose a new password no longer works.',
      'One unfinished login was stopped.',
    ]
    expect(ended.sentences).toEqual(sentences)
    const [mail] = await t.mails(owner.email, 'Your Baobab password was changed')
    for (const sentence of sentences) expect(mail?.text.replace(/\s+/g, ' ')).toContain(sentence)
  })

  it('R-42 is told by mail that others were logged out', async () => {
    const owner = await makeStudent(t)
    await logOutElsewhere(owner.token)
    const intruder = await logIn(owner.email)
    await logOutElsewhere(intruder.authToken)
    const mails = await t.mails(owner.email, 'Your other devices were logged out of Baobab')
    expect(mails.map(({ text }) => text.includes('One device was logged out.'))).toEqual([true])
  })
})

describe('an admin', () => {
  let admin: MadeAdmin
  beforeAll(async () => {
    admin = await makeAdmin(t)
  })
  const invite = () =>
    t.as(admin.token)(admins.inviteAdmin, { body: { email: `${unique()}@intruder.example`, role: 'owner' } })

  it('R-42 loses no invitations to an intruder who has only a session', async () => {
    await invite()
    expect((await t.as(admin.token)(sessionCalls.endOtherAdminSessions, {})).ended.invitations).toBe(0)
  })

  it('R-42 who changes the password ends the reset links, known browsers and invitations of anyone who knew the old one', async () => {
    const other = await t.as()(admins.logInAdmin, { body: { email: admin.email, password: ADMIN_PASSWORD } })
    await t.as()(admins.forgotAdminPassword, { body: { email: admin.email } })
    const link = await readResetLink(admin.email)
    await invite()
    const { ended } = await t.as(admin.token)(admins.changePassword, {
      body: { password: ADMIN_PASSWORD, newPassword: `${NEW_PASSWORD}!` },
    })
    expect(ended.sentences).toContain('2 open invitations were taken back.')
    const body = { ...link, newPassword: `${ADMIN_PASSWORD}x` }
    expect((await refusal(t.as()(admins.resetAdminPassword, { body }))).code).toBe('token_invalid')
    const browser = { kind: 'admin', email: admin.email, device: 'device' in other ? other.device : '' } as const
    expect(await findKnownBrowser(t.app.db, browser)).toBeUndefined()
  })
})

describe('a session that has ended in the meantime', () => {
  it('R-42 cannot lock anyone out, even if it ends while waiting for another lock-out', async () => {
    const { id } = await makeStudent(t)
    const [session] = await t.app.db.select({ id: sessions.id }).from(sessions).where(eq(sessions.studentId, id))
    const sessionId = session?.id ?? ''
    const change = `delete from sessions where id = '${sessionId}'`
    const late = releaseTogether([t], { lock: lockStudent({ id }), waiting: 1, change }, () =>
      t.app.db.transaction((tx) => lockOthersOut(t.app, tx, { kind: 'student', id }, { proof: 'session', sessionId })),
    )
    await expect(late).rejects.toMatchObject({ code: 'unauthorised' })
  })
})
