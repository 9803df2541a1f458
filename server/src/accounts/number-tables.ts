import { pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant, newId } from '../platform/database/columns.ts'
import { students } from './tables.ts'

/**
 * The current code of a student who proves a phone number of the account. Its digits are derived from the id with a server key,
 * not stored.
 */
export const numberCodes = pgTable(
  'number_codes',
  {
    id: newId(),
    studentId: uuid()
      .notNull()
      .references(() => students.id, { onDelete: 'cascade' }),
    /** The number in E.164 that the code proves. */
    number: text().notNull(),
    madeAt: instant().notNull(),
    /** When the provider accepted the message; the code is valid from then on. */
    sentAt: instant(),
  },
  (table) => [uniqueIndex('number_codes_student').on(table.studentId)],
)
