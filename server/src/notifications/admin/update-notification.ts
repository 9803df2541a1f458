// Changes or cancels a notification that is not published yet.
import type { ParsedOf } from '@baobab/contract/kernel/endpoint.ts'
import type { AdminNotification, changeNotification } from '@baobab/contract/notifications/admin.ts'
import { notificationsText } from '@baobab/contract/notifications/text.ts'
import { eq, sql } from 'drizzle-orm'
import { writeAuditLine } from '../../platform/audit/write-audit-line.ts'
import type { App } from '../../platform/app.ts'
import { isId, type Tx } from '../../platform/database/database.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { fail } from '../../platform/http/errors.ts'
import { publishDue } from '../publish-notifications.ts'
import { notifications, type NotificationRow } from '../tables.ts'
import { readAdminNotification } from './queries.ts'
import { parseContent, queueTakeBack, toAuditDetails } from './send-notification.ts'

/** Returns a notification that is not published, locked until the transaction ends. */
async function lockUnpublished(tx: Tx, id: string): Promise<NotificationRow> {
  if (!isId(id)) fail('not_found')
  const [row] = await tx.select().from(notifications).where(eq(notifications.id, id)).for('update')
  if (!row) fail('not_found')
  if (row.publishedAt) fail('notice_published')
  return row
}

/** Changes a scheduled notification. If the new content has no time, it is published immediately. */
export async function updateNotification(
  app: App,
  who: AdminUser,
  id: string,
  form: ParsedOf<typeof changeNotification>['body'],
): Promise<AdminNotification> {
  const { publishAt, canTakeBack = false, ...content } = parseContent(app, form)
  return app.db.transaction(async (tx) => {
    const before = await lockUnpublished(tx, id)
    if (before.canceledAt) fail('notice_published', { message: notificationsText.notificationWasCanceled })
    const [updated] = await tx
      .update(notifications)
      .set({ ...content, canTakeBack, publishAt: publishAt ?? app.clock.now() })
      .where(eq(notifications.id, id))
      .returning()
    const [published] = await publishDue(app, tx, sql`id = ${id}::uuid`)
    const row = published ?? updated ?? before
    await queueTakeBack(app, tx, row)
    await writeAuditLine(app, tx, {
      adminId: who.id,
      action: 'notification.changed',
      subject: id,
      details: toAuditDetails(row),
    })
    return readAdminNotification(tx, id)
  })
}

/** Cancels a scheduled notification; safe to repeat. */
export async function cancelScheduledNotification(app: App, who: AdminUser, id: string): Promise<AdminNotification> {
  return app.db.transaction(async (tx) => {
    const row = await lockUnpublished(tx, id)
    if (!row.canceledAt) {
      await tx.update(notifications).set({ canceledAt: app.clock.now() }).where(eq(notifications.id, id))
      await writeAuditLine(app, tx, { adminId: who.id, action: 'notification.canceled', subject: id })
    }
    return readAdminNotification(tx, id)
  })
}
