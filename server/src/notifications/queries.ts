// Reads of notices. A notice to many is seen by those who had an account when it appeared, one to a category by those
// who are of it today: on a birthday the notices change with the quizzes.
import { ageCategoryAt } from '@baobab/contract/age.ts'
import type { ParsedOf, ReplyOf } from '@baobab/contract/endpoint.ts'
import type * as contract from '@baobab/contract/notifications.ts'
import { and, count, desc, eq, gt, gte, inArray, isNotNull, isNull, or, sql, type SQL } from 'drizzle-orm'
import type { StudentRow } from '../accounts/queries.ts'
import { sessions, students } from '../accounts/tables.ts'
import type { App } from '../app.ts'
import { pageOf, readCursor } from '../platform/cursors.ts'
import type { Db, Tx } from '../platform/database.ts'
import { noticeOf, sentNoticeOf, type NoticeRow } from './shapes.ts'
import { noticeMails, noticeReads, notices } from './tables.ts'

/** The notices that a student sees. */
export function seenBy(app: Pick<App, 'clock'>, student: Pick<StudentRow, 'id' | 'birth' | 'createdAt'>) {
  const category = ageCategoryAt(student.birth, app.clock.now())
  const toMany = and(
    isNull(notices.studentId),
    gte(notices.publishedAt, student.createdAt),
    or(isNull(notices.ageCategory), category ? eq(notices.ageCategory, category) : undefined),
  )
  return and(isNotNull(notices.publishedAt), or(eq(notices.studentId, student.id), toMany))
}

/** Those that a student has not opened. */
export function unreadBy(app: Pick<App, 'clock'>, student: Pick<StudentRow, 'id' | 'birth' | 'createdAt'>) {
  const read = sql`select 1 from ${noticeReads} where ${noticeReads.noticeId} = ${notices.id}
    and ${noticeReads.studentId} = ${student.id}::uuid`
  return and(seenBy(app, student), sql`not exists (${read})`)
}

type Page = ParsedOf<typeof contract.studentNotifications>['query']
type List = ReplyOf<typeof contract.studentNotifications>

/** A page of a student's notices, the newest first, and how many of all are unread. */
export async function listNotices(app: App, student: StudentRow, { limit, cursor }: Page): Promise<List> {
  const after = cursor === undefined ? undefined : readCursor(cursor)
  const rows = await app.db
    .select({ notice: notices, readAt: noticeReads.readAt })
    .from(notices)
    .leftJoin(noticeReads, and(eq(noticeReads.noticeId, notices.id), eq(noticeReads.studentId, student.id)))
    .where(
      and(
        seenBy(app, student),
        after && sql`(${notices.publishedAt}, ${notices.id}) < (${after.at}::timestamptz, ${after.id}::uuid)`,
      ),
    )
    .orderBy(desc(notices.publishedAt), desc(notices.id))
    .limit(limit + 1)
  const { page, nextCursor } = pageOf(rows, limit, ({ notice }) => ({
    at: notice.publishedAt ?? notice.publishAt,
    id: notice.id,
  }))
  return {
    notifications: page.map(({ notice, readAt }) => noticeOf({ notice, username: student.username, readAt })),
    unread: await countUnread(app, student),
    nextCursor,
  }
}

/** How many notices a student can read. */
export async function countNotices(app: App, student: StudentRow): Promise<number> {
  const [row] = await app.db.select({ count: count() }).from(notices).where(seenBy(app, student))
  return row?.count ?? 0
}

/** How many notices a student has not opened. */
export async function countUnread(app: App, student: Pick<StudentRow, 'id' | 'birth'>): Promise<number> {
  return (await countUnreadOfMany(app, [student])).get(student.id) ?? 0
}

/** The same for many at once: for the streams of a server when something has come for all. */
export async function countUnreadOfMany(
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
      select id from ${notices} where student_id = person.id and published_at is not null
      union all
      select id from ${notices} where student_id is null and published_at >= student.created_at
        and (age_category is null or age_category = person.category)
    ) as notice on not exists (
      select 1 from ${noticeReads} as opened where opened.notice_id = notice.id and opened.student_id = person.id
    )
    group by person.id`)
  return new Map(rows.map(({ id, unread }) => [id, unread]))
}

const ofState: Record<contract.NoticeState, () => SQL | undefined> = {
  published: () => isNotNull(notices.publishedAt),
  scheduled: () => and(isNull(notices.publishedAt), isNull(notices.canceledAt)),
  canceled: () => and(isNull(notices.publishedAt), isNotNull(notices.canceledAt)),
}

type SentPage = ParsedOf<typeof contract.listNotifications>['query']
type Sent = ReplyOf<typeof contract.listNotifications>

/** A page of all notices, the latest first and those that wait before them, grouped by whom they are for. */
export async function listSentNotices(app: App, { limit, cursor, state }: SentPage): Promise<Sent> {
  const after = cursor === undefined ? undefined : readCursor(cursor)
  const rows = await sentNotices(app.db)
    .where(
      and(
        state && ofState[state](),
        after && sql`(${notices.publishAt}, ${notices.id}) < (${after.at}::timestamptz, ${after.id}::uuid)`,
      ),
    )
    .orderBy(desc(notices.publishAt), desc(notices.id))
    .limit(limit + 1)
  const { page, nextCursor } = pageOf(rows, limit, ({ notice }) => ({ at: notice.publishAt, id: notice.id }))
  const groups = Map.groupBy(page.map(sentNoticeOf), ({ username }) => username)
  return {
    allNotifications: [...groups].map(([username, notifications]) => ({ username, notifications })),
    nextCursor,
  }
}

/** One notice as the console sees it. */
export async function sentNotice(db: Db | Tx, { id }: Pick<NoticeRow, 'id'>) {
  const [row] = await sentNotices(db).where(eq(notices.id, id))
  if (!row) throw new Error('a notice that was just written is gone')
  return sentNoticeOf(row)
}

function sentNotices(db: Db | Tx) {
  const mails = db.select({ mailed: count() }).from(noticeMails).where(eq(noticeMails.noticeId, notices.id))
  return db
    .select({ notice: notices, username: students.username, mailed: sql<number>`(${mails})::integer` })
    .from(notices)
    .leftJoin(students, eq(students.id, notices.studentId))
}

/** Which of these sessions still live: a stream ends with its login. */
export async function livingSessions(app: App, ids: string[]): Promise<Set<string>> {
  const rows = await app.db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(inArray(sessions.id, ids), gt(sessions.expiresAt, app.clock.now())))
  return new Set(rows.map(({ id }) => id))
}
