import { randomUUID } from 'node:crypto'
import { and, arrayOverlaps, desc, eq, inArray, isNull, or, type SQL } from 'drizzle-orm'
import { adminRoles, isAllowed, type Who } from '@baobab/contract/accounts/rules.ts'
import { normalizeText } from '@baobab/contract/kernel/text.ts'
import type { App } from '../platform/app.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { toInternationalNumber } from '../platform/phone-numbers.ts'
import { computeHmac } from '../platform/security/tokens.ts'
import { isReservedUsername } from './rules.ts'
import { retiredUsernames } from './erased-tables.ts'
import { admins, signInKinds, signInNames, students } from './tables.ts'

export type StudentRow = typeof students.$inferSelect
export type AdminRow = typeof admins.$inferSelect

/** Replaces an erased date of birth; outside every age category. */
export const ERASED_BIRTH = '1900-01-01'

/** Returns the form in which usernames and emails are unique and looked up: NFC, trimmed, lower case. */
export function toLookupKey(value: string): string {
  return normalizeText(value).toLowerCase()
}

type SignInKind = (typeof signInKinds)[number]

/** The student's property that holds each kind of name. */
const nameKeys = { username: 'usernameKey', email: 'emailKey', number: 'provedNumber' } as const satisfies Record<
  SignInKind,
  keyof StudentRow
>

/**
 * Stores the names that lead to a student, before the student's row. Another transaction that stores the same name waits for this
 * one, and fails if it commits.
 */
export async function insertSignInNames(
  tx: Tx,
  student: Pick<StudentRow, 'id' | 'usernameKey' | 'emailKey' | 'provedNumber'>,
) {
  const names = signInKinds.flatMap((kind) => {
    const valueKey = student[nameKeys[kind]]
    return valueKey === null ? [] : [{ kind, valueKey, studentId: student.id }]
  })
  await tx.insert(signInNames).values(names)
}

/** Returns the query for the ids of the students with one of these names. */
export function selectStudentIds(db: Db | Tx, kind: SignInKind, ...values: readonly string[]) {
  const isNamed = and(eq(signInNames.kind, kind), inArray(signInNames.valueKey, values.map(toLookupKey)))
  return db.select({ id: signInNames.studentId }).from(signInNames).where(isNamed)
}

/**
 * Returns the SQL condition that finds the student with a name by id. An unknown name finds nobody but runs the same statements,
 * so that timing reveals nothing.
 */
export async function hasSignInName(db: Db | Tx, kind: SignInKind, value: string): Promise<SQL | undefined> {
  const [named] = await selectStudentIds(db, kind, value)
  // The student may have lost the name since then, because the account was erased.
  return and(eq(students.id, named?.id ?? randomUUID()), eq(students[nameKeys[kind]], toLookupKey(value)))
}

/**
 * Returns the query for the id of the student whom a typed name leads to: by email if it contains an @, otherwise by username, or
 * else by proved phone number in any spelling. The same statement for every name, so that timing reveals nothing.
 */
export function selectIdByLoginName(db: Db | Tx, name: string) {
  // Emails contain an @ and usernames never do, so both have one key. No number has an empty key.
  const isEmailOrUsername = and(
    inArray(signInNames.kind, ['email', 'username']),
    eq(signInNames.valueKey, toLookupKey(name)),
  )
  const isNumber = and(eq(signInNames.kind, 'number'), eq(signInNames.valueKey, toInternationalNumber(name) ?? ''))
  return (
    db
      .select({ id: signInNames.studentId })
      .from(signInNames)
      .where(or(isEmailOrUsername, isNumber))
      // 'username' before 'number'.
      .orderBy(desc(signInNames.kind))
      .limit(1)
  )
}

/** Finds the student whom a typed name leads to: an email, a username or a proved phone number. */
export async function findStudentByLoginName(db: Db | Tx, name: string): Promise<StudentRow | undefined> {
  const [named] = await selectIdByLoginName(db, name)
  const key = toLookupKey(name)
  // The student may have lost the name since then, because the account was erased.
  const hasName = or(
    eq(students.emailKey, key),
    eq(students.usernameKey, key),
    eq(students.provedNumber, toInternationalNumber(name) ?? ''),
  )
  const [row] = await db
    .select()
    .from(students)
    .where(and(eq(students.id, named?.id ?? randomUUID()), hasName))
  return row
}

export async function findStudentByEmail(db: Db | Tx, email: string): Promise<StudentRow | undefined> {
  const [row] = await db
    .select()
    .from(students)
    .where(await hasSignInName(db, 'email', email))
  return row
}

/** Finds the student with an email, or with a proved phone number in E.164. */
export function findStudentByAddress(db: Db | Tx, address: string): Promise<StudentRow | undefined> {
  return address.includes('@') ? findStudentByEmail(db, address) : findStudentByNumber(db, address)
}

/** Finds the student with a proved phone number in E.164. */
export async function findStudentByNumber(db: Db | Tx, number: string): Promise<StudentRow | undefined> {
  const [row] = await db
    .select()
    .from(students)
    .where(await hasSignInName(db, 'number', number))
  return row
}

export async function findStudentByUsername(db: Db | Tx, username: string): Promise<StudentRow | undefined> {
  const [row] = await db
    .select()
    .from(students)
    .where(await hasSignInName(db, 'username', username))
  return row
}

/** Returns whether a username is in use or belonged to an erased account. Such names are never reused. */
export async function isUsernameTaken(app: Pick<App, 'keys'>, db: Db | Tx, username: string): Promise<boolean> {
  if (await findStudentByUsername(db, username)) return true
  const retired = await db
    .select()
    .from(retiredUsernames)
    .where(eq(retiredUsernames.nameHash, hashRetiredUsername(app, username)))
  return retired.length > 0
}

/** Returns whether a username is closed to registration. Names registered before they were reserved stay. */
export async function isUsernameReserved(db: Db | Tx, username: string): Promise<boolean> {
  return isReservedUsername(username, await listAdminNames(db))
}

/** Lists all admins' usernames, including those whose access was removed. */
export async function listAdminNames(db: Db | Tx): Promise<string[]> {
  return (await db.select({ username: admins.username }).from(admins)).map(({ username }) => username)
}

/** Returns the keyed hash stored in place of an erased account's username. */
export function hashRetiredUsername(app: Pick<App, 'keys'>, username: string): string {
  return computeHmac(app.keys.codes, 'retired username', toLookupKey(username)).toString('base64url')
}

export async function findStudentById(db: Db | Tx, id: string): Promise<StudentRow | undefined> {
  const [row] = await db.select().from(students).where(eq(students.id, id))
  return row
}

/** Returns the condition for the `admins` who have access and may call an endpoint. */
export function isAdminAllowed(who: Who): SQL | undefined {
  const roles = adminRoles.filter((role) => isAllowed(who, role))
  return and(isNull(admins.removedAt), or(inArray(admins.role, roles), arrayOverlaps(admins.moreRoles, roles)))
}

export async function findAdminById(db: Db | Tx, id: string): Promise<AdminRow | undefined> {
  const [row] = await db.select().from(admins).where(eq(admins.id, id))
  return row
}

/** Finds the admin with an email, unless their access was removed. */
export async function findAdminByEmail(db: Db | Tx, email: string): Promise<AdminRow | undefined> {
  const [row] = await db
    .select()
    .from(admins)
    .where(and(eq(admins.emailKey, toLookupKey(email)), isNull(admins.removedAt)))
  return row
}
