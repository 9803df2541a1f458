// Tests attempts to get into somebody else's account, or to get two accounts, through a provider.
import {
  askGuardian,
  forgotPassword,
  giveGuardianConsent,
  logInStudent,
  registerStudent,
  resetPassword,
  verifyEmail,
} from '@baobab/contract/accounts/endpoints.ts'
import * as contract from '@baobab/contract/accounts/identity-providers.ts'
import { eraseAccount } from '@baobab/contract/privacy/endpoints.ts'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { makeStudent, PASSWORD, registration, unique } from '../../../test/factories.ts'
import { startTestApp, openStillTestApp } from '../../../test/harness.ts'
import { refusal } from '../../../test/refusal.ts'
import { expectStep, hashVerifier, newPerson, signInCalls, signInForm } from '../../../test/sign-in.ts'
import { lockProven, proveStudent } from '../prove-student.ts'
import { findStudentByEmail } from '../queries.ts'
import { providerIdentities } from './tables.ts'
import { registrations, students } from '../tables.ts'

const t = await openStillTestApp()
const calls = signInCalls(t)

const newEmail = () => `${unique('v')}@mail.example`

describe('pre-hijacking', () => {
  it('gains nothing by registering the email of someone who later signs in with a provider', async () => {
    const email = newEmail()
    const attackers = registration({ email })
    const { registration: reference } = await t.as()(registerStudent, { body: attackers })
    const { outcome } = await calls.signUp('linkedin', newPerson({ email }))
    expect(outcome.step).toBe('signed-in')
    const login = { email, password: attackers.password, registration: reference }
    expect((await refusal(t.as()(logInStudent, { body: login }))).code).toBe('email_unverified')
    // The account contains nothing of the attacker's registration.
    const owner = await findStudentByEmail(t.app.db, email)
    expect(owner?.passwordHash).toBeNull()
    expect(owner?.username).not.toBe(attackers.username)
  })

  it('gains nothing by signing in with the email of someone who registers later', async () => {
    const email = newEmail()
    // A Microsoft tenant administrator can write any email into an account.
    const attacker = newPerson({ email })
    const { form, outcome } = await calls.signUp('microsoft', attacker, { email })
    expect(outcome.step).toBe('code-missing')
    const victim = registration({ email })
    const { registration: reference, verificationToken } = await t.as()(registerStudent, { body: victim })
    await t.as()(verifyEmail, { body: { email, verificationToken, registration: reference } })
    expectStep(await calls.signIn('microsoft', attacker), 'code-missing')
    const owner = await findStudentByEmail(t.app.db, email)
    expect(owner?.username).toBe(victim.username)
    expect(form.username).not.toBe(victim.username)
  })

  it('W-11 gains nothing from an email that the provider has not verified', async () => {
    const victim = await makeStudent(t)
    const outcome = expectStep(await calls.signIn('microsoft', newPerson({ email: victim.email })), 'form')
    expect(outcome.isEmailVerified).toBe(false)
    const body = signInForm(outcome.ticket, { email: victim.email })
    // The reply is the same as for an unused email.
    expect((await t.as()(contract.completeSignIn, { body })).step).toBe('code-missing')
    const [mail] = await t.mails(victim.email, 'You already have a Baobab account')
    expect(mail?.text).not.toMatch(/\b\d{6}\b/)
    const codes = { ticket: outcome.ticket, password: PASSWORD }
    expect((await refusal(t.as()(contract.connectAccount, { body: codes }))).code).toBe('sign_in_expired')
  })
})

