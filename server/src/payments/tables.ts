import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { students } from '../accounts/tables.ts'
import { instant, newId } from '../platform/columns.ts'

/** Payments as the provider confirmed them; a student is paid because a row here says so. */
export const payments = pgTable(
  'payments',
  {
    id: newId(),
    studentId: uuid()
      .notNull()
      .references(() => students.id),
    reference: text().notNull(),
    amountKobo: integer().notNull(),
    state: text({ enum: ['opened', 'succeeded', 'failed'] }).notNull(),
    openedAt: instant().notNull(),
    confirmedAt: instant(),
  },
  (table) => [
    uniqueIndex('payments_reference').on(table.reference),
    index('payments_student').on(table.studentId),
    check('payments_state', sql`${table.state} in ('opened', 'succeeded', 'failed')`),
  ],
)
