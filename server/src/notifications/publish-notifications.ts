// Publishes notifications immediately, or at their scheduled time in a job that runs every minute. Each is published exactly
// once, however many servers are running.
import { inArray, sql, type SQL } from 'drizzle-orm'
import type { App } from '../platform/app.ts'
import type { Tx } from '../platform/database/database.ts'
import { defineQueue } from '../platform/jobs/jobs.ts'
import { notificationMailRounds } from './mail-notifications.ts'
import { queuePushMessages } from './push/queue-messages.ts'
import { announceNotification } from './notification-topic.ts'
import { notifications, type NotificationRow } from './tables.ts'

/** The number of notifications published in one transaction. */
const BATCH_SIZE = 100

// These types are stored in the queues, so jobs from an earlier version must stay readable.
export type SegmentRound = { noticeId: string }

/** Jobs that publish notifications that could be taken back, because the schedule runs only every minute. */
export const publicationsToTakeBack = defineQueue<object>('notices-to-take-back')
/** Jobs that find the recipients of a published notification to a segment. */
export const segmentRounds = defineQueue<SegmentRound>('notice-segments')

/** Publishes all notifications that are due, in batches. Returns their number. */
export async function publishDueNotifications(app: App): Promise<number> {
  const published = await app.db.transaction((tx) => publishDue(app, tx, sql`true`))
  return published.length < BATCH_SIZE ? published.length : published.length + (await publishDueNotifications(app))
}

/**
 * Publishes up to one batch of the due notifications that match an SQL condition. Each row is locked, so that another server, a
 * change or a cancellation runs either before or after the publication.
 */
export async function publishDue(app: App, tx: Tx, condition: SQL): Promise<NotificationRow[]> {
  const now = app.clock.now()
  const due = sql`select id from ${notifications}
    where published_at is null and canceled_at is null and publish_at <= ${now}::timestamptz and ${condition}
    order by publish_at limit ${BATCH_SIZE} for update skip locked`
  const published = await tx
    .update(notifications)
    .set({ publishedAt: now })
    .where(inArray(notifications.id, sql`(${due})`))
    .returning()
  const isToSegment = ({ segment }: NotificationRow) => segment !== null
  for (const { id } of published.filter(isToSegment)) await app.jobs.send(tx, segmentRounds, { noticeId: id })
  const delivered = published.filter((notification) => !isToSegment(notification))
  await deliver(app, tx, delivered)
  return published
}

/** Tells open pages about published notifications whose recipients are known, and queues their mails and push messages. */
export async function deliver(app: App, tx: Tx, published: readonly NotificationRow[]): Promise<void> {
  for (const notification of published) {
    await announceNotification(app, tx, notification)
    if (notification.method === 'in-app+email')
      await app.jobs.send(tx, notificationMailRounds, { noticeId: notification.id })
  }
  await queuePushMessages(app, tx, published)
}
