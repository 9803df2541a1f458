// Queues push messages about published notifications: to one student in the publishing transaction, to many in jobs that each
// handle one batch of devices. A device gets only one row per notification, so everything here may be repeated.
import { ageCategoryAt } from '@baobab/contract/accounts/rules.ts'
import { and, asc, eq, gt, lte, sql } from 'drizzle-orm'
import { sessions, students } from '../../accounts/tables.ts'
import type { App } from '../../platform/app.ts'
import type { Tx } from '../../platform/database/database.ts'
import { defineQueue } from '../../platform/jobs/jobs.ts'
import {
  notificationRecipients,
  notifications,
  pushMessages,
  pushSubscriptions,
  type NotificationRow,
} from '../tables.ts'

/** The number of devices in one batch. */
const BATCH_SIZE = 500

// These types are stored in the queues, so jobs from an earlier version must stay readable.
/** The devices after id `after`; all of them if it is null. */
export type PushRound = { noticeId: string; after: string | null }

/** Jobs that queue the messages of one batch, and then a job for the next batch. */
export const pushRounds = defineQueue<PushRound>('push-rounds')
/** Jobs that send one batch of waiting messages. If a server crashes, its batch is retried after a minute without a heartbeat. */
export const pushSending = defineQueue<object>('push-sending', { heartbeatSeconds: 60 })

/** Queues messages about the notifications that this transaction publishes. */
export async function queuePushMessages(app: App, tx: Tx, published: readonly NotificationRow[]): Promise<void> {
  const toOne = published.filter(({ studentId }) => studentId !== null)
  if (toOne.length > 0) await queueForStudents(app, tx, toOne)
  for (const { id, studentId } of published)
    if (studentId === null) await app.jobs.send(tx, pushRounds, { noticeId: id, after: null })
}

async function queueForStudents(app: App, tx: Tx, published: readonly NotificationRow[]): Promise<void> {
  const now = app.clock.now()
  const ids = published.map(({ id }) => id)
  const { rowCount } = await tx.execute(sql`
    insert into ${pushMessages} (notice_id, subscription_id, created_at)
    select notification.id, subscription.id, ${now}::timestamptz
    from ${notifications} as notification
    join ${sessions} as session on session.student_id = notification.student_id and session.expires_at > ${now}::timestamptz
    join ${pushSubscriptions} as subscription on subscription.session_id = session.id
    where notification.id = any(${sql.param(ids)}::uuid[])
    on conflict do nothing`)
  if (rowCount) await app.jobs.send(tx, pushSending, {})
}

/** Queues one batch of messages about a notification to many, and the job for the next batch. */
export async function queuePushRound(app: App, { noticeId, after }: PushRound, size = BATCH_SIZE): Promise<void> {
  await app.db.transaction(async (tx) => {
    const [notification] = await tx.select().from(notifications).where(eq(notifications.id, noticeId))
    if (!notification?.publishedAt) return
    const now = app.clock.now()
    const recipients = sql`select ${notificationRecipients.studentId} from ${notificationRecipients}
      where ${notificationRecipients.notificationId} = ${noticeId}::uuid`
    const devices = await tx
      .select({ id: pushSubscriptions.id, birth: students.birth })
      .from(pushSubscriptions)
      .innerJoin(sessions, eq(sessions.id, pushSubscriptions.sessionId))
      .innerJoin(students, eq(students.id, sessions.studentId))
      .where(
        and(
          after === null ? undefined : gt(pushSubscriptions.id, after),
          gt(sessions.expiresAt, now),
          // Students who joined later cannot see the notification.
          lte(students.createdAt, notification.publishedAt),
          notification.segment === null ? undefined : sql`${students.id} in (${recipients})`,
        ),
      )
      .orderBy(asc(pushSubscriptions.id))
      .limit(size)
    const { ageCategory } = notification
    const reached = devices.filter(({ birth }) => ageCategory === null || ageCategoryAt(birth, now) === ageCategory)
    if (reached.length > 0) {
      const rows = reached.map(({ id }) => ({ notificationId: noticeId, subscriptionId: id, createdAt: now }))
      await tx.insert(pushMessages).values(rows).onConflictDoNothing()
      await app.jobs.send(tx, pushSending, {})
    }
    const last = devices[size - 1]
    if (last) await app.jobs.send(tx, pushRounds, { noticeId, after: last.id })
  })
}
