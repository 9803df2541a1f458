// Queries for students' notifications.
import { ageCategoryAt } from '@baobab/contract/accounts/rules.ts'
import type { ParsedOf, ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import type { Notification, studentNotifications } from '@baobab/contract/notifications/endpoints.ts'
import { and, count, desc, eq, gt, gte, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { StudentRow } from '../accounts/queries.ts'
import { sessions, students } from '../accounts/tables.ts'
import type { App } from '../platform/app.ts'
import { decodeCursor, toPage } from '../platform/database/pagination.ts'
import { notificationReads, notificationRecipients, notifications, type NotificationRow } from './tables.ts'

/**
 * Returns the SQL condition that a student can see a notification: it was sent to this student, to a segment that included the
 * student, or to many and published after the student joined. A notification to a category is visible to the students in it
 * today, so a birthday changes which ones appear.
 */
export function isVisibleTo(app: Pick<App, 'clock'>, student: Pick<StudentRow, 'id' | 'birth' | 'createdAt'>) {
  const category = ageCategoryAt(student.birth, app.clock.now())
  const isToMany = and(
    isNull(notifications.studentId),
    isNull(notifications.segment),
    gte(notifications.publishedAt, student.createdAt),
    or(isNull(notifications.ageCategory), category ? eq(notifications.ageCategory, category) : undefined),
  )
  return and(
    isNotNull(notifications.publishedAt),
    or(eq(notifications.studentId, student.id), isToMany, isRecipient(student.id)),
  )
}

/** Returns the SQL condition that a notification was sent to a segment that included a student. */
function isRecipient(studentId: string) {
  const own = sql`select ${notificationRecipients.notificationId} from ${notificationRecipients}
    where ${notificationRecipients.studentId} = ${studentId}::uuid`
  return sql`${notifications.id} in (${own})`
}

/** Returns the SQL condition that a student can see a notification and has not read it. */
export function isUnreadBy(app: Pick<App, 'clock'>, student: Pick<StudentRow, 'id' | 'birth' | 'createdAt'>) {
  const read = sql`select 1 from ${notificationReads} where ${notificationReads.notificationId} = ${notifications.id}
    and ${notificationReads.studentId} = ${student.id}::uuid`
  return and(isVisibleTo(app, student), sql`not exists (${read})`)
}

type Query = ParsedOf<typeof studentNotifications>['query']
type Reply = ReplyOf<typeof studentNotifications>

/** Returns one page of a student's notifications, newest first, and the total number of unread ones. */
export async function listStudentNotifications(
  app: App,
  student: StudentRow,
  { limit, cursor }: Query,
): Promise<Reply> {
  const after = cursor === undefined ? undefined : decodeCursor(cursor)
  const rows = await app.db
    .select({ notification: notifications, readAt: notificationReads.readAt })
    .from(notifications)
    .leftJoin(
      notificationReads,
      and(eq(notificationReads.notificationId, notifications.id), eq(notificationReads.studentId, student.id)),
    )
    .where(
      and(
        isVisibleTo(app, student),
        after &&
          sql`(${notifications.publishedAt}, ${notifications.id}) < (${after.at}::timestamptz, ${after.id}::uuid)`,
      ),
    )
    .orderBy(desc(notifications.publishedAt), desc(notifications.id))
    .limit(limit + 1)
  const { page, nextCursor } = toPage(rows, limit, ({ notification }) => ({
    at: notification.publishedAt ?? notification.publishAt,
    id: notification.id,
  }))
  return {
    notifications: page.map(({ notification, readAt }) => toNotification(notification, student.username, readAt)),
    unread: await countUnreadNotifications(app, student),
    nextCursor,
  }
}

function toNotification(row: NotificationRow, username: string, readAt: Date | null): Notification {
  return { ...toReplyContent(row, row.audience === 'student' ? username : null), isRead: readAt !== null }
}

/** Returns the fields of a notification that both students and admins see. */
export function toReplyContent(row: NotificationRow, username: string | null): Omit<Notification, 'isRead'> {
  return {
    _id: row.id,
    notificationId: `N-${row.number}`,
    username,
    title: row.title,
    date: (row.publishedAt ?? row.publishAt).toISOString(),
    description: row.description,
    update: row.type,
    method: row.method,
    videoId: row.videoId,
  }
}

/** Returns the number of notifications that a student can see. */
export async function countStudentNotifications(app: App, student: StudentRow): Promise<number> {
  const [row] = await app.db.select({ count: count() }).from(notifications).where(isVisibleTo(app, student))
  return row?.count ?? 0
}

/** Returns the number of a student's unread notifications. */
export async function countUnreadNotifications(app: App, student: Pick<StudentRow, 'id' | 'birth'>): Promise<number> {
  return (await countUnreadByStudent(app, [student])).get(student.id) ?? 0
}

/** Returns each student's number of unread notifications, in one query for all open streams of a server. */
export async function countUnreadByStudent(
  app: App,
  followers: readonly Pick<StudentRow, 'id' | 'birth'>[],
): Promise<Map<string, number>> {
  const now = app.clock.now()
  const ids = followers.map(({ id }) => id)
  const categories = followers.map(({ birth }) => ageCategoryAt(birth, now))
  const { rows } = await app.db.execute<{ id: string; unread: number }>(sql`
    with visible as (
      select notification.student_id, notification.id from ${students} as student
      join ${notifications} as notification on notification.student_id = student.id and notification.published_at is not null
      where student.id = any(${sql.param(ids)}::uuid[])
      union all
      select student.id, notification.id from unnest(${sql.param(ids)}::uuid[], ${sql.param(categories)}::text[]) as follower (id, category)
      join ${students} as student on student.id = follower.id and student.id = any(${sql.param(ids)}::uuid[])
      join ${notifications} as notification on notification.student_id is null and notification.segment is null
        and notification.published_at >= student.created_at
        and (notification.age_category is null or notification.age_category = follower.category)
      union all
      select student_id, notice_id from ${notificationRecipients} where student_id = any(${sql.param(ids)}::uuid[])
    )
    select visible.student_id as id, count(*)::integer as unread from visible
    left join ${notificationReads} as opened
      on opened.notice_id = visible.id and opened.student_id = visible.student_id and opened.student_id = any(${sql.param(ids)}::uuid[])
    where opened.notice_id is null
    group by visible.student_id`)
  return new Map([...ids.map((id) => [id, 0] as const), ...rows.map(({ id, unread }) => [id, unread] as const)])
}

/** Returns which of the given sessions are still valid. */
export async function readActiveSessionIds(app: App, ids: string[]): Promise<Set<string>> {
  const rows = await app.db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(inArray(sessions.id, ids), gt(sessions.expiresAt, app.clock.now())))
  return new Set(rows.map(({ id }) => id))
}
