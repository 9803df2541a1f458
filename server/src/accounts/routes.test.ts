import { eq } from 'drizzle-orm'
import * as contract from '@baobab/contract/accounts/endpoints.ts'
import * as sessionCalls from '@baobab/contract/accounts/sessions.ts'
import type { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import { describe, expect, it } from 'vitest'
import { refusal } from '../../test/refusal.ts'
import { openStillTestApp } from '../../test/harness.ts'
import { makeStudent, PASSWORD, registration, unique } from '../../test/factories.ts'
import { emailCodes, passwordResets, registrations, sessions, students } from './tables.ts'

const CODE_MAIL = 'is your Baobab code'
const RESET_MAIL = 'Choose a new Baobab password'

const t = await openStillTestApp()

const findStudent = async (email: string) =>
  (await t.app.db.select().from(students).where(eq(students.emailKey, email)))[0]
const findRegistration = async (email: string) =>
  (await t.app.db.select().from(registrations).where(eq(registrations.emailKey, email)))[0]

describe('registering', () => {
  it('R-05 stores a registration and mails a code that turns it into an account', async () => {
    const form = registration()
    const reply = await t.as()(contract.registerStudent, { body: { ...form, repassword: form.password } })
    expect(reply).toMatchObject({ message: 'Registration successful', email: form.email })
    expect(reply.verificationToken).toMatch(/^\d{6}$/)
    expect(await findStudent(form.email)).toBeUndefined()
    const row = await findRegistration(form.email)
    expect(row).toMatchObject({ username: form.username, birth: '2012-05-01', verifiedAt: null })
    expect(row?.passwordHash).toMatch(/^\$argon2id\$/)
    const [mail] = await t.mails(form.email, CODE_MAIL)
    expect(mail?.text).toContain(reply.verificationToken)
    expect(mail?.html).toContain(reply.verificationToken)
    expect(mail?.text).toContain(form.username)
    const verified = await t.as()(contract.verifyEmail, {
      body: { email: form.email, verificationToken: reply.verificationToken },
    })
    expect(verified).toMatchObject({ message: 'Email verified successfully!', guardianEmail: null })
    expect(await findRegistration(form.email)).toBeUndefined()
    const {
      guardianMailedAt: _,
      provider: __,
      subject: ___,
      referenceId: ____,
      verifyBy: _____,
      ...registered
    } = row ?? {}
    expect(await findStudent(form.email)).toMatchObject({ ...registered, verifiedAt: expect.any(Date) })
    const again = t.as()(contract.verifyEmail, {
      body: { email: form.email, verificationToken: reply.verificationToken },
    })
    expect(await refusal(again)).toMatchObject({ status: 400, message: 'Verification failed! Please try again.' })
  })

  it.each([
    ['username', '', 'Username is required'],
    ['username', 'abcd', 'Username must be at least 5 characters'],
    ['username', 'abcdefghijk', 'Username cannot exceed 10 characters'],
    ['username', 'аdmin1', 'Username may hold letters, digits, _ . and - only'],
    ['email', '', 'Email is required'],
    ['email', 'nobody', 'Invalid email'],
    ['email', 'a@b.c\r\nBcc: x@y.example', 'Invalid email'],
    ['number', '', 'Phone number is required'],
    ['number', '12345', 'Phone number must be valid and include country code'],
    ['number', '+1234567890123456', 'Phone number must be valid and include country code'],
    ['password', '', 'Password is required'],
    ['password', 'Ab1', 'Password must be at least 8 characters'],
    ['password', `Ab1${'x'.repeat(68)}`, 'Password cannot exceed 70 characters'],
    ['password', 'mango7tree', 'Password must contain at least one uppercase letter'],
    ['password', 'MANGO7TREE', 'Password must contain at least one lowercase letter'],
    ['password', 'Mangotree', 'Password must contain at least one number'],
    ['password', 'Password1', 'Please choose a less common password.'],
    ['password', 'Scholarship1', 'Please choose a less common password.'],
    ['repassword', 'Mango8tree', 'Passwords must match'],
    ['repassword', '', 'Please confirm your password'],
    ['birth', '', 'Date of birth is required'],
    ['birth', '2011-02-30', 'Invalid date format'],
    ['birth', '2011-02-30T00:00:00Z', 'Invalid date format'],
    ['birth', '2999-01-01', 'Invalid date format'],
    ['gender', '', 'Gender is required'],
    ['gender', 'cat', 'Invalid gender'],
    ['address', '', 'Address is required'],
    ['address', 'abc', 'Address must be at least 5 characters'],
  ])('R-13 R-30 R-31 refuses %s %j with its message, and stores nothing', async (field, value, message) => {
    const form = { ...registration(), [field]: value }
    const error = await refusal(t.as()(contract.registerStudent, { body: form }))
    expect(error).toMatchObject({ status: 400, code: 'invalid' })
    expect(error.errors).toContainEqual({ path: field, message })
    expect(await findRegistration(form.email)).toBeUndefined()
  })

  it.each(['2012-04-30T23:30:00.000Z', '2012-05-01T00:30:00', '2012-05-01T00:30+01:00'])(
    'reads the birth date-time %s in Lagos time',
    async (birth) => {
      const form = registration({ birth })
      await t.as()(contract.registerStudent, { body: form })
      expect((await findRegistration(form.email))?.birth).toBe('2012-05-01')
    },
  )

  it('R-30 reports a taken username under its field, whatever the letter case', async () => {
    const owner = await makeStudent(t)
    const form = registration({ username: owner.username.toUpperCase() })
    const error = await refusal(t.as()(contract.registerStudent, { body: form }))
    expect(error).toMatchObject({ status: 409, code: 'username_taken' })
    expect(error.errors).toEqual([{ path: 'username', message: 'Username is already taken' }])
  })

  it('R-07 gives the same reply for a known email, mails its owner, and returns digits that verify nothing', async () => {
    const owner = await makeStudent(t)
    const form = registration({ email: owner.email.toUpperCase() })
    const reply = await t.as()(contract.registerStudent, { body: form })
    expect(Object.keys(reply).toSorted()).toEqual(['email', 'message', 'registration', 'verificationToken'])
    expect(reply.verificationToken).toMatch(/^\d{6}$/)
    await t.mails(owner.email, 'You already have a Baobab account')
    expect((await findStudent(owner.email))?.username).toBe(owner.username)
    const call = t.as()(contract.verifyEmail, {
      body: { email: owner.email, verificationToken: reply.verificationToken },
    })
    expect((await refusal(call)).status).toBe(400)
  })

  it.each([
    { score: 99_999 },
    { ageCategory: '11-20' },
    { isPaid: true },
    { role: 'owner' },
    { verifiedAt: '2026-01-01T00:00:00Z' },
  ])('R-31 R-34 refuses the unknown field of %j', async (unknown) => {
    const body = { ...registration(), ...unknown }
    const error = await refusal(t.as()(contract.registerStudent, { body }))
    expect(error.status).toBe(400)
    expect(await findRegistration(body.email)).toBeUndefined()
  })
})

describe('the verification code', () => {
  const begin = async () => {
    const form = registration()
    const { verificationToken } = await t.as()(contract.registerStudent, { body: form })
    const wrong = verificationToken === '000000' ? '111111' : '000000'
    const verify = (token: string) =>
      t.as()(contract.verifyEmail, { body: { email: form.email, verificationToken: token } })
    return { form, right: verificationToken, wrong, verify }
  }

  it('R-04 is blocked after five wrong tries, after which even the right code gets 429', async () => {
    const { right, wrong, verify } = await begin()
    for (let i = 0; i < 5; i += 1) expect((await refusal(verify(wrong))).status).toBe(400)
    expect((await refusal(verify(right))).status).toBe(429)
  })

  it('R-04 counts simultaneous tries', async () => {
    const { right, wrong, verify } = await begin()
    const statuses = await Promise.all(Array.from({ length: 12 }, async () => (await refusal(verify(wrong))).status))
    expect(statuses.filter((status) => status === 400)).toHaveLength(5)
    expect((await refusal(verify(right))).status).toBe(429)
  })

  it('R-06 expires 15 minutes after it was handed to the mail server', async () => {
    const { form, right, verify } = await begin()
    await t.mails(form.email, CODE_MAIL)
    t.app.clock.advance(15 * 60_000 + 1_000)
    expect((await refusal(verify(right))).message).toBe('Verification failed! Please try again.')
    t.app.clock.advance(-(15 * 60_000 + 1_000))
  })

  it('requires both the email and the code', async () => {
    for (const body of [
      { email: '', verificationToken: '123456' },
      { email: 'a@b.example', verificationToken: '' },
    ])
      expect((await refusal(t.as()(contract.verifyEmail, { body }))).message).toBe(
        'Missing email or verification token.',
      )
  })

  it('can be requested again after a minute, by known and unknown emails alike', async () => {
    const { form, right, verify } = await begin()
    await t.mails(form.email, CODE_MAIL)
    const stranger = `${unique('x')}@nowhere.example`
    const resend = (email: string) => t.as()(contract.resendCode, { body: { email } })
    expect((await refusal(resend(form.email))).status).toBe(429)
    t.app.clock.advance(61_000)
    const known = await resend(form.email)
    expect(await resend(stranger)).toEqual(known)
    const error = await refusal(resend(stranger))
    expect(error.status).toBe(429)
    expect(error.retryAfter).toBeGreaterThan(0)
    const [mail] = await t.mails(form.email, CODE_MAIL, 2)
    expect(mail?.text).toContain(right)
    expect((await verify(right)).status).toBe('success')
    t.app.clock.advance(-61_000)
  })

  it('R-04 is not in the database', async () => {
    const { form } = await begin()
    const row = await findRegistration(form.email)
    const codes = await t.app.db.select().from(emailCodes)
    const code = codes.find((one) => one.registrationId === row?.id)
    expect(Object.keys(code ?? {}).toSorted()).toEqual(['id', 'madeAt', 'registrationId', 'sentAt', 'studentId'])
  })
})

describe('logging in', () => {
  const logIn = (email: string, password: string, rememberMe?: boolean) =>
    t.as()(contract.logInStudent, { body: { email, password, ...(rememberMe ? { rememberMe } : {}) } })

  it('R-21 returns a token and the student, whatever the email’s letter case and invisible characters', async () => {
    const student = await makeStudent(t)
    const reply = await logIn(`\uFEFF${student.email.toUpperCase().replace('@', '\u200B@')}\u00A0`, PASSWORD)
    expect(reply).toMatchObject({
      message: 'Login successful!',
      studentData: { _id: student.id, username: student.username, email: student.email, ageCategory: '11-20' },
    })
    expect(reply.authToken).not.toBe(student.token)
    expect((await t.as(reply.authToken)(sessionCalls.listSessions, {})).sessions).toHaveLength(2)
  })

  it('R-14 compares all 70 characters of a password, however they are encoded, and hashes no longer ones', async () => {
    const password = `Ａa1${'é'.repeat(65)}ẹ `
    expect(password).toHaveLength(70)
    const { email } = await makeStudent(t, { password })
    const sameText = `Aa1${'e\u0301'.repeat(65)}e\u0323 `
    expect((await logIn(email, sameText)).authToken).toBeTruthy()
    for (const wrong of [password.trimEnd(), `${password.slice(0, -1)}!`, `${password}!`])
      expect((await refusal(logIn(email, wrong))).status).toBe(401)
    const longer = t.as()(contract.registerStudent, { body: registration({ password: `${password}x` }) })
    expect((await refusal(longer)).errors).toEqual([
      { path: 'password', message: 'Password cannot exceed 70 characters' },
    ])
    expect((await refusal(logIn(email, 'Ab1'.repeat(350_000)))).status).toBe(413)
  })

  it('R-08 gives the same error for an unknown email and a wrong password', async () => {
    const student = await makeStudent(t)
    for (const email of [student.email, 'nobody@nowhere.example'])
      expect(await refusal(logIn(email, 'Wrong7pass'))).toMatchObject({
        status: 401,
        message: 'Login failed! Please check your credentials.',
      })
  })

  it('R-08 says that the email is unverified only after the right password', async () => {
    const form = registration()
    await t.as()(contract.registerStudent, { body: form })
    expect((await refusal(logIn(form.email, 'Wrong7pass'))).status).toBe(401)
    expect(await refusal(logIn(form.email, form.password))).toMatchObject({
      status: 403,
      code: 'email_unverified',
      message: 'Please verify your email first.',
    })
  })

  it('R-10 slows down after five wrong tries, even with the right password', async () => {
    const student = await makeStudent(t)
    for (let i = 0; i < 5; i += 1) expect((await refusal(logIn(student.email, 'Wrong7pass'))).status).toBe(401)
    // Another spelling of the email allows no new tries.
    const waiting = await refusal(logIn(student.email.toUpperCase(), PASSWORD))
    expect(waiting).toMatchObject({ status: 429, retryAfter: 1 })
    t.app.clock.advance(1_100)
    expect((await logIn(student.email, PASSWORD)).authToken).toBeTruthy()
    expect((await refusal(logIn(student.email, 'Wrong7pass'))).status).toBe(401)
    t.app.clock.advance(-1_100)
  })

  it('R-27 lasts 12 hours, or with remember-me until 30 days without use', async () => {
    const student = await makeStudent(t)
    const remembered = (await logIn(student.email, PASSWORD, true)).authToken
    const hours = (n: number) => t.app.clock.advance(n * 3_600_000)
    hours(13)
    expect((await refusal(t.as(student.token)(sessionCalls.listSessions, {}))).status).toBe(401)
    expect((await t.as(remembered)(sessionCalls.listSessions, {})).sessions).toHaveLength(1)
    hours(24 * 29)
    expect((await t.as(remembered)(sessionCalls.listSessions, {})).sessions).toHaveLength(1)
    hours(24 * 31)
    expect((await refusal(t.as(remembered)(sessionCalls.listSessions, {}))).status).toBe(401)
    hours(-(24 * 60 + 13))
  })

  it('R-21 stores no token, only its hash', async () => {
    const student = await makeStudent(t)
    const rows = await t.app.db.select().from(sessions).where(eq(sessions.studentId, student.id))
    expect(JSON.stringify(rows)).not.toContain(student.token)
  })

  it('R-21 R-24 accepts no token made up by the client', async () => {
    for (const token of ['eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.', 'x'.repeat(43)])
      expect((await refusal(t.as(token)(sessionCalls.listSessions, {}))).status).toBe(401)
  })
})

describe('logging out', () => {
  it('R-22 ends the session on the server', async () => {
    const student = await makeStudent(t)
    expect((await t.as(student.token)(contract.logOutStudent, {})).message).toBe('Logout Successful')
    expect((await refusal(t.as(student.token)(sessionCalls.listSessions, {}))).status).toBe(401)
  })

  it('R-23 can end one or all other devices, but never those of another student', async () => {
    const student = await makeStudent(t)
    const stranger = await makeStudent(t)
    const log = () => t.as()(contract.logInStudent, { body: { email: student.email, password: PASSWORD } })
    const [second, third] = [await log(), await log()]
    const mine = await t.as(student.token)(sessionCalls.listSessions, {})
    const foreign = await t.as(stranger.token)(sessionCalls.listSessions, {})
    const other = mine.sessions.find((session) => !session.isCurrent)
    const end = (id: string) => t.as(student.token)(sessionCalls.endSession, { params: { sessionId: id } })
    expect((await refusal(end(foreign.sessions[0]?._id ?? ''))).status).toBe(404)
    await end(other?._id ?? '')
    await t.as(student.token)(sessionCalls.endOtherSessions, {})
    for (const { authToken } of [second, third])
      expect((await refusal(t.as(authToken)(sessionCalls.listSessions, {}))).status).toBe(401)
    expect((await t.as(student.token)(sessionCalls.listSessions, {})).sessions).toHaveLength(1)
    expect((await t.as(stranger.token)(sessionCalls.listSessions, {})).sessions).toHaveLength(1)
  })
})

describe('a forgotten password', () => {
  const forgot = (email: string) => t.as()(contract.forgotPassword, { body: { email } })
  const findLink = (text: string) => new URL(/https?:\/\/\S+reset-password\S+/.exec(text)?.[0] ?? '')
  const requestReset = async () => {
    const student = await makeStudent(t)
    await forgot(student.email)
    const [mail] = await t.mails(student.email, RESET_MAIL)
    const link = findLink(mail?.text ?? '')
    const token = link.searchParams.get('token') ?? ''
    const reset = (body: object) =>
      t.as()(contract.resetPassword, { body: { token, email: student.email, newPassword: 'Guava9seed', ...body } })
    return { student, link, reset }
  }

  it('R-09 gets the same reply for known and unknown emails', async () => {
    const student = await makeStudent(t)
    expect(await forgot(student.email)).toEqual(await forgot('nobody@nowhere.example'))
    expect((await forgot(student.email)).message).toBe('Check your email for reset instructions.')
  })

  it('R-17 R-18 can be reset once with the mailed link; every session ends and the owner is mailed', async () => {
    const { student, link, reset } = await requestReset()
    expect(link.origin).toBe('http://localhost:3000')
    const replies = await Promise.all(
      Array.from({ length: 20 }, () =>
        reset({}).then(
          () => 200,
          (error: ApiError) => error.status,
        ),
      ),
    )
    expect(replies.filter((status) => status === 200)).toHaveLength(1)
    expect((await refusal(reset({}))).message).toBe('Invalid or expired token.')
    expect((await refusal(t.as(student.token)(sessionCalls.listSessions, {}))).status).toBe(401)
    const login = await t.as()(contract.logInStudent, { body: { email: student.email, password: 'Guava9seed' } })
    expect(login.authToken).toBeTruthy()
    await t.mails(student.email, 'Your Baobab password was changed')
  })

  it('R-17 R-19 has a link that works only for its own email, for thirty minutes, and with valid passwords', async () => {
    const { student, reset } = await requestReset()
    const other = await makeStudent(t)
    expect((await refusal(reset({ email: other.email }))).message).toBe('Invalid or expired token.')
    expect((await refusal(reset({ token: 'x'.repeat(43) }))).status).toBe(400)
    expect((await refusal(reset({ newPassword: 'Password1' }))).message).toBe('Please choose a less common password.')
    t.app.clock.advance(31 * 60_000)
    expect((await refusal(reset({}))).message).toBe('Invalid or expired token.')
    t.app.clock.advance(-31 * 60_000)
    const [row] = await t.app.db.select().from(passwordResets).where(eq(passwordResets.studentId, student.id))
    expect(row?.usedAt).toBeNull()
  })

  it('R-16 has links only to this product, whatever host the request names', async () => {
    const { email } = await makeStudent(t)
    const evil = 'evil.example'
    const headers = { host: evil, 'x-forwarded-host': evil, forwarded: `host=${evil}`, origin: `https://${evil}` }
    const request = { method: 'POST', url: '/student/forgot-password', headers, payload: { email } } as const
    expect((await t.http.inject(request)).statusCode).toBe(200)
    const [mail] = await t.mails(email, RESET_MAIL)
    const content = `${mail?.text} ${mail?.html}`
    const origins = [...content.matchAll(/https?:\/\/[^\s"<]+/g)].map(([link]) => new URL(link).origin)
    expect(new Set(origins)).toEqual(new Set(['http://localhost:3000']))
    expect(content).not.toContain(evil)
  })

  it('R-32 mails an email address at most five times an hour', async () => {
    const student = await makeStudent(t)
    for (let i = 0; i < 7; i += 1) expect((await forgot(student.email)).status).toBe('success')
    // Mails are sent in order, so a sixth mail would arrive before this one.
    await t.as()(contract.registerStudent, { body: registration({ email: student.email }) })
    await t.mails(student.email, 'You already have a Baobab account')
    expect(await t.mails(student.email, RESET_MAIL, 5)).toHaveLength(5)
  })
})
