// Reads of accounts that several actions share.
import { and, eq, isNull } from 'drizzle-orm'
import { normalizeText } from '@baobab/contract/fields.ts'
import type { App } from '../platform/app.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { computeHmac } from '../platform/security/tokens.ts'
import { admins, retiredUsernames, students } from './tables.ts'

export type StudentRow = typeof students.$inferSelect
export type AdminRow = typeof admins.$inferSelect

/** The form under which usernames and emails are unique. */
export function toLookupKey(value: string): string {
  return normalizeText(value).toLowerCase()
}

export async function findStudentByEmail(db: Db | Tx, email: string): Promise<StudentRow | undefined> {
  const [row] = await db
    .select()
    .from(students)
    .where(eq(students.emailKey, toLookupKey(email)))
  return row
}

export async function findStudentByUsername(db: Db | Tx, username: string): Promise<StudentRow | undefined> {
  const [row] = await db
    .select()
    .from(students)
    .where(eq(students.usernameKey, toLookupKey(username)))
  return row
}

/** Whether a username belongs to somebody, or to an erased account whose name is not given out again. */
export async function isUsernameTaken(app: Pick<App, 'keys'>, tx: Tx, username: string): Promise<boolean> {
  if (await findStudentByUsername(tx, username)) return true
  const retired = await tx
    .select()
    .from(retiredUsernames)
    .where(eq(retiredUsernames.nameHash, hashRetiredUsername(app, username)))
  return retired.length > 0
}

/** Under what an erased account's name is remembered: without the server's key it tells nothing. */
export function hashRetiredUsername(app: Pick<App, 'keys'>, username: string): string {
  return computeHmac(app.keys.codes, 'retired username', toLookupKey(username)).toString('base64url')
}

export async function findStudentById(db: Db | Tx, id: string): Promise<StudentRow | undefined> {
  const [row] = await db.select().from(students).where(eq(students.id, id))
  return row
}

export async function findAdminById(db: Db | Tx, id: string): Promise<AdminRow | undefined> {
  const [row] = await db.select().from(admins).where(eq(admins.id, id))
  return row
}

/** The admin of an address, unless the access was ended. */
export async function findAdminByEmail(db: Db | Tx, email: string): Promise<AdminRow | undefined> {
  const [row] = await db
    .select()
    .from(admins)
    .where(and(eq(admins.emailKey, toLookupKey(email)), isNull(admins.removedAt)))
  return row
}
