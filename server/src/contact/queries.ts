import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { contactMessages } from './tables.ts'

/** The messages that came under a mail address, given as its key. */
export function isFrom(emailKey: string | SQLWrapper): SQL {
  return sql`lower(${contactMessages.email}) = ${emailKey}`
}
