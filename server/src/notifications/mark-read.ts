// A student opens notices.
import { and, eq, sql } from 'drizzle-orm'
import { findStudentById } from '../accounts/queries.ts'
import type { App } from '../platform/app.ts'
import type { StudentUser } from '../platform/http/auth.ts'
import { isId } from '../platform/database/database.ts'
import { fail } from '../platform/http/errors.ts'
import { countUnreadNotifications, isVisibleTo, isUnreadBy } from './queries.ts'
import { notificationReads, notifications } from './tables.ts'

/** Marks one notice as read; again changes nothing. Answers how many are left. */
export async function markNotificationRead(app: App, who: StudentUser, id: string): Promise<number> {
  const student = (await findStudentById(app.db, who.id)) ?? fail('not_found')
  if (!isId(id)) fail('not_found')
  const [notification] = await app.db
    .select({ id: notifications.id })
    .from(notifications)
    .where(and(eq(notifications.id, id), isVisibleTo(app, student)))
  if (!notification) fail('not_found')
  await app.db
    .insert(notificationReads)
    .values({ noticeId: id, studentId: who.id, readAt: app.clock.now() })
    .onConflictDoNothing()
  return countUnreadNotifications(app, who)
}

/** Marks every notice that a student sees as read. Answers how many are left: what came in that moment. */
export async function markAllNotificationsRead(app: App, who: StudentUser): Promise<number> {
  const student = (await findStudentById(app.db, who.id)) ?? fail('not_found')
  const unread = app.db
    .select({
      noticeId: notifications.id,
      studentId: sql`${who.id}::uuid`.as('student_id'),
      readAt: sql`${app.clock.now()}::timestamptz`.as('read_at'),
    })
    .from(notifications)
    .where(isUnreadBy(app, student))
  await app.db.insert(notificationReads).select(unread).onConflictDoNothing()
  return countUnreadNotifications(app, who)
}
