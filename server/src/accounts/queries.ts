// Reads of accounts that several actions share.
import { eq } from 'drizzle-orm'
import { tidy } from '@baobab/contract/fields.ts'
import type { Db, Tx } from '../platform/database.ts'
import { admins, students } from './tables.ts'

export type StudentRow = typeof students.$inferSelect
export type AdminRow = typeof admins.$inferSelect

/** The form under which usernames and emails are unique. */
export function keyOf(value: string): string {
  return tidy(value).toLowerCase()
}

export async function studentByEmail(db: Db | Tx, email: string): Promise<StudentRow | undefined> {
  const [row] = await db
    .select()
    .from(students)
    .where(eq(students.emailKey, keyOf(email)))
  return row
}

export async function studentByUsername(db: Db | Tx, username: string): Promise<StudentRow | undefined> {
  const [row] = await db
    .select()
    .from(students)
    .where(eq(students.usernameKey, keyOf(username)))
  return row
}

export async function studentById(db: Db | Tx, id: string): Promise<StudentRow | undefined> {
  const [row] = await db.select().from(students).where(eq(students.id, id))
  return row
}

export async function adminById(db: Db | Tx, id: string): Promise<AdminRow | undefined> {
  const [row] = await db.select().from(admins).where(eq(admins.id, id))
  return row
}
