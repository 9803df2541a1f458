import type { ContactMessage } from '@baobab/contract/contact/endpoints.ts'
import { eq } from 'drizzle-orm'
import type { App } from '../../platform/app.ts'
import { contactMessages } from '../tables.ts'
import { lockMessage, requireSeen, type Seen } from './answer-message.ts'
import { toContactMessage } from './queries.ts'

/** Marks a message as read or unread. Marking it as read again keeps the original time. */
export async function markMessage(
  app: App,
  messageId: string,
  { isRead, ...seen }: { isRead: boolean } & Seen,
): Promise<ContactMessage> {
  return app.db.transaction(async (tx) => {
    const message = await lockMessage(tx, messageId)
    if (isRead) requireSeen(message, seen)
    const readAt = isRead ? (message.readAt ?? app.clock.now()) : null
    await tx.update(contactMessages).set({ readAt }).where(eq(contactMessages.id, messageId))
    return toContactMessage(app, tx, { ...message, readAt })
  })
}
