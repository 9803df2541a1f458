// Queries for the admin view of notifications.
import type { ParsedOf, ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import { COUNTED_EXACTLY } from '@baobab/contract/notifications/text.ts'
import type {
  AdminNotification,
  listNotifications,
  NotificationSelection,
  NotificationState,
} from '@baobab/contract/notifications/admin.ts'
import { and, desc, eq, isNotNull, isNull, sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { admins, students } from '../../accounts/tables.ts'
import type { App } from '../../platform/app.ts'
import type { Db, Tx } from '../../platform/database/database.ts'
import { decodeCursor, toPage } from '../../platform/database/pagination.ts'
import { toReplyContent } from '../queries.ts'
import { notificationMails, notificationReads, notifications, pushMessages, type NotificationRow } from '../tables.ts'

/** The SQL condition for each state; `getState` applies the same rules to a row. */
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

/** Returns the SQL condition that a notification matches an admin's selection. */
function matches({ state, from, update, method }: NotificationSelection): SQL | undefined {
  return and(
    state && stateConditions[state](),
    from && (from === 'admins' ? isNotNull(notifications.adminId) : isNull(notifications.adminId)),
    update && eq(notifications.type, update),
    method && eq(notifications.method, method),
  )
}

/** Selects the ids of all notifications in an admin's selection. */
export function selectNotificationIds(selection: NotificationSelection): SQL {
  return sql`select ${notifications.id} from ${notifications} where ${matches(selection) ?? sql`true`}`
}

/** Returns one page of all notifications, latest publication first, grouped by recipient. */
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

/** The ids are divided by their first byte into this many equal parts. */
const PARTS = 32
/**
 * One in this many ids is in the sample: the lowest ids of each part. Ids are random, but mails and push messages are sent in
 * id order, so during sending the estimate can be too high by up to one part.
 */
const SAMPLED = 64

/** Returns an id in a part. Its first byte is the part's lowest plus `bytes`; `rest` contains its other digits. */
const idInPart = (bytes: number, rest: string) =>
  sql`(lpad(to_hex(${256 / PARTS}::integer * part.number + ${bytes}::integer), 2, '0') || ${rest})::uuid`
const begin = idInPart(0, '000000-0000-0000-0000-000000000000')
const end = idInPart(256 / PARTS - 1, 'ffffff-ffff-ffff-ffff-ffffffffffff')
const endOfSample = idInPart(0, '1fffff-ffff-ffff-ffff-ffffffffffff')

/**
 * Counts a notification's rows if there are few, otherwise extrapolates from a sample: counting millions would take longer than
 * a request is allowed to. Each part is a separate query, for which PostgreSQL uses the index whatever its row estimate, which
 * is often wrong because some notifications are for one student and some for millions.
 * @param id the column of random ids that follows the notification's id in an index containing only rows that meet the
 * condition
 */
function countRows(table: PgTable, id: PgColumn, condition: SQL | undefined): SQL<number> {
  const countUpTo = (last: SQL) => sql`(
    select sum((select count(*) from ${table} where ${condition} and ${id} between ${begin} and ${last}))
    from generate_series(0, ${PARTS - 1}::integer) as part(number)
  )`
  // Twice the number, because a sample varies. Without the offset, PostgreSQL would read the sample twice.
  return sql<number>`(
    select case when sample.total > ${2 * COUNTED_EXACTLY} then sample.total else ${countUpTo(end)} end
    from (select ${SAMPLED} * ${countUpTo(endOfSample)} as total offset 0) as sample
  )::integer`
}

function selectWithCounts(db: Db | Tx) {
  const isMail = eq(notificationMails.notificationId, notifications.id)
  const isFailure = and(isMail, isNotNull(notificationMails.failedAt))
  const isRead = eq(notificationReads.notificationId, notifications.id)
  const isSentPush = and(eq(pushMessages.notificationId, notifications.id), isNotNull(pushMessages.sentAt))
  const failures = countRows(notificationMails, notificationMails.studentId, isFailure)
  const mails = countRows(notificationMails, notificationMails.studentId, isMail)
  return db
    .select({
      notification: notifications,
      username: students.username,
      sentBy: admins.username,
      read: countRows(notificationReads, notificationReads.studentId, isRead),
      // All minus the failures, because no index contains just the mails that did not fail.
      mailed: sql<number>`greatest(0, ${mails} - ${failures})`,
      mailsFailed: failures,
      pushed: countRows(pushMessages, pushMessages.subscriptionId, isSentPush),
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
