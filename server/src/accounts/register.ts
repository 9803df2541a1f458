// A student registers. Whether the *email* is known never shows: same answer, same work (decisions 2).
import { randomInt } from 'node:crypto'
import { and, eq, isNull, lt, or } from 'drizzle-orm'
import type { ParsedOf } from '@baobab/contract/endpoint.ts'
import { lagosDate } from '@baobab/contract/age.ts'
import type { registerStudent as endpoint } from '@baobab/contract/accounts.ts'
import { COMMON_PASSWORD, INVALID_DATE } from '@baobab/contract/fields.ts'
import { UNVERIFIED_HOLDS_MS } from '@baobab/contract/limits.ts'
import { text } from '@baobab/contract/text.ts'
import type { App } from '../app.ts'
import type { Tx } from '../platform/database.ts'
import { fail, failField } from '../platform/errors.ts'
import { hashPassword } from '../platform/passwords.ts'
import { newToken } from '../platform/tokens.ts'
import { accountMails, digitsOf } from './account-mails.ts'
import { guardianToAsk } from './agree-as-guardian.ts'
import { makeCode } from './make-code.ts'
import { keyOf, isUsernameTaken, studentByEmail, type StudentRow } from './queries.ts'
import { startResendWait } from './resend-code.ts'
import { isCommonPassword } from './rules.ts'
import { students } from './tables.ts'

type Form = ParsedOf<typeof endpoint>['body']
type Registration = Omit<Form, 'guardianEmail'> & { guardianEmail: string | null; passwordHash: string }

/**
 * Registers a student and mails a code. A verified owner of the address gets a mail that says so instead.
 * @returns `verificationToken`: the code itself where mail goes to the sandbox, else an opaque reference
 */
export async function registerStudent(app: App, form: Form): Promise<{ verificationToken: string; email: string }> {
  if (form.birth > lagosDate(app.clock.now())) failField('birth', INVALID_DATE)
  if (isCommonPassword(form.password)) failField('password', COMMON_PASSWORD)
  const guardianEmail = guardianToAsk(app, form)
  const passwordHash = await hashPassword(form.password)
  const mayMail = await app.limits.mayMail('register', keyOf(form.email))
  const codeId = await app.db.transaction((tx) => place(app, tx, { ...form, guardianEmail, passwordHash }, mayMail))
  await startResendWait(app, form.email)
  return { verificationToken: tokenFor(app, codeId), email: form.email }
}

/** Puts the account in its place; answers its code's id, or undefined where the address has a verified owner. */
async function place(app: App, tx: Tx, form: Registration, mayMail: boolean): Promise<string | undefined> {
  await releaseUnverified(app, tx, form)
  if (await isUsernameTaken(app, tx, form.username)) refuseUsername()
  const owner = await studentByEmail(tx, form.email)
  if (owner) {
    if (mayMail) await app.jobs.send(tx, accountMails, { kind: 'already-registered', studentId: owner.id })
    return undefined
  }
  const student = await insertStudent(app, tx, form)
  const codeId = await makeCode(app, tx, student.id)
  if (mayMail) await app.jobs.send(tx, accountMails, { kind: 'verify-code', codeId })
  if (mayMail && form.guardianEmail)
    await app.jobs.send(tx, accountMails, { kind: 'guardian-consent', studentId: student.id })
  return codeId
}

/** An unverified account does not hold its email, and its username only for seven days. */
async function releaseUnverified(app: App, tx: Tx, form: Registration): Promise<void> {
  const longAgo = new Date(app.clock.now().getTime() - UNVERIFIED_HOLDS_MS)
  const sameEmail = eq(students.emailKey, keyOf(form.email))
  const staleName = and(eq(students.usernameKey, keyOf(form.username)), lt(students.createdAt, longAgo))
  await tx.delete(students).where(and(isNull(students.verifiedAt), or(sameEmail, staleName)))
}

async function insertStudent(app: App, tx: Tx, form: Registration): Promise<StudentRow> {
  const [student] = await tx
    .insert(students)
    .values({
      username: form.username,
      usernameKey: keyOf(form.username),
      email: form.email,
      emailKey: keyOf(form.email),
      number: form.number,
      passwordHash: form.passwordHash,
      guardianEmail: form.guardianEmail,
      birth: form.birth,
      gender: form.gender,
      address: form.address,
      school: form.school || null,
      createdAt: app.clock.now(),
    })
    .onConflictDoNothing()
    .returning()
  // Somebody else took the name or the address between our look and our insert; the name is all we may speak of.
  return student ?? refuseUsername()
}

function refuseUsername(): never {
  return fail('username_taken', { errors: [{ path: 'username', message: text.usernameTaken }] })
}

function tokenFor(app: App, codeId: string | undefined): string {
  if (app.config.smtpUrl) return newToken()
  return codeId ? digitsOf(app, codeId) : String(randomInt(1_000_000)).padStart(6, '0')
}
