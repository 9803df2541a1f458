// What admins have corrected in an account. Reasons and values are here and not in the audit log, because these rows are erased
// with the account.
import { correctedFields } from '@baobab/contract/students/corrections.ts'
import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant, newId } from '../platform/database/columns.ts'
import { admins, students } from './tables.ts'

/** The columns that record what an admin did for a student. */
export const byAdmin = () => ({
  id: newId(),
  studentId: uuid()
    .notNull()
    .references(() => students.id, { onDelete: 'cascade' }),
  adminId: uuid()
    .notNull()
    .references(() => admins.id),
})

/** A correction made to one field. */
export const studentCorrections = pgTable(
  'student_corrections',
  {
    ...byAdmin(),
    field: text({ enum: correctedFields }).notNull(),
    /** Null for no school or no guardian. */
    oldValue: text(),
    newValue: text(),
    reason: text().notNull(),
    at: instant().notNull(),
  },
  (table) => [
    index('student_corrections_student').on(table.studentId, table.at),
    check(
      'student_corrections_field',
      sql`${table.field} in ('school', 'number', 'address', 'gender', 'birth', 'email', 'guardianEmail')`,
    ),
  ],
)

/**
 * A guardian whom an admin named for an open account, and who has not agreed yet. Until then the former guardian decides. Once the
 * new one agrees, the row's id becomes the student's consent id.
 */
export const guardianChanges = pgTable(
  'guardian_changes',
  {
    ...byAdmin(),
    /** Masked once this guardian has said no. */
    guardianEmail: text().notNull(),
    reason: text().notNull(),
    at: instant().notNull(),
    /** When this guardian said no. The row stays for admins to see. */
    refusedAt: instant(),
  },
  (table) => [uniqueIndex('guardian_changes_student').on(table.studentId)],
)
