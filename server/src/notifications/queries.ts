// Reads of notices. A notice to many is seen by those who had an account when it appeared, one to a category by those
// who are of it today: on a birthday the notices change with the quizzes.
import { ageCategoryAt } from '@baobab/contract/age.ts'
import type { ParsedOf, ReplyOf } from '@baobab/contract/endpoint.ts'
import type * as contract from '@baobab/contract/notifications.ts'
import { and, count, desc, eq, gt, gte, inArray, isNotNull, isNull, or, sql, type SQL } from 'drizzle-orm'
import type { StudentRow } from '../accounts/queries.ts'
import { sessions, students } from '../accounts/tables.ts'
import type { App } from '../platform/app.ts'
import { toPage, decodeCursor } from '../platform/database/pagination.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { toNotification, toAdminNotification, type NotificationRow } from './shapes.ts'
import { notificationMails, notificationReads, notifications } from './tables.ts'

/** The notices that a student sees. */
export function isVisibleTo(app: Pick<App, 'clock'>, student: Pick<StudentRow, 'id' | 'birth' | 'createdAt'>) {
  const category = ageCategoryAt(student.birth, app.clock.now())
  const toMany = and(
    isNull(notifications.studentId),
    gte(notifications.publishedAt, student.createdAt),
    or(isNull(notifications.ageCategory), category ? eq(notifications.ageCategory, category) : undefined),
  )
  return and(isNotNull(notifications.publishedAt), or(eq(notifications.studentId, student.id), toMany))
}

/** Those that a student has not opened. */
export function isUnreadBy(app: Pick<App, 'clock'>, student: Pick<StudentRow, 'id' | 'birth' | 'createdAt'>) {
  const read = sql`select 1 from ${notificationReads} where ${notificationReads.noticeId} = ${notifications.id}
    and ${notificationReads.studentId} = ${student.id}::uuid`
  return and(isVisibleTo(app, student), sql`not exists (${read})`)
}

type Page = ParsedOf<typeof contract.studentNotifications>['query']
type List = ReplyOf<typeof contract.studentNotifications>

/** A page of a student's notices, the newest first, and how many of all are unread. */
export async function listStudentNotifications(app: App, student: StudentRow, { limit, cursor }: Page): Promise<List> {
  const after = cursor === undefined ? undefined : decodeCursor(cursor)
  const rows = await app.db
    .select({ notification: notifications, readAt: notificationReads.readAt })
    .from(notifications)
    .leftJoin(
      notificationReads,
      and(eq(notificationReads.noticeId, notifications.id), eq(notificationReads.studentId, student.id)),
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
    notifications: page.map(({ notification, readAt }) =>
      toNotification({ notification, username: student.username, readAt }),
    ),
    unread: await countUnreadNotifications(app, student),
    nextCursor,
  }
}

/** How many notices a student can read. */
export async function countStudentNotifications(app: App, student: StudentRow): Promise<number> {
  const [row] = await app.db.select({ count: count() }).from(notifications).where(isVisibleTo(app, student))
  return row?.count ?? 0
}

/** How many notices a student has not opened. */
export async function countUnreadNotifications(app: App, student: Pick<StudentRow, 'id' | 'birth'>): Promise<number> {
  return (await countUnreadByStudent(app, [student])).get(student.id) ?? 0
}

/** The same for many at once: for the streams of a server when something has come for all. */
export async function countUnreadByStudent(
  app: App,
  people: readonly Pick<StudentRow, 'id' | 'birth'>[],
): Promise<Map<string, number>> {
  const now = app.clock.now()
  const ids = people.map(({ id }) => id)
  const categories = people.map(({ birth }) => ageCategoryAt(birth, now))
  const { rows } = await app.db.execute<{ id: string; unread: number }>(sql`
    select person.id, count(notice.id)::integer as unread
    from unnest(${sql.param(ids)}::uuid[], ${sql.param(categories)}::text[]) as person (id, category)
    join ${students} as student on student.id = person.id
    left join lateral (
      select id from ${notifications} where student_id = person.id and published_at is not null
      union all
      select id from ${notifications} where student_id is null and published_at >= student.created_at
        and (age_category is null or age_category = person.category)
    ) as notice on not exists (
      select 1 from ${notificationReads} as opened where opened.notice_id = notice.id and opened.student_id = person.id
    )
    group by person.id`)
  return new Map(rows.map(({ id, unread }) => [id, unread]))
}

const ofState: Record<contract.NotificationState, () => SQL | undefined> = {
  published: () => isNotNull(notifications.publishedAt),
  scheduled: () => and(isNull(notifications.publishedAt), isNull(notifications.canceledAt)),
  canceled: () => and(isNull(notifications.publishedAt), isNotNull(notifications.canceledAt)),
}

type SentPage = ParsedOf<typeof contract.listNotifications>['query']
type Sent = ReplyOf<typeof contract.listNotifications>

/** A page of all notices, the latest first and those that wait before them, grouped by whom they are for. */
export async function listAllNotifications(app: App, { limit, cursor, state }: SentPage): Promise<Sent> {
  const after = cursor === undefined ? undefined : decodeCursor(cursor)
  const rows = await sentNotices(app.db)
    .where(
      and(
        state && ofState[state](),
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
    allNotifications: [...groups].map(([username, notifications]) => ({ username, notifications })),
    nextCursor,
  }
}

/** One notice as the console sees it. */
export async function readAdminNotification(db: Db | Tx, { id }: Pick<NotificationRow, 'id'>) {
  const [row] = await sentNotices(db).where(eq(notifications.id, id))
  if (!row) throw new Error('a notice that was just written is gone')
  return toAdminNotification(row)
}

function sentNotices(db: Db | Tx) {
  const mails = db
    .select({ mailed: count() })
    .from(notificationMails)
    .where(eq(notificationMails.noticeId, notifications.id))
  return db
    .select({ notification: notifications, username: students.username, mailed: sql<number>`(${mails})::integer` })
    .from(notifications)
    .leftJoin(students, eq(students.id, notifications.studentId))
}

/** Which of these sessions still live: a stream ends with its login. */
export async function readActiveSessionIds(app: App, ids: string[]): Promise<Set<string>> {
  const rows = await app.db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(inArray(sessions.id, ids), gt(sessions.expiresAt, app.clock.now())))
  return new Set(rows.map(({ id }) => id))
}
