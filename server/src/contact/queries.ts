import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { contactMessages } from './tables.ts'

/** The SQL condition that a message came from an email address, given by its key (the address in lower case). */
export function isFrom(emailKey: string | SQLWrapper): SQL {
  return sql`lower(${contactMessages.email}) = ${emailKey}`
}
