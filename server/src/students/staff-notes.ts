// Admins' notes about a student, for each other: what a parent said on the phone, what was agreed.
import type { ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import type * as contract from '@baobab/contract/students/endpoints.ts'
import { STAFF_NOTES_MAX } from '@baobab/contract/students/endpoints.ts'
import { and, desc, eq } from 'drizzle-orm'
import { findStudentByUsername } from '../accounts/queries.ts'
import { admins } from '../accounts/tables.ts'
import type { App } from '../platform/app.ts'
import { auditPageRead, writeAuditLine } from '../platform/audit/write-audit-line.ts'
import { isId } from '../platform/database/database.ts'
import type { AdminUser } from '../platform/http/auth.ts'
import { fail } from '../platform/http/errors.ts'
import { lockStudent } from '../accounts/lock-student.ts'
import { staffNotes } from './tables.ts'

/** Lists the notes about a student, newest first, and writes an audit line about it. */
export async function listStaffNotes(
  app: App,
  who: AdminUser,
  username: string,
): Promise<ReplyOf<typeof contract.listStaffNotes>> {
  const student = await findStudentByUsername(app.db, username)
  if (!student || student.erasedAt) fail('not_found')
  await auditPageRead(app, { adminId: who.id, action: 'student.details_read', subject: student.id })
  const rows = await app.db
    .select({ note: staffNotes, by: admins.username })
    .from(staffNotes)
    .innerJoin(admins, eq(admins.id, staffNotes.adminId))
    .where(eq(staffNotes.studentId, student.id))
    .orderBy(desc(staffNotes.createdAt), desc(staffNotes.id))
  const notes = rows.map(({ note: { id: _id, text, createdAt, adminId }, by }) => ({
    _id,
    text,
    by,
    at: createdAt.toISOString(),
    canDelete: mayDelete(who, adminId),
  }))
  return { notes }
}

/** Whether an admin may delete a note. Admins may delete their own notes, and owners any note. */
const mayDelete = (who: AdminUser, adminId: string) =>
  who.roles.includes('owner') || (who.roles.includes('support') && adminId === who.id)

/** Adds a note about a student. Its text is not in the audit log, which outlives the account. */
export async function addStaffNote(
  app: App,
  who: AdminUser,
  { username, text }: { username: string; text: string },
): Promise<void> {
  await app.db.transaction(async (tx) => {
    const { id } = await lockStudent(tx, username)
    if ((await tx.$count(staffNotes, eq(staffNotes.studentId, id))) >= STAFF_NOTES_MAX) fail('too_many_notes')
    await tx.insert(staffNotes).values({ studentId: id, adminId: who.id, text, createdAt: app.clock.now() })
    await writeAuditLine(app, tx, { adminId: who.id, action: 'student.note_added', subject: id })
  })
}

/** Deletes a note. Fails with 404 for one that the caller may not delete. */
export async function deleteStaffNote(
  app: App,
  who: AdminUser,
  { username, noteId }: { username: string; noteId: string },
): Promise<void> {
  if (!isId(noteId)) fail('not_found')
  await app.db.transaction(async (tx) => {
    const { id } = await lockStudent(tx, username)
    const isNote = and(eq(staffNotes.id, noteId), eq(staffNotes.studentId, id))
    const [note] = await tx.select({ adminId: staffNotes.adminId }).from(staffNotes).where(isNote)
    if (!note || !mayDelete(who, note.adminId)) fail('not_found')
    await tx.delete(staffNotes).where(isNote)
    await writeAuditLine(app, tx, { adminId: who.id, action: 'student.note_deleted', subject: id })
  })
}
