// Marks a student's notifications as read.
import { and, eq, sql } from 'drizzle-orm'
import { findStudentById } from '../accounts/queries.ts'
import type { App } from '../platform/app.ts'
import { isId } from '../platform/database/database.ts'
import type { StudentUser } from '../platform/http/auth.ts'
import { fail } from '../platform/http/errors.ts'
import { countUnreadNotifications, isUnreadBy, isVisibleTo } from './queries.ts'
import { notificationReads, notifications } from './tables.ts'

/** Marks one notification as read; safe to repeat. Returns the number of unread notifications. */
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
    .values({ notificationId: id, studentId: who.id, readAt: app.clock.now() })
    .onConflictDoNothing()
  return countUnreadNotifications(app, who)
}

/**
 * Marks every notification that a student can see as read. Returns the number of unread notifications, which is not 0
 * if one was published in the meantime.
 */
export async function markAllNotificationsRead(app: App, who: StudentUser): Promise<number> {
  const student = (await findStudentById(app.db, who.id)) ?? fail('not_found')
  const unread = app.db
    .select({
      notificationId: notifications.id,
      studentId: sql`${who.id}::uuid`.as('student_id'),
      readAt: sql`${app.clock.now()}::timestamptz`.as('read_at'),
    })
    .from(notifications)
    .where(isUnreadBy(app, student))
  await app.db.insert(notificationReads).select(unread).onConflictDoNothing()
  return countUnreadNotifications(app, who)
}
