import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { contactMessages } from './tables.ts'

/** Returns the SQL condition that a message was sent from an email address, given as its key (in lower case). */
export function isFrom(emailKey: string | SQLWrapper): SQL {
  return sql`lower(${contactMessages.email}) = ${emailKey}`
}
