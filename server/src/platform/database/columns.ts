// Column kinds that every table shares.
import { sql } from 'drizzle-orm'
import { customType, timestamp, uuid } from 'drizzle-orm/pg-core'

/** A random id, made by the database; opaque to everyone. */
export const newId = () =>
  uuid()
    .primaryKey()
    .default(sql`gen_random_uuid()`)

/** An instant with its zone, as a Date. */
export const instant = () => timestamp({ withTimezone: true, mode: 'date', precision: 3 })

/** Raw bytes. */
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** A transaction's id; never read into JavaScript, only compared in SQL. */
export const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' })
