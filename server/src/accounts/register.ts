// Registers students without revealing whether an email has an account: the reply and the work are always the same.
import { randomInt, randomUUID } from 'node:crypto'
import { and, eq, isNull, lt, or } from 'drizzle-orm'
import type { ParsedOf } from '@baobab/contract/endpoint.ts'
import { lagosDate } from '@baobab/contract/age.ts'
import type { registerStudent as endpoint } from '@baobab/contract/accounts.ts'
import { COMMON_PASSWORD, INVALID_DATE } from '@baobab/contract/fields.ts'
import { UNVERIFIED_HOLDS_MS } from '@baobab/contract/limits.ts'
import { accountsText } from '@baobab/contract/accounts-text.ts'
import type { App } from '../platform/app.ts'
import type { Tx } from '../platform/database/database.ts'
import { fail, failField } from '../platform/http/errors.ts'
import { hashPassword } from '../platform/security/passwords.ts'
import { generateToken } from '../platform/security/tokens.ts'
import { accountMails, deriveVerificationCode } from './account-mails.ts'
import { requireGuardianEmail } from './guardian-consent.ts'
import { createVerificationCode } from './create-verification-code.ts'
import { toLookupKey, isUsernameTaken, findStudentByEmail, type StudentRow } from './queries.ts'
import { startResendCooldown } from './resend-code.ts'
import { isCommonPassword } from './rules.ts'
import { students } from './tables.ts'

type Form = ParsedOf<typeof endpoint>['body']
type Registration = Omit<Form, 'guardianEmail'> & { guardianEmail: string | null; passwordHash: string }

/**
 * Registers a student and mails a verification code. If the email belongs to a verified account, informs its owner by
 * mail instead.
 * @returns `verificationToken`: the code itself if mail goes to the sandbox, else a random token that verifies nothing
 */
export async function registerStudent(app: App, form: Form): Promise<{ verificationToken: string; email: string }> {
  if (form.birth > lagosDate(app.clock.now())) failField('birth', INVALID_DATE)
  if (isCommonPassword(form.password)) failField('password', COMMON_PASSWORD)
  const guardianEmail = requireGuardianEmail(app, form)
  const passwordHash = await hashPassword(form.password)
  const mails = {
    code: await app.rateLimits.consumeMailQuota('verify-code', toLookupKey(form.email)),
    consent:
      guardianEmail !== null && (await app.rateLimits.consumeMailQuota('guardian-consent', toLookupKey(guardianEmail))),
  }
  const codeId = await app.db.transaction((tx) =>
    createAccount(app, tx, { ...form, guardianEmail, passwordHash }, mails),
  )
  await startResendCooldown(app, form.email)
  return { verificationToken: tokenFor(app, codeId), email: form.email }
}

/** The mails that the rate limits allow. */
type AllowedMails = { code: boolean; consent: boolean }

/**
 * Stores the account and queues its mails. Runs the same statements for known and unknown addresses, so that timing does
 * not reveal which ones are known.
 * @returns the id of the verification code, or undefined if none was created: the address has a verified owner, or has
 *   reached its hourly limit of mails (a code that is not mailed could only be guessed)
 */
async function createAccount(app: App, tx: Tx, form: Registration, mails: AllowedMails): Promise<string | undefined> {
  const { student, owner } = await insertUnlessOwned(app, tx, form)
  const codeId = mails.code ? await createVerificationCode(app, tx, student?.id) : undefined
  if (mails.code)
    await app.jobs.send(
      tx,
      accountMails,
      owner
        ? { kind: 'already-registered', studentId: owner.id }
        : { kind: 'verify-code', codeId: codeId ?? randomUUID() },
    )
  if (mails.consent)
    await app.jobs.send(tx, accountMails, { kind: 'guardian-consent', studentId: student?.id ?? randomUUID() })
  return codeId
}

/** Either the new student or the verified owner of the address. */
type Inserted = { student: StudentRow | undefined; owner: StudentRow | undefined }

/** Inserts the account unless its address has a verified owner. Throws if the username is taken. */
async function insertUnlessOwned(app: App, tx: Tx, form: Registration): Promise<Inserted> {
  // Tries twice: if two registrations of one address run concurrently, the later one's insert fails, and its second try
  // replaces the earlier account.
  for (let tries = 0; tries < 2; tries += 1) {
    await releaseUnverified(app, tx, form)
    if (await isUsernameTaken(app, tx, form.username)) refuseUsername()
    const owner = await findStudentByEmail(tx, form.email)
    const student = await insertStudent(app, tx, form)
    if (student || owner) return { student, owner }
  }
  return refuseUsername()
}

/** Deletes unverified accounts with the same email, and those with the same username that are older than seven days. */
async function releaseUnverified(app: App, tx: Tx, form: Registration): Promise<void> {
  const longAgo = new Date(app.clock.now().getTime() - UNVERIFIED_HOLDS_MS)
  const sameEmail = eq(students.emailKey, toLookupKey(form.email))
  const staleName = and(eq(students.usernameKey, toLookupKey(form.username)), lt(students.createdAt, longAgo))
  await tx.delete(students).where(and(isNull(students.verifiedAt), or(sameEmail, staleName)))
}

async function insertStudent(app: App, tx: Tx, form: Registration): Promise<StudentRow | undefined> {
  const [student] = await tx
    .insert(students)
    .values({
      username: form.username,
      usernameKey: toLookupKey(form.username),
      email: form.email,
      emailKey: toLookupKey(form.email),
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
  return student
}

function refuseUsername(): never {
  return fail('username_taken', { errors: [{ path: 'username', message: accountsText.usernameTaken }] })
}

function tokenFor(app: App, codeId: string | undefined): string {
  if (app.config.smtpUrl) return generateToken()
  return codeId ? deriveVerificationCode(app, codeId) : String(randomInt(1_000_000)).padStart(6, '0')
}
