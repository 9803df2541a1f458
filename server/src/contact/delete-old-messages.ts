import { CONTACT_MESSAGE_MONTHS } from '@baobab/contract/contact/text.ts'
import { sql } from 'drizzle-orm'
import type { App } from '../platform/app.ts'
import { contactMessages } from './tables.ts'

const BATCH_SIZE = 1_000

/** Deletes contact messages twelve months after they arrived, answered or not. Their audit lines contain only their ids. */
export async function deleteOldMessages(app: App): Promise<void> {
  const now = app.clock.now().toISOString()
  let deleted: number | null
  do {
    ;({ rowCount: deleted } = await app.db.execute(sql`
      delete from ${contactMessages} where ${contactMessages.id} in (
        select ${contactMessages.id} from ${contactMessages}
        where ${contactMessages.createdAt} <= ${now}::timestamptz - make_interval(months => ${CONTACT_MESSAGE_MONTHS})
        order by ${contactMessages.createdAt} limit ${BATCH_SIZE})`))
  } while (deleted === BATCH_SIZE)
}
