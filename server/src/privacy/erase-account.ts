// Erasure of a student's account: all personal data is deleted at once, as each feature describes for its tables. Points and
// payments stay without a name, because past leaderboards, draws and accounts must still add up.
import { and, eq, getTableColumns, or, sql, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { hashAddress } from '../accounts/address-hash.ts'
import { studentCorrections } from '../accounts/correction-tables.ts'
import { keepFormerBrowsers } from '../accounts/known-browsers.ts'
import { isKeptByGuardian, toOwnAddress } from '../accounts/own-address.ts'
import { lockOthersOut } from '../accounts/lock-out.ts'
import { lockProven, proveStudent, type Proof } from '../accounts/prove-student.ts'
import { ERASED_BIRTH, hashRetiredUsername, selectStudentIds, type StudentRow } from '../accounts/queries.ts'
import { hashErasedEmail } from '../accounts/registrations.ts'
import { retiredUsernames } from '../accounts/erased-tables.ts'
import { registrations, students } from '../accounts/tables.ts'
import type { App } from '../platform/app.ts'
import type { Person } from '../platform/feature-data.ts'
import type { StudentUser } from '../platform/http/auth.ts'
import type { Tx } from '../platform/database/database.ts'
import { fail } from '../platform/http/errors.ts'
import { defineQueue } from '../platform/jobs/jobs.ts'
import { keepFormerAttempts } from '../quiz/former-attempts.ts'
import { forgetSearches } from '../saved-views/forget-searches.ts'
import { noteErasures, recordErasuresNow } from './record-erasures.ts'

const listPresent = (...values: (string | null)[]) => values.filter((value) => value !== null)

/** Returns the values that replace the personal data in a student's row. */
function eraseValues(id: string) {
  const uniqueKey = `erased:${id}`
  return {
    username: 'deleted',
    usernameKey: uniqueKey,
    email: '',
    emailKey: uniqueKey,
    provedNumber: null,
    numberProvedAt: null,
    number: '',
    internationalNumber: null,
    passwordHash: '',
    birth: ERASED_BIRTH,
    address: '',
    school: null,
    picture: null,
    avatar: null,
    guardianEmail: null,
    guardianNumber: null,
    guardianId: null,
    consentId: null,
    guardianRemovedAt: null,
    addressHash: null,
    disqualifiedReason: null,
    heldAt: null,
    extraTimeFactor: 1 as const,
    wantsReading: false,
    hidesMovement: false,
    mergedIntoId: null,
    mergeReason: null,
    optionalMailsOffAt: null,
  }
}

/**
 * Empties the registrations of an erased account's email, which may contain the same person's data. They stay with their
 * username and password until they expire, so that a stranger who created one learns nothing about the account.
 */
async function eraseFromRegistrations(app: App, tx: Tx, emailKey: string): Promise<void> {
  const personal = {
    number: '',
    birth: ERASED_BIRTH,
    address: '',
    school: null,
    avatar: null,
    guardianEmail: null,
    guardianNumber: null,
  }
  await tx
    .update(registrations)
    .set({ ...personal, email: '', emailKey: hashErasedEmail(app, emailKey) })
    .where(eq(registrations.emailKey, emailKey))
}

/**
 * Files to delete: the student's picture, and exports that list the student. Queued in the erasing transaction, so that a crash
 * right after it leaves no files.
 */
export const erasedFiles = defineQueue<{ key: string }>('erased-files', { retryLimit: 20 })

/** Erases the caller's account, given the password or a mailed code. Refused (409) if a guardian keeps the account. */
export async function eraseAccount(app: App, who: StudentUser, proof: Proof): Promise<void> {
  const proven = await proveStudent(app, who.id, proof)
  if (isKeptByGuardian(proven)) fail('kept_by_guardian')
  const files = await app.db.transaction(async (tx) => {
    await lockProven(tx, proven)
    return eraseStudent(app, tx, who.id)
  })
  await recordErasuresNow(app)
  for (const file of files) await app.files.remove(file)
}

/** Erases what is left of an account merged into the one being erased. */
async function eraseMerged(app: App, tx: Tx, merged: StudentRow): Promise<void> {
  const nameHash = hashRetiredUsername(app, merged.username)
  await tx.insert(retiredUsernames).values({ nameHash }).onConflictDoNothing()
  await tx.update(students).set(eraseValues(merged.id)).where(eq(students.id, merged.id))
}

/**
 * Deletes all of a student's personal data from the database.
 * @returns the keys of the files to delete, which a job also deletes
 */
export async function eraseStudent(app: App, tx: Tx, id: string): Promise<string[]> {
  // Locks the row: an earlier change or login is erased too, and a later one finds no account.
  const [student] = await tx.select().from(students).where(eq(students.id, id)).for('update')
  if (!student || student.erasedAt) fail('not_found')
  await tx
    .insert(retiredUsernames)
    .values({ nameHash: hashRetiredUsername(app, student.username) })
    .onConflictDoNothing()
  const mergedAccounts = await lockMerged(tx, id)
  const accounts = [student, ...mergedAccounts]
  await keepFormerAttempts(app, tx, { id, emails: await listEmails(tx, accounts) })
  const person = {
    id,
    ids: accounts.map((account) => account.id),
    emailKeys: accounts.flatMap(({ emailKey, provedNumber }) => listPresent(emailKey, provedNumber)),
    addressHash: hashAddress(app, toOwnAddress(student)),
  }
  for (const merged of mergedAccounts) await eraseMerged(app, tx, merged)
  // A restored backup may be older than the merge.
  await noteErasures(
    app,
    tx,
    person.ids.map((studentId) => ({ kind: 'student', id: studentId })),
  )
  const files = await eraseTables(app, tx, person, { isLast: false })
  for (const emailKey of person.emailKeys) await eraseFromRegistrations(app, tx, emailKey)
  const names = accounts.flatMap(({ username, email, number }) => listPresent(username, email, number))
  await forgetSearches(tx, names)
  await keepFormerBrowsers(app, tx, id)
  await lockOthersOut(app, tx, { kind: 'student', id }, { proof: 'closed' })
  await tx
    .update(students)
    .set({ ...eraseValues(id), erasedAt: app.clock.now() })
    .where(eq(students.id, id))
  files.push(...(await eraseTables(app, tx, person, { isLast: true })))
  if (student.picture) files.push(student.picture)
  for (const key of files) await app.jobs.send(tx, erasedFiles, { key })
  return files
}

/**
 * Lists the current emails of accounts and those that admins replaced: each of these mailboxes has had its first try. A replaced one
 * that is now another account's, such as a sister's, is left out: that account has its own first tries.
 */
async function listEmails(tx: Tx, accounts: readonly StudentRow[]): Promise<string[]> {
  const emails = accounts.map(toOwnAddress)
  const ids = accounts.map((account) => account.id)
  // One by one, because each may be on another node.
  for (const { id } of accounts) {
    const isEmail = and(eq(studentCorrections.studentId, id), eq(studentCorrections.field, 'email'))
    const changed = await tx.select({ email: studentCorrections.oldValue }).from(studentCorrections).where(isEmail)
    for (const { email } of changed) {
      if (email === null) continue
      const [owner] = await selectStudentIds(tx, 'email', email)
      if (!owner || ids.includes(owner.id)) emails.push(email)
    }
  }
  return emails
}

/**
 * Locks the accounts that were merged into a student's. The caller has locked the student, so no other account is merged
 * meanwhile.
 */
async function lockMerged(tx: Tx, id: string): Promise<StudentRow[]> {
  const found = await tx.select({ id: students.id }).from(students).where(eq(students.mergedIntoId, id))
  const locked: StudentRow[] = []
  // One by one, because each may be on another node.
  for (const merged of found)
    locked.push(...(await tx.select().from(students).where(eq(students.id, merged.id)).for('update')))
  return locked
}

/** Erases a student from all features' tables, or from those that come last. @returns the keys of files to delete */
async function eraseTables(app: App, tx: Tx, person: Person, { isLast }: { isLast: boolean }): Promise<string[]> {
  const files: string[] = []
  for (const { table, personalData } of app.features.flatMap((feature) => feature.tables ?? [])) {
    if (personalData === 'of no student') continue
    const { of, erase } = personalData
    if ((erase !== 'delete' && 'isLast' in erase) !== isLast) continue
    if (erase === 'delete') await tx.delete(table).where(of(person))
    else {
      if ('run' in erase && erase.run) files.push(...(await erase.run(app, tx, person)))
      if ('set' in erase && erase.set)
        await tx
          .update(table)
          .set(erase.set)
          .where(and(of(person), differsFrom(table, erase.set)))
    }
  }
  return files
}

/** Avoids writing rows that contain nothing to replace, because there are many for quizzes. */
function differsFrom(table: PgTable, values: Record<string, unknown>): SQL | undefined {
  const columns = Object.entries(getTableColumns(table)).filter(([name]) => name in values)
  return or(...columns.map(([name, column]) => sql`${column} is distinct from ${sql.param(values[name], column)}`))
}
