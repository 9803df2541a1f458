import type { ContactMessage } from '@baobab/contract/contact/endpoints.ts'
import { eq, sql } from 'drizzle-orm'
import type { App } from '../../platform/app.ts'
import { isId } from '../../platform/database/database.ts'
import { fail } from '../../platform/http/errors.ts'
import { contactMessages } from '../tables.ts'
import { toContactMessage } from './queries.ts'

/** Marks a message as read or unread. Marking it as read again keeps the original time. */
export async function markMessage(app: App, messageId: string, isRead: boolean): Promise<ContactMessage> {
  if (!isId(messageId)) fail('not_found')
  const now = app.clock.now().toISOString()
  const [row] = await app.db
    .update(contactMessages)
    .set({ readAt: isRead ? sql`coalesce(${contactMessages.readAt}, ${now}::timestamptz)` : null })
    .where(eq(contactMessages.id, messageId))
    .returning()
  return toContactMessage(app, app.db, row ?? fail('not_found'))
}
