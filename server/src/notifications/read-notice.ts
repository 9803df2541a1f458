// A student opens notices.
import { and, eq, sql } from 'drizzle-orm'
import { studentById } from '../accounts/queries.ts'
import type { App } from '../app.ts'
import type { StudentPerson } from '../platform/auth.ts'
import { isId } from '../platform/database.ts'
import { fail } from '../platform/errors.ts'
import { countUnread, seenBy, unreadBy } from './queries.ts'
import { noticeReads, notices } from './tables.ts'

/** Marks one notice as read; again changes nothing. Answers how many are left. */
export async function readNotice(app: App, who: StudentPerson, id: string): Promise<number> {
  const student = (await studentById(app.db, who.id)) ?? fail('not_found')
  if (!isId(id)) fail('not_found')
  const [notice] = await app.db
    .select({ id: notices.id })
    .from(notices)
    .where(and(eq(notices.id, id), seenBy(app, student)))
  if (!notice) fail('not_found')
  await app.db
    .insert(noticeReads)
    .values({ noticeId: id, studentId: who.id, readAt: app.clock.now() })
    .onConflictDoNothing()
  return countUnread(app, who)
}

/** Marks every notice that a student sees as read. Answers how many are left: what came in that moment. */
export async function readAllNotices(app: App, who: StudentPerson): Promise<number> {
  const student = (await studentById(app.db, who.id)) ?? fail('not_found')
  const unread = app.db
    .select({
      noticeId: notices.id,
      studentId: sql`${who.id}::uuid`.as('student_id'),
      readAt: sql`${app.clock.now()}::timestamptz`.as('read_at'),
    })
    .from(notices)
    .where(unreadBy(app, student))
  await app.db.insert(noticeReads).select(unread).onConflictDoNothing()
  return countUnread(app, who)
}
