import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { students } from '../accounts/tables.ts'
import { instant } from '../platform/database/columns.ts'

/** The two emails that announce that an account which nobody uses will be erased. Deleted when the student comes back. */
export const inactivityMails = pgTable(
  'inactivity_mails',
  {
    studentId: uuid()
      .notNull()
      .references(() => students.id, { onDelete: 'cascade' }),
    kind: text({ enum: ['first', 'last'] }).notNull(),
    queuedAt: instant().notNull(),
    /** When SMTP accepted it. */
    sentAt: instant(),
  },
  (table) => [primaryKey({ columns: [table.studentId, table.kind] })],
)
