// Queries for the admins' view of notifications.
import type { ParsedOf, ReplyOf } from '@baobab/contract/endpoint.ts'
import type { AdminNotification, listNotifications, NotificationState } from '@baobab/contract/notifications-admin.ts'
import { and, count, desc, eq, isNotNull, isNull, sql, type SQL } from 'drizzle-orm'
import { students } from '../../accounts/tables.ts'
import type { App } from '../../platform/app.ts'
import type { Db, Tx } from '../../platform/database/database.ts'
import { decodeCursor, toPage } from '../../platform/database/pagination.ts'
import { toReplyContent } from '../queries.ts'
import { notificationMails, notifications, type NotificationRow } from '../tables.ts'

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

/** Returns a page of all notifications, the latest publication time first, grouped by recipient. */
export async function listAllNotifications(app: App, { limit, cursor, state }: Query): Promise<Reply> {
  const after = cursor === undefined ? undefined : decodeCursor(cursor)
  const rows = await selectWithMailCount(app.db)
    .where(
      and(
        state && stateConditions[state](),
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
    allNotifications: [...groups].map(([username, group]) => ({ username, notifications: group })),
    nextCursor,
  }
}

/** Returns one notification, which must exist. */
export async function readAdminNotification(db: Db | Tx, id: string): Promise<AdminNotification> {
  const [row] = await selectWithMailCount(db).where(eq(notifications.id, id))
  if (!row) throw new Error('a notification that was just written is missing')
  return toAdminNotification(row)
}

function selectWithMailCount(db: Db | Tx) {
  const mails = db
    .select({ mailed: count() })
    .from(notificationMails)
    .where(eq(notificationMails.notificationId, notifications.id))
  return db
    .select({ notification: notifications, username: students.username, mailed: sql<number>`(${mails})::integer` })
    .from(notifications)
    .leftJoin(students, eq(students.id, notifications.studentId))
}

type Selected = { notification: NotificationRow; username: string | null; mailed: number }

function toAdminNotification({ notification, username, mailed }: Selected): AdminNotification {
  return {
    ...toReplyContent(notification, username),
    ageCategory: notification.ageCategory,
    state: getState(notification),
    mailed,
  }
}
