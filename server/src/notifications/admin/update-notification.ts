// What an admin may still do while a notice waits for its time: other words, another time, or not at all.
import type { ParsedOf } from '@baobab/contract/endpoint.ts'
import type { changeNotification, AdminNotification } from '@baobab/contract/notifications.ts'
import { notificationsText } from '@baobab/contract/notifications-text.ts'
import { eq, sql } from 'drizzle-orm'
import type { App } from '../../platform/app.ts'
import { writeAuditLine } from '../../audit/write-audit-line.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { isId, type Tx } from '../../platform/database/database.ts'
import { fail } from '../../platform/http/errors.ts'
import { publish } from '../publish-notifications.ts'
import { readAdminNotification } from '../queries.ts'
import { contentOf, toAuditDetails } from './send-notification.ts'
import type { NotificationRow } from '../shapes.ts'
import { notifications } from '../tables.ts'

/** A notice that has not appeared, held until the transaction ends. */
async function lockWaiting(tx: Tx, id: string): Promise<NotificationRow> {
  if (!isId(id)) fail('not_found')
  const [row] = await tx.select().from(notifications).where(eq(notifications.id, id)).for('update')
  if (!row) fail('not_found')
  if (row.publishedAt) fail('notice_published')
  return row
}

/** Gives a waiting notice other words or another time; without a time it appears at once. */
export async function updateNotification(
  app: App,
  who: AdminUser,
  id: string,
  form: ParsedOf<typeof changeNotification>['body'],
): Promise<AdminNotification> {
  const { publishAt, ...content } = contentOf(app, form)
  return app.db.transaction(async (tx) => {
    const before = await lockWaiting(tx, id)
    if (before.canceledAt) fail('notice_published', { message: notificationsText.notificationWasCanceled })
    const [changed] = await tx
      .update(notifications)
      .set({ ...content, publishAt: publishAt ?? app.clock.now() })
      .where(eq(notifications.id, id))
      .returning()
    const [published] = await publish(app, tx, sql`id = ${id}::uuid`)
    const row = published ?? changed ?? before
    await writeAuditLine(app, tx, {
      adminId: who.id,
      action: 'notification.changed',
      subject: id,
      details: toAuditDetails(row),
    })
    return readAdminNotification(tx, row)
  })
}

/** Takes a waiting notice back; again changes nothing. */
export async function cancelWaitingNotification(app: App, who: AdminUser, id: string): Promise<AdminNotification> {
  return app.db.transaction(async (tx) => {
    const row = await lockWaiting(tx, id)
    if (!row.canceledAt) {
      await tx.update(notifications).set({ canceledAt: app.clock.now() }).where(eq(notifications.id, id))
      await writeAuditLine(app, tx, { adminId: who.id, action: 'notification.canceled', subject: id })
    }
    return readAdminNotification(tx, row)
  })
}