describe('an email that has an account', () => {
  it('W-11 is connected once the owner has entered the password', async () => {
    const victim = await makeStudent(t)
    const person = newPerson({ email: victim.email })
    const { ticket, methods, email } = expectStep(await calls.signIn('linkedin', person), 'account-found')
    expect({ methods, email }).toEqual({ methods: ['password'], email: victim.email })
    const connect = (proof: object) => t.as()(contract.connectAccount, { body: { ticket, ...proof } })
    const wrong = await refusal(connect({ password: 'Wrong7tree' }))
    expect(wrong).toMatchObject({ status: 400, errors: [{ path: 'password' }] })
    expect((await refusal(connect({}))).code).toBe('invalid')
    expect((await refusal(connect({ password: PASSWORD, code: '000000' }))).code).toBe('invalid')
    expect((await connect({ password: PASSWORD })).studentData._id).toBe(victim.id)
    expect((await refusal(connect({ password: PASSWORD }))).code).toBe('sign_in_expired')
    expectStep(await calls.signIn('linkedin', person), 'signed-in')
    await t.mails(victim.email, 'You can now log in to Baobab with LinkedIn')
  })

  it('is connected once the owner has entered a mailed code, if there is no password', async () => {
    const email = newEmail()
    await calls.signUp('linkedin', newPerson({ email }))
    const { ticket, methods } = expectStep(await calls.signIn('x', newPerson({ email })), 'account-found')
    expect(methods).toEqual(['linkedin'])
    await t.as()(contract.mailConnectionCode, { body: { ticket } })
    const [mail] = await t.mails(email, 'is your Baobab code')
    const code = /\d{6}/.exec(mail?.subject ?? '')?.[0] ?? ''
    const wrong = code === '000000' ? '000001' : '000000'
    const refused = await refusal(t.as()(contract.connectAccount, { body: { ticket, code: wrong } }))
    expect(refused).toMatchObject({ status: 400, errors: [{ path: 'code' }] })
    const reply = await t.as()(contract.connectAccount, { body: { ticket, code } })
    expect(reply.studentData.email).toBe(email)
  })

  it('cannot be taken over by guessing: wrong passwords make the caller wait', async () => {
    const victim = await makeStudent(t)
    const { ticket } = expectStep(await calls.signIn('linkedin', newPerson({ email: victim.email })), 'account-found')
    const body = { ticket, password: 'Wrong7tree' }
    const statuses: number[] = []
    for (let i = 0; i < 6; i += 1) statuses.push((await refusal(t.as()(contract.connectAccount, { body }))).status)
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
  })
})

