import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { admins, students } from '../accounts/tables.ts'
import { instant, newId } from '../platform/database/columns.ts'

/**
 * Admins' notes about a student, for each other. No student page shows them, but they are data about a child: they are in the copy
 * of the data, and are deleted with the account.
 */
export const staffNotes = pgTable(
  'staff_notes',
  {
    id: newId(),
    studentId: uuid()
      .notNull()
      .references(() => students.id, { onDelete: 'cascade' }),
    adminId: uuid()
      .notNull()
      .references(() => admins.id),
    text: text().notNull(),
    createdAt: instant().notNull(),
  },
  (table) => [index('staff_notes_student').on(table.studentId, table.createdAt)],
)
