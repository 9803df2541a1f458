// Marks a student's notifications as read.
import { and, eq, isNull, sql, type SQL } from 'drizzle-orm'
import { findStudentById } from '../accounts/queries.ts'
import { students } from '../accounts/tables.ts'
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
  const isThis = and(eq(notifications.id, id), isVisibleTo(app, student))
  const [notification] = await app.db.select({ id: notifications.id }).from(notifications).where(isThis)
  if (!notification) fail('not_found')
  await insertReads(app, who, isThis)
  return countUnreadNotifications(app, who)
}

/**
 * Marks every notification that a student can see as read. Returns the number of unread notifications, which is not 0
 * if one was published in the meantime.
 */
export async function markAllNotificationsRead(app: App, who: StudentUser): Promise<number> {
  const student = (await findStudentById(app.db, who.id)) ?? fail('not_found')
  await insertReads(app, who, isUnreadBy(app, student))
  return countUnreadNotifications(app, who)
}

/**
 * Records that a student has read the notifications that meet a condition. Locks the student before a notification is
 * referenced, as an erasure does, to avoid a deadlock.
 */
async function insertReads(app: App, who: StudentUser, condition: SQL | undefined): Promise<void> {
  const read = app.db
    .select({
      notificationId: notifications.id,
      studentId: students.id,
      readAt: sql`${app.clock.now()}::timestamptz`.as('read_at'),
    })
    .from(students)
    .innerJoin(notifications, condition)
    .where(and(eq(students.id, who.id), isNull(students.erasedAt)))
    .for('key share', { of: students })
  await app.db.insert(notificationReads).select(read).onConflictDoNothing()
}
