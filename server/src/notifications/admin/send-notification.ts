// An admin's message. A form that is sent twice, by a finger or a network that tries again, makes one message.
import type { ParsedOf } from '@baobab/contract/endpoint.ts'
import type { notifyAll, sendNotification, AdminNotification } from '@baobab/contract/notifications.ts'
import { notificationsText } from '@baobab/contract/notifications-text.ts'
import { and, eq, gte, isNull, sql } from 'drizzle-orm'
import { findStudentByUsername } from '../../accounts/queries.ts'
import { admins, students } from '../../accounts/tables.ts'
import type { App } from '../../platform/app.ts'
import { writeAuditLine } from '../../audit/write-audit-line.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import type { Tx } from '../../platform/database/database.ts'
import { fail, failField } from '../../platform/http/errors.ts'
import { readAdminNotification } from '../queries.ts'
import { audienceOf, createNotification, type NewNotification } from '../create-notification.ts'
import { stateOf, type NotificationRow } from '../shapes.ts'
import { notifications } from '../tables.ts'

const ONE_MESSAGE_MS = 60_000
/** A form that was filled in slowly may name a minute that has just gone by. */
const SLOW_FORM_MS = 5 * 60_000
const YEAR_MS = 366 * 24 * 3_600_000

type Content = Omit<ParsedOf<typeof notifyAll>['body'], 'ageCategory'>

/** Sends a message to one student. */
export async function sendToStudent(
  app: App,
  who: AdminUser,
  { username, ...content }: ParsedOf<typeof sendNotification>['body'],
): Promise<AdminNotification> {
  const student = (await findStudentByUsername(app.db, username)) ?? noSuchStudent()
  return sendAs(app, who, { to: { studentId: student.id }, ...contentOf(app, content) })
}

function noSuchStudent(): never {
  fail('not_found', {
    message: notificationsText.noSuchStudent,
    errors: [{ path: 'username', message: notificationsText.noSuchStudent }],
  })
}

/** Sends a message to all, or to all of a category. */
export async function sendToMany(
  app: App,
  who: AdminUser,
  { ageCategory, ...content }: ParsedOf<typeof notifyAll>['body'],
): Promise<AdminNotification> {
  return sendAs(app, who, { to: ageCategory ? { ageCategory } : 'all', ...contentOf(app, content) })
}

/** What a form says, as a notice has it; a time that is over or too far is refused. */
export function contentOf(
  app: Pick<App, 'clock'>,
  { update, publishAt, ...rest }: Content,
): Omit<NewNotification, 'to' | 'adminId'> {
  if (publishAt === undefined) return { ...rest, type: update }
  const ahead = new Date(publishAt).getTime() - app.clock.now().getTime()
  if (ahead < -SLOW_FORM_MS) failField('publishAt', notificationsText.timeIsPast)
  if (ahead > YEAR_MS) failField('publishAt', notificationsText.timeIsFar)
  return { ...rest, type: update, publishAt: new Date(publishAt) }
}

async function sendAs(app: App, who: AdminUser, notification: NewNotification): Promise<AdminNotification> {
  return app.db.transaction(async (tx) => {
    // One after the other for each admin: the second of two equal forms finds the first.
    await tx.select({ id: admins.id }).from(admins).where(eq(admins.id, who.id)).for('update')
    if (typeof notification.to === 'object' && 'studentId' in notification.to)
      await holdReceiver(tx, notification.to.studentId)
    const same = await justSent(app, tx, who, notification)
    if (same) return readAdminNotification(tx, same)
    const row = await createNotification(app, tx, { ...notification, adminId: who.id })
    await writeAuditLine(app, tx, {
      adminId: who.id,
      action: 'notification.sent',
      subject: row.id,
      details: toAuditDetails(row),
    })
    return readAdminNotification(tx, row)
  })
}

/** Held until the end: a notice written now goes with an account that is erased after, and none is written later. */
async function holdReceiver(tx: Tx, id: string): Promise<void> {
  const [student] = await tx
    .select({ erasedAt: students.erasedAt })
    .from(students)
    .where(eq(students.id, id))
    .for('share')
  if (!student || student.erasedAt) noSuchStudent()
}

/** What the audit log keeps of a notice: to whom and how, never its words. */
export function toAuditDetails(row: NotificationRow) {
  return {
    audience: row.audience,
    student: row.studentId,
    ageCategory: row.ageCategory,
    type: row.type,
    method: row.method,
    state: stateOf(row),
    publishAt: row.publishAt.toISOString(),
  }
}

async function justSent(
  app: App,
  tx: Tx,
  who: AdminUser,
  notification: NewNotification,
): Promise<NotificationRow | undefined> {
  const { studentId, ageCategory, audience } = audienceOf(notification.to)
  // A time that is past means now: so it stands in the row.
  const time = sql`greatest(${notification.publishAt?.toISOString() ?? null}::timestamptz, ${notifications.createdAt})`
  const [same] = await tx
    .select()
    .from(notifications)
    .where(
      and(
        gte(notifications.createdAt, new Date(app.clock.now().getTime() - ONE_MESSAGE_MS)),
        isNull(notifications.canceledAt),
        eq(notifications.adminId, who.id),
        eq(notifications.audience, audience),
        sql`${notifications.studentId} is not distinct from ${studentId}::uuid`,
        sql`${notifications.ageCategory} is not distinct from ${ageCategory}::text`,
        eq(notifications.title, notification.title),
        eq(notifications.description, notification.description),
        eq(notifications.type, notification.type),
        eq(notifications.method, notification.method),
        eq(notifications.publishAt, time),
      ),
    )
  return same
}