describe('a person', () => {
  it('whose first two sign-ins happen at the same time gets one account', async () => {
    const person = newPerson({ email: newEmail() })
    const forms = [
      expectStep(await calls.signIn('linkedin', person), 'form'),
      expectStep(await calls.signIn('linkedin', person), 'form'),
    ]
    const outcomes = await Promise.allSettled(
      forms.map(({ ticket, email }) =>
        t.as()(contract.completeSignIn, { body: signInForm(ticket, { email: email ?? '' }) }),
      ),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expectStep(await calls.signIn('linkedin', person), 'signed-in')
  })

  it('who sends the form twice with different emails has one registration', async () => {
    const person = newPerson()
    const forms = [
      expectStep(await calls.signIn('pinterest', person), 'form'),
      expectStep(await calls.signIn('pinterest', person), 'form'),
    ]
    const emails = [newEmail(), newEmail()]
    // If both are sent at the same time, the later one replaces the earlier one.
    const sent = await Promise.all(
      forms.map(({ ticket }, i) => t.as()(contract.completeSignIn, { body: signInForm(ticket, { email: emails[i] }) })),
    )
    expect(sent.map(({ step }) => step)).toEqual(['code-missing', 'code-missing'])
    const all = await t.app.db.select().from(registrations).where(eq(registrations.provider, 'pinterest'))
    const rows = all.filter((row) => emails.includes(row.email))
    expect(rows).toHaveLength(1)
    const pending = expectStep(await calls.signIn('pinterest', person), 'code-missing')
    expect(pending.email).toBe(rows[0]?.email)
    // A person who mistyped the email sends the form again, with the same username.
    const [email, username] = [newEmail(), rows[0]?.username]
    const again = signInForm(pending.again?.ticket ?? '', { email, username })
    await t.as()(contract.completeSignIn, { body: again })
    expect(expectStep(await calls.signIn('pinterest', person), 'code-missing').email).toBe(email)
  })

  it('cannot sign in to two accounts', async () => {
    const person = newPerson({ email: newEmail() })
    await calls.signUp('x', person)
    const student = await makeStudent(t)
    const asStudent = t.as(student.token)
    const begun = await calls.begin('x')
    const { flow, url } = await asStudent(contract.startConnection, {
      params: { provider: 'x' },
      body: { browserHash: hashVerifier(begun.verifier), password: PASSWORD },
    })
    const returned = await calls.comeBack({ ...begun, flow, url }, person)
    const refused = await refusal(asStudent(contract.finishConnection, { body: returned }))
    expect(refused).toMatchObject({ status: 409, code: 'identity_in_use' })
    expect(refused.message).toContain('This X (Twitter) account')
  })
})

describe('a new password set with a mailed link', () => {
  const newPassword = 'Papaya9tree'
  /** Uses the link in the newest reset mail. */
  async function reset(email: string, count = 1) {
    await t.as()(forgotPassword, { body: { email } })
    const [mail] = await t.mails(email, 'Choose a new Baobab password', count)
    const link = new URL(/https?:\S+reset-password\S+/.exec(mail?.text ?? '')?.[0] ?? 'http://none')
    const token = link.searchParams.get('token') ?? ''
    return t.as()(resetPassword, { body: { email, token, newPassword } })
  }

  it('disconnects an intruder’s provider, and says so', async () => {
    const email = newEmail()
    const intruder = newPerson({ email })
    await calls.signUp('linkedin', intruder)
    await t.mails(email, 'Welcome to Baobab')
    expect((await reset(email)).disconnected).toEqual(['linkedin'])
    const [mail] = await t.mails(email, 'Your Baobab password was changed')
    expect(mail?.text).toContain('LinkedIn, connected on')
    expectStep(await calls.signIn('linkedin', intruder), 'account-found')
    const { authToken } = await t.as()(logInStudent, { body: { email, password: newPassword } })
    expect(await t.as(authToken)(contract.listSignInMethods, {})).toEqual({ hasPassword: true, providers: [] })
    expect((await reset(email, 2)).disconnected).toEqual([])
  })

  it('disconnects an intruder’s provider from a registration that is waiting for a guardian', async () => {
    const strict = await startTestApp({ GUARDIAN_CONSENT: 'under-18' })
    try {
      const [of, email] = [signInCalls(strict), newEmail()]
      const intruder = newPerson({ email })
      const { outcome } = await of.signUp('linkedin', intruder, { guardianEmail: newEmail() })
      expectStep(outcome, 'guardian-missing')
      await strict.as()(forgotPassword, { body: { email } })
      const [mail] = await strict.mails(email, 'Choose a new Baobab password')
      const link = new URL(/https?:\S+reset-password\S+/.exec(mail?.text ?? '')?.[0] ?? 'http://none')
      const token = link.searchParams.get('token') ?? ''
      const done = await strict.as()(resetPassword, { body: { email, token, newPassword } })
      expect(done).toMatchObject({ disconnected: ['linkedin'] })
      expect((await refusal(of.signIn('linkedin', intruder))).code).toBe('guardian_pending')
      const login = await refusal(strict.as()(logInStudent, { body: { email, password: newPassword } }))
      expect(login.code).toBe('consent_needed')
    } finally {
      await strict.close()
    }
  })

  it('takes precedence over a connection that is being finished', async () => {
    const student = await makeStudent(t)
    const person = newPerson()
    const begun = await calls.begin('x')
    const body = { browserHash: hashVerifier(begun.verifier), password: PASSWORD }
    const started = await t.as(student.token)(contract.startConnection, { params: { provider: 'x' }, body })
    const returned = await calls.comeBack({ ...begun, ...started }, person)
    await Promise.allSettled([reset(student.email), t.as(student.token)(contract.finishConnection, { body: returned })])
    expectStep(await calls.signIn('x', person), 'form')
  })
})

describe('a password that is being changed', () => {
  it('no longer connects a provider', async () => {
    const victim = await makeStudent(t)
    const { ticket } = expectStep(await calls.signIn('linkedin', newPerson({ email: victim.email })), 'account-found')
    const change = { newPassword: 'Papaya9tree', password: PASSWORD }
    await Promise.allSettled([
      t.as()(contract.connectAccount, { body: { ticket, password: PASSWORD } }),
      t.as(victim.token)(contract.setPassword, { body: change }),
    ])
    // Whichever came first, anything connected with the old password is disconnected.
    const isVictims = eq(providerIdentities.studentId, victim.id)
    expect(await t.app.db.select().from(providerIdentities).where(isVictims)).toEqual([])
  })

  it('is refused to anyone who entered it before the change and acts after it', async () => {
    const victim = await makeStudent(t)
    const proven = await proveStudent(t.app, victim.id, { password: PASSWORD })
    await t.as(victim.token)(contract.setPassword, { body: { newPassword: 'Papaya9tree', password: PASSWORD } })
    const late = t.app.db.transaction((tx) => lockProven(tx, proven))
    await expect(late).rejects.toMatchObject({ code: 'invalid' })
    const again = await proveStudent(t.app, victim.id, { password: 'Papaya9tree' })
    await t.app.db.transaction((tx) => lockProven(tx, again))
  })
})

describe('a code mailed for a sign-in with a provider', () => {
  it('opens nothing without the reference held by the tab that signed up', async () => {
    const email = newEmail()
    const { outcome } = await calls.signUp('pinterest', newPerson(), { email })
    const { registration: reference } = outcome.step === 'code-missing' ? outcome : { registration: '' }
    const [mail] = await t.mails(email, 'is your Baobab code')
    expect(mail?.text).toContain('uses a Pinterest account to log in')
    const verificationToken = /\d{6}/.exec(mail?.subject ?? '')?.[0] ?? ''
    expect((await refusal(t.as()(verifyEmail, { body: { email, verificationToken } }))).code).toBe(
      'verification_failed',
    )
    expect(await findStudentByEmail(t.app.db, email)).toBeUndefined()
    await t.as()(verifyEmail, { body: { email, verificationToken, registration: reference } })
    expect(await findStudentByEmail(t.app.db, email)).toBeDefined()
  })

  it('is not promised if mail to the address bounces, or if the address has received too many', async () => {
    const student = await makeStudent(t)
    for (let i = 0; i < 5; i += 1) {
      await t.as(student.token)(contract.mailProofCode, {})
      t.app.clock.advance(60_000)
    }
    const usedUp = await refusal(t.as(student.token)(contract.mailProofCode, {}))
    expect(usedUp).toMatchObject({ status: 429, message: expect.stringContaining('in an hour') })
    const other = await makeStudent(t)
    const { ticket } = expectStep(await calls.signIn('linkedin', newPerson({ email: other.email })), 'account-found')
    await t.app.db.update(students).set({ emailBouncedAt: t.app.clock.now() }).where(eq(students.id, other.id))
    for (const ask of [
      () => t.as(other.token)(contract.mailProofCode, {}),
      () => t.as()(contract.mailConnectionCode, { body: { ticket } }),
    ]) {
      const bounced = await refusal(ask())
      expect(bounced).toMatchObject({ status: 409, code: 'email_bounced' })
      expect(bounced.message).toContain(other.email)
    }
  })
})

describe('an email that a provider has verified', () => {
  it('does not reveal someone else’s registration that is waiting for a guardian', async () => {
    const strict = await startTestApp({ GUARDIAN_CONSENT: 'under-18' })
    try {
      const [of, email] = [signInCalls(strict), newEmail()]
      const child = { ...registration({ email }), guardianEmail: newEmail() }
      const { registration: reference, verificationToken } = await strict.as()(registerStudent, { body: child })
      await strict.as()(verifyEmail, { body: { email, verificationToken, registration: reference } })
      const refused = await refusal(of.signIn('linkedin', newPerson({ email })))
      expect(refused).toMatchObject({ status: 409, code: 'guardian_pending' })
      expect(JSON.stringify(refused)).not.toContain(reference)
      expect(JSON.stringify(refused)).not.toContain('•••')
    } finally {
      await strict.close()
    }
  })

  it('leads to its account even if the person has already sent a form', async () => {
    const email = newEmail()
    const person = newPerson({ email })
    const first = expectStep(await calls.signIn('linkedin', person), 'form')
    // Sent with another email, so that it is waiting for the code.
    await t.as()(contract.completeSignIn, { body: signInForm(first.ticket, { email: newEmail() }) })
    const owner = registration({ email })
    const { registration: reference, verificationToken } = await t.as()(registerStudent, { body: owner })
    await t.as()(verifyEmail, { body: { email, verificationToken, registration: reference } })
    const { ticket } = expectStep(await calls.signIn('linkedin', person), 'account-found')
    const reply = await t.as()(contract.connectAccount, { body: { ticket, password: owner.password } })
    expect(reply.studentData.username).toBe(owner.username)
    expect(expectStep(await calls.signIn('linkedin', person), 'signed-in').studentData.username).toBe(owner.username)
  })
})

describe('connecting in the settings', () => {
  it('does not take an identity from a registration that is waiting for its guardian', async () => {
    const strict = await startTestApp({ GUARDIAN_CONSENT: 'under-13' })
    try {
      const of = signInCalls(strict)
      const child = newPerson({ email: newEmail() })
      const { outcome } = await of.signUp('linkedin', child, { birth: '2015-01-01', guardianEmail: newEmail() })
      expectStep(outcome, 'guardian-missing')
      const student = await makeStudent(strict)
      const begun = await of.begin('linkedin')
      const body = { browserHash: hashVerifier(begun.verifier), password: PASSWORD }
      const asStudent = strict.as(student.token)
      const started = await asStudent(contract.startConnection, { params: { provider: 'linkedin' }, body })
      const returned = await of.comeBack({ ...begun, ...started }, child)
      const refused = await refusal(asStudent(contract.finishConnection, { body: returned }))
      expect(refused).toMatchObject({ status: 409, code: 'identity_in_use' })
      expectStep(await of.signIn('linkedin', child), 'guardian-missing')
    } finally {
      await strict.close()
    }
  })
})

describe('a deleted account', () => {
  it('is not reopened by its provider: the person is asked to fill in the form', async () => {
    const person = newPerson({ email: newEmail() })
    const { outcome } = await calls.signUp('linkedin', person)
    const { authToken, studentData } = expectStep(outcome, 'signed-in')
    await t.as(authToken)(contract.mailProofCode, {})
    const [mail] = await t.mails(studentData.email ?? '', 'is your Baobab code')
    const code = /\d{6}/.exec(mail?.subject ?? '')?.[0] ?? ''
    expect((await refusal(t.as(authToken)(eraseAccount, { body: { password: 'Mango7tree' } }))).status).toBe(400)
    await t.as(authToken)(eraseAccount, { body: { code } })
    expectStep(await calls.signIn('linkedin', person), 'form')
    const [row] = await t.app.db.select().from(students).where(eq(students.id, studentData._id))
    expect(row).toMatchObject({ username: 'deleted', email: '' })
  })

  it('has no sign-in method while a sign-in is being finished', async () => {
    const person = newPerson({ email: newEmail() })
    const { outcome } = await calls.signUp('linkedin', person)
    const { authToken, studentData } = expectStep(outcome, 'signed-in')
    const returned = await calls.comeBack(await calls.begin('linkedin'), person)
    await t.as(authToken)(contract.mailProofCode, {})
    const [mail] = await t.mails(studentData.email ?? '', 'is your Baobab code')
    const code = /\d{6}/.exec(mail?.subject ?? '')?.[0] ?? ''
    const [finished] = await Promise.allSettled([
      calls.finish(returned),
      t.as(authToken)(eraseAccount, { body: { code } }),
    ])
    const token = finished.status === 'fulfilled' && finished.value.step === 'signed-in' ? finished.value.authToken : ''
    expect((await refusal(t.as(token)(contract.listSignInMethods, {}))).status).toBe(401)
  })
})

describe('a guardian', () => {
  it('is asked before the account opens, even if the provider has verified the email', async () => {
    const strict = await startTestApp({ GUARDIAN_CONSENT: 'under-18' })
    try {
      const of = signInCalls(strict)
      const person = newPerson({ email: newEmail() })
      const first = expectStep(await of.signIn('linkedin', person), 'form')
      const body = signInForm(first.ticket, { email: first.email ?? '' })
      const missing = await refusal(strict.as()(contract.completeSignIn, { body }))
      expect(missing).toMatchObject({ status: 400, errors: [{ path: 'guardianEmail' }] })
      const guardianEmail = newEmail()
      const sent = await strict.as()(contract.completeSignIn, { body: { ...body, guardianEmail } })
      const waiting = expectStep(sent, 'guardian-missing')
      expect(waiting.guardianEmail).toMatch(/^v•••@mail\.example$/)
      const [mail] = await strict.mails(guardianEmail, '')
      const link = new URL(/https?:\S+guardian-consent\S+/.exec(mail?.text ?? '')?.[0] ?? 'http://none')
      const consent = {
        student: link.searchParams.get('student') ?? '',
        token: link.searchParams.get('token') ?? '',
      }
      expectStep(await of.signIn('linkedin', person), 'guardian-missing')
      strict.app.clock.advance(60_000)
      await strict.as()(askGuardian, { body: { email: waiting.email, registration: waiting.registration } })
      await strict.as()(giveGuardianConsent, { body: consent })
      expectStep(await of.signIn('linkedin', person), 'signed-in')
    } finally {
      await strict.close()
    }
  })
})

describe('an account without a password', () => {
  it('accepts no password at login', async () => {
    const email = newEmail()
    await calls.signUp('linkedin', newPerson({ email }))
    for (const password of ['', ' ', 'null', 'undefined', PASSWORD])
      expect([400, 401]).toContain((await refusal(t.as()(logInStudent, { body: { email, password } }))).status)
  })

  it('is not opened by a code that belongs to another registration', async () => {
    const email = newEmail()
    const { outcome } = await calls.signUp('pinterest', newPerson(), { email })
    expectStep(outcome, 'code-missing')
    const stranger = registration({ email })
    const { registration: reference, verificationToken } = await t.as()(registerStudent, { body: stranger })
    const owner = outcome.step === 'code-missing' ? outcome : undefined
    const mixed = { email, verificationToken, registration: owner?.registration }
    expect((await refusal(t.as()(verifyEmail, { body: mixed }))).code).toBe('verification_failed')
    await t.as()(verifyEmail, { body: { email, verificationToken, registration: reference } })
    expect((await findStudentByEmail(t.app.db, email))?.username).toBe(stranger.username)
  })
})
