// Queries for the admins' view of notifications.
import type { ParsedOf, ReplyOf } from '@baobab/contract/endpoint.ts'
import type {
  AdminNotification,
  listNotifications,
  NotificationSelection,
  NotificationState,
} from '@baobab/contract/notifications-admin.ts'
import { and, count, desc, eq, isNotNull, isNull, sql, type SQL } from 'drizzle-orm'
import { admins, students } from '../../accounts/tables.ts'
import type { App } from '../../platform/app.ts'
import type { Db, Tx } from '../../platform/database/database.ts'
import { decodeCursor, toPage } from '../../platform/database/pagination.ts'
import { toReplyContent } from '../queries.ts'
import { notificationMails, notificationReads, notifications, pushMessages, type NotificationRow } from '../tables.ts'

/** The SQL condition of each state; `getState` applies the same rules to a row. */
const stateConditions: Record<NotificationState, () => SQL | undefined> = {
  published: () => isNotNull(notifications.publishedAt),
  scheduled: () => and(isNull(notifications.publishedAt), isNull(notifications.canceledAt)),
  canceled: () => and(isNull(notifications.publishedAt), isNotNull(notifications.canceledAt)),
}

/** Returns the state of a notification. */
export function getState(row: Pick<NotificationRow, 'publishedAt' | 'canceledAt'>): NotificationState {
  if (row.publishedAt) return 'published'
  return row.canceledAt ? 'canceled' : 'scheduled'
}

type Query = ParsedOf<typeof listNotifications>['query']
type Reply = ReplyOf<typeof listNotifications>

/** Returns the SQL condition that a notification belongs to what an admin has chosen. */
function matches({ state, from, update, method }: NotificationSelection): SQL | undefined {
  return and(
    state && stateConditions[state](),
    from && (from === 'admins' ? isNotNull(notifications.adminId) : isNull(notifications.adminId)),
    update && eq(notifications.type, update),
    method && eq(notifications.method, method),
  )
}

/** Selects the ids of all notifications that an admin has chosen. */
export function selectNotificationIds(selection: NotificationSelection): SQL {
  return sql`select ${notifications.id} from ${notifications} where ${matches(selection) ?? sql`true`}`
}

/** Returns a page of all notifications, the latest publication time first, grouped by recipient. */
export async function listAllNotifications(app: App, { limit, cursor, ...selection }: Query): Promise<Reply> {
  const after = cursor === undefined ? undefined : decodeCursor(cursor)
  const rows = await selectWithCounts(app.db)
    .where(
      and(
        matches(selection),
        after && sql`(${notifications.publishAt}, ${notifications.id}) < (${after.at}::timestamptz, ${after.id}::uuid)`,
      ),
    )
    .orderBy(desc(notifications.publishAt), desc(notifications.id))
    .limit(limit + 1)
  const { page, nextCursor } = toPage(rows, limit, ({ notification }) => ({
    at: notification.publishAt,
    id: notification.id,
  }))
  const groups = Map.groupBy(page.map(toAdminNotification), ({ username }) => username)
  return {
    now: app.clock.now().toISOString(),
    allNotifications: [...groups].map(([username, group]) => ({ username, notifications: group })),
    nextCursor,
  }
}

/** Returns one notification, which must exist. */
export async function readAdminNotification(db: Db | Tx, id: string): Promise<AdminNotification> {
  const [row] = await selectWithCounts(db).where(eq(notifications.id, id))
  if (!row) throw new Error('a notification that was just written is missing')
  return toAdminNotification(row)
}

function selectWithCounts(db: Db | Tx) {
  const mails = db
    .select({ mailed: count() })
    .from(notificationMails)
    .where(and(eq(notificationMails.notificationId, notifications.id), isNull(notificationMails.failedAt)))
  const failures = db
    .select({ failed: count() })
    .from(notificationMails)
    .where(and(eq(notificationMails.notificationId, notifications.id), isNotNull(notificationMails.failedAt)))
  const reads = db
    .select({ read: count() })
    .from(notificationReads)
    .where(eq(notificationReads.notificationId, notifications.id))
  const pushes = db
    .select({ pushed: count() })
    .from(pushMessages)
    .where(and(eq(pushMessages.notificationId, notifications.id), isNotNull(pushMessages.sentAt)))
  return db
    .select({
      notification: notifications,
      username: students.username,
      sentBy: admins.username,
      read: sql<number>`(${reads})::integer`,
      mailed: sql<number>`(${mails})::integer`,
      mailsFailed: sql<number>`(${failures})::integer`,
      pushed: sql<number>`(${pushes})::integer`,
    })
    .from(notifications)
    .leftJoin(students, eq(students.id, notifications.studentId))
    .leftJoin(admins, eq(admins.id, notifications.adminId))
}

type Counts = Pick<AdminNotification, 'read' | 'mailed' | 'mailsFailed' | 'pushed'>
type Selected = Counts & { notification: NotificationRow; username: string | null; sentBy: string | null }

function toAdminNotification({ notification, username, ...rest }: Selected): AdminNotification {
  const state = getState(notification)
  return {
    ...toReplyContent(notification, username),
    ageCategory: notification.ageCategory,
    segment: notification.segment,
    state,
    canTakeBack: state === 'scheduled' && notification.canTakeBack,
    ...rest,
  }
}
