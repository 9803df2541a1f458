// Failed notification mails: admins see the reasons, and can resend them.
import type { ParsedOf, ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import type { listFailedMails as endpoint } from '@baobab/contract/notifications/admin.ts'
import { notificationsAdminText } from '@baobab/contract/notifications/text.ts'
import { and, count, desc, eq, gt, inArray, isNotNull, isNull, sql, type SQL } from 'drizzle-orm'
import { selectStudentIds } from '../../accounts/queries.ts'
import { students } from '../../accounts/tables.ts'
import { writeAuditLine } from '../../platform/audit/write-audit-line.ts'
import type { App } from '../../platform/app.ts'
import { isId } from '../../platform/database/database.ts'
import { decodeCursor, toPage } from '../../platform/database/pagination.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { fail } from '../../platform/http/errors.ts'
import { failedMailRounds, mayBeMailed } from '../mail-notifications.ts'
import { notificationMails, notifications } from '../tables.ts'

const hasFailed = isNotNull(notificationMails.failedAt)
/** Identifies a mail, which has no id of its own. A student may have several that failed in the same millisecond. */
const mailId = sql<string>`md5(${notificationMails.notificationId}::text || ${notificationMails.studentId}::text)::uuid`

/** Returns one page of failed mails, latest failure first. */
export async function listFailedMails(
  app: App,
  { limit, cursor }: ParsedOf<typeof endpoint>['query'],
): Promise<ReplyOf<typeof endpoint>> {
  const after = cursor === undefined ? undefined : decodeCursor(cursor)
  const { failedAt, failure, studentId, notificationId } = notificationMails
  const rows = await app.db
    .select({ notification: notifications, failedAt, failure, id: mailId, student: students })
    .from(notificationMails)
    .innerJoin(notifications, eq(notifications.id, notificationId))
    .innerJoin(students, eq(students.id, studentId))
    .where(and(hasFailed, after && sql`(${failedAt}, ${mailId}) < (${after.at}::timestamptz, ${after.id}::uuid)`))
    .orderBy(desc(failedAt), desc(mailId))
    .limit(limit + 1)
  const { page, nextCursor } = toPage(rows, limit, ({ failedAt: at, id }) => ({ at: at ?? new Date(0), id }))
  return {
    mails: page.map(({ notification, student, ...row }) => ({
      notification: notification.id,
      notificationId: `N-${notification.number}`,
      title: notification.title,
      username: student.username,
      email: student.email ?? '',
      failedAt: (row.failedAt ?? new Date(0)).toISOString(),
      reason: row.failure ?? '',
    })),
    total: after ? null : await countFailedMails(app),
    nextCursor,
  }
}

/** Returns the number of failed mails. */
async function countFailedMails(app: App): Promise<number> {
  const [row] = await app.db.select({ count: count() }).from(notificationMails).where(hasFailed)
  return row?.count ?? 0
}

/** Returns the number of mails that failed after a given time, to students whose email is not known to bounce. */
export async function countFailedMailsSince(app: App, since: Date): Promise<number> {
  const [row] = await app.db
    .select({ count: count() })
    .from(notificationMails)
    .innerJoin(students, eq(students.id, notificationMails.studentId))
    .where(and(gt(notificationMails.failedAt, since), isNull(students.emailBouncedAt)))
  return row?.count ?? 0
}

/**
 * Resends a notification's failed mails, or the one to a student, except to students who may no longer be mailed. Returns their
 * number.
 */
export async function sendMailsAgain(
  app: App,
  who: AdminUser,
  { notificationId, username }: { notificationId: string; username?: string | undefined },
): Promise<number> {
  if (!isId(notificationId)) fail('not_found')
  return app.db.transaction(async (tx) => {
    const [notification] = await tx.select().from(notifications).where(eq(notifications.id, notificationId))
    if (!notification) fail('not_found', { message: notificationsAdminText.noFailedMails })
    const ofUsername =
      username === undefined ? undefined : inArray(students.id, selectStudentIds(tx, 'username', username))
    const isTo = (condition: SQL | undefined) =>
      and(
        eq(notificationMails.notificationId, notificationId),
        hasFailed,
        inArray(notificationMails.studentId, tx.select({ id: students.id }).from(students).where(condition)),
      )
    const queued = await tx
      .update(notificationMails)
      .set({ canRetry: true })
      .where(isTo(and(ofUsername, mayBeMailed(notification))))
      .returning({ studentId: notificationMails.studentId })
    if (queued.length === 0) {
      const failed = await tx.$count(notificationMails, isTo(and(ofUsername, isNull(students.erasedAt))))
      const { noFailedMails, noMailsWanted } = notificationsAdminText
      fail('not_found', { message: failed === 0 ? noFailedMails : noMailsWanted })
    }
    await app.jobs.send(tx, failedMailRounds, { noticeId: notificationId })
    await writeAuditLine(app, tx, {
      adminId: who.id,
      action: 'notification.mailed_again',
      subject: notificationId,
      details: { mails: queued.length },
    })
    return queued.length
  })
}
