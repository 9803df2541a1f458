// A notice appears: at once, or at its time by a job of each minute, exactly once on however many servers.
import { sql } from 'drizzle-orm'
import { and, inArray } from 'drizzle-orm'
import type { App } from '../platform/app.ts'
import type { Tx } from '../platform/database/database.ts'
import { notificationMailRounds } from './mail-notifications.ts'
import { announceNotification } from './notification-topic.ts'
import type { NotificationRow } from './shapes.ts'
import { notifications } from './tables.ts'

/** Notices of one transaction; the next ones come right after. */
const AT_ONCE = 100

/** Publishes what is due; answers how many were. */
export async function publishDueNotifications(app: App): Promise<number> {
  const published = await app.db.transaction((tx) => publish(app, tx, sql`true`))
  return published.length < AT_ONCE ? published.length : published.length + (await publishDueNotifications(app))
}

/**
 * Publishes those of some notices that are due. Each row is taken under its lock, so another server, a change or a
 * cancelling finds it either before or after, never in between.
 */
export async function publish(app: App, tx: Tx, which: ReturnType<typeof sql>): Promise<NotificationRow[]> {
  const now = app.clock.now()
  const due = sql`select id from ${notifications}
    where published_at is null and canceled_at is null and publish_at <= ${now}::timestamptz and ${which}
    order by publish_at limit ${AT_ONCE} for update skip locked`
  const published = await tx
    .update(notifications)
    .set({ publishedAt: now })
    .where(and(inArray(notifications.id, sql`(${due})`)))
    .returning()
  for (const notification of published) {
    await announceNotification(app, tx, notification)
    if (notification.method === 'in-app+email')
      await app.jobs.send(tx, notificationMailRounds, { noticeId: notification.id })
  }
  return published
}
