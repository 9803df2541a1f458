import { eq, sql } from 'drizzle-orm'
import type { ContactMessage } from '@baobab/contract/contact.ts'
import type { App } from '../../platform/app.ts'
import { isId } from '../../platform/database/database.ts'
import { fail } from '../../platform/http/errors.ts'
import { contactMessage } from '../queries.ts'
import { contactMessages } from '../tables.ts'

/** Marks a message as read, or as unread again; marked as read twice, the first time stays. */
export async function markMessage(app: App, messageId: string, isRead: boolean): Promise<ContactMessage> {
  if (!isId(messageId)) fail('not_found')
  const now = app.clock.now().toISOString()
  const [row] = await app.db
    .update(contactMessages)
    .set({ readAt: isRead ? sql`coalesce(${contactMessages.readAt}, ${now}::timestamptz)` : null })
    .where(eq(contactMessages.id, messageId))
    .returning()
  return contactMessage(app.db, row ?? fail('not_found'))
}
