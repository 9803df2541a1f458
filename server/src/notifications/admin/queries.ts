// Queries for the admins' view of notifications.
import type { ParsedOf, ReplyOf } from '@baobab/contract/endpoint.ts'
import { COUNTED_EXACTLY } from '@baobab/contract/limits.ts'
import type {
  AdminNotification,
  listNotifications,
  NotificationSelection,
  NotificationState,
} from '@baobab/contract/notifications-admin.ts'
import { and, desc, eq, isNotNull, isNull, lt, sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
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

/** One of so many ids is in the sample. */
const SAMPLED = 64
/** Ids are random, so those that begin with a number below 4 of 256 are a sample of all. */
const END_OF_SAMPLE = '04000000-0000-0000-0000-000000000000'

/**
 * Counts the rows of a notification up to `COUNTED_EXACTLY`. Above it, multiplies a sample of them: a notification to millions
 * would take longer to count than a request may.
 * @param id the column of random ids that follows the notification's id in an index
 */
function countRows(table: PgTable, id: PgColumn, condition: SQL | undefined): SQL<number> {
  return sql<number>`(
    select case when counted.up_to <= ${COUNTED_EXACTLY} then counted.up_to else greatest(counted.up_to, ${SAMPLED} *
      (select count(*) from ${table} where ${and(condition, lt(id, END_OF_SAMPLE))})) end
    from (
      select count(*) as up_to from (select from ${table} where ${condition} limit ${COUNTED_EXACTLY + 1}) as few
    ) as counted
  )::integer`
}

function selectWithCounts(db: Db | Tx) {
  const isMailOfIt = eq(notificationMails.notificationId, notifications.id)
  const countMails = (condition: SQL) =>
    countRows(notificationMails, notificationMails.studentId, and(isMailOfIt, condition))
  const isReadOfIt = eq(notificationReads.notificationId, notifications.id)
  const isSentPushOfIt = and(eq(pushMessages.notificationId, notifications.id), isNotNull(pushMessages.sentAt))
  return db
    .select({
      notification: notifications,
      username: students.username,
      sentBy: admins.username,
      read: countRows(notificationReads, notificationReads.studentId, isReadOfIt),
      mailed: countMails(isNull(notificationMails.failedAt)),
      mailsFailed: countMails(isNotNull(notificationMails.failedAt)),
      pushed: countRows(pushMessages, pushMessages.subscriptionId, isSentPushOfIt),
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
