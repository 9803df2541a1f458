import { CONTACT_MESSAGE_MONTHS } from '@baobab/contract/contact/text.ts'
import { sql } from 'drizzle-orm'
import type { App } from '../platform/app.ts'
import { contactMessages } from './tables.ts'

const BATCH_SIZE = 1_000

/** When the visitor last wrote: the message, or a reply by mail. Has an index. */
export const lastWrittenAt = sql`coalesce(${contactMessages.repliedAt}, ${contactMessages.createdAt})`

/**
 * Deletes contact messages with their replies twelve months after the visitor last wrote, answered or not. Their audit lines contain
 * only their ids.
 */
export async function deleteOldMessages(app: App): Promise<void> {
  const now = app.clock.now().toISOString()
  let deleted: number | null
  do {
    ;({ rowCount: deleted } = await app.db.execute(sql`
      delete from ${contactMessages} where ${contactMessages.id} in (
        select ${contactMessages.id} from ${contactMessages}
        where ${lastWrittenAt} <= ${now}::timestamptz - make_interval(months => ${CONTACT_MESSAGE_MONTHS})
        order by ${lastWrittenAt} limit ${BATCH_SIZE})`))
  } while (deleted === BATCH_SIZE)
}
