// Sends notifications for admins. A form submitted twice, by a double click or a network retry, creates one notification.
import type { ParsedOf } from '@baobab/contract/kernel/endpoint.ts'
import { TAKE_BACK_SECONDS, notificationsAdminText, notificationsText } from '@baobab/contract/notifications/text.ts'
import type { AdminNotification, notifyAll, sendNotification } from '@baobab/contract/notifications/admin.ts'
import { and, eq, gte, isNull, sql } from 'drizzle-orm'
import { findStudentByUsername } from '../../accounts/queries.ts'
import { admins, students } from '../../accounts/tables.ts'
import { writeAuditLine } from '../../platform/audit/write-audit-line.ts'
import type { App } from '../../platform/app.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { fail, failField } from '../../platform/http/errors.ts'
import { createNotification, toAudienceColumns, type NewNotification } from '../create-notification.ts'
import { publicationsToTakeBack } from '../publish-notifications.ts'
import { notifications, type NotificationRow } from '../tables.ts'
import { getState, readAdminNotification } from './queries.ts'

/** An identical form submitted within this time counts as the same notification. */
const DUPLICATE_MS = 60_000
/** How far in the past `publishAt` may be: the chosen minute may pass while the admin fills in the form. */
const SLOW_FORM_MS = 5 * 60_000
const YEAR_MS = 366 * 24 * 3_600_000
/** How long after the notification is due the job runs: a job that ran earlier would find nothing to publish. */
const AFTER_DUE_SECONDS = 1

type Content = Omit<ParsedOf<typeof notifyAll>['body'], 'ageCategory' | 'segment'>

/** Sends a notification to one student. */
export async function sendToStudent(
  app: App,
  who: AdminUser,
  { username, ...content }: ParsedOf<typeof sendNotification>['body'],
): Promise<AdminNotification> {
  const student = (await findStudentByUsername(app.db, username)) ?? failNoSuchStudent()
  return sendOnce(app, who, { to: { studentId: student.id }, ...parseContent(app, content) })
}

/** Sends a notification to all students, to all students in a category, or to a segment. */
export async function sendToMany(
  app: App,
  who: AdminUser,
  { ageCategory, segment, ...content }: ParsedOf<typeof notifyAll>['body'],
): Promise<AdminNotification> {
  if (ageCategory && segment) failField('ageCategory', notificationsAdminText.onlyOneAudience)
  const to = segment ? { segment } : ageCategory ? { ageCategory } : 'all'
  return sendOnce(app, who, { to, ...parseContent(app, content) })
}

/**
 * Parses a form's content. Refuses a time in the past or more than a year ahead. Without a time, anything that can be taken
 * back is published half a minute later.
 */
export function parseContent(
  app: Pick<App, 'clock'>,
  { update, publishAt, takeBack, videoId, ...texts }: Content,
): Omit<NewNotification, 'to' | 'adminId'> {
  // A change that leaves out the video keeps it, because pages of the previous release do not know it.
  const rest = { ...texts, ...(videoId !== undefined && { videoId }) }
  if (publishAt === undefined && takeBack) {
    const at = new Date(app.clock.now().getTime() + TAKE_BACK_SECONDS * 1_000)
    return { ...rest, type: update, publishAt: at, canTakeBack: true }
  }
  if (publishAt === undefined) return { ...rest, type: update }
  const aheadMs = new Date(publishAt).getTime() - app.clock.now().getTime()
  if (aheadMs < -SLOW_FORM_MS) failField('publishAt', notificationsText.timeIsPast)
  if (aheadMs > YEAR_MS) failField('publishAt', notificationsText.timeIsFar)
  return { ...rest, type: update, publishAt: new Date(publishAt) }
}

/** Queues the publication of a notification that can be taken back. */
export async function queueTakeBack(app: App, tx: Tx, { canTakeBack }: NotificationRow): Promise<void> {
  if (canTakeBack) await app.jobs.send(tx, publicationsToTakeBack, {}, TAKE_BACK_SECONDS + AFTER_DUE_SECONDS)
}

/** Returns the details for the audit log: a notification's recipients and method, never its text. */
export function toAuditDetails(row: NotificationRow) {
  return {
    audience: row.audience,
    student: row.studentId,
    ageCategory: row.ageCategory,
    segment: row.segment && JSON.stringify(row.segment),
    type: row.type,
    method: row.method,
    video: row.videoId,
    state: getState(row),
    publishAt: row.publishAt.toISOString(),
  }
}

async function sendOnce(app: App, who: AdminUser, notification: NewNotification): Promise<AdminNotification> {
  return app.db.transaction(async (tx) => {
    // Locks the admin's row: if two identical forms are submitted simultaneously, the second finds the first.
    await tx.select({ id: admins.id }).from(admins).where(eq(admins.id, who.id)).for('update')
    if (typeof notification.to === 'object' && 'studentId' in notification.to)
      await lockRecipient(tx, notification.to.studentId)
    const duplicate = await findDuplicate(app, tx, who, notification)
    if (duplicate) return readAdminNotification(tx, duplicate.id)
    const row = await createNotification(app, tx, { ...notification, adminId: who.id })
    await queueTakeBack(app, tx, row)
    await writeAuditLine(app, tx, {
      adminId: who.id,
      action: 'notification.sent',
      subject: row.id,
      details: toAuditDetails(row),
    })
    return readAdminNotification(tx, row.id)
  })
}

/**
 * Locks the student's row until the transaction ends: a later erasure then deletes this notification too, and after an erasure
 * none is written.
 */
async function lockRecipient(tx: Tx, id: string): Promise<void> {
  const [student] = await tx
    .select({ erasedAt: students.erasedAt })
    .from(students)
    .where(eq(students.id, id))
    .for('share')
  if (!student || student.erasedAt) failNoSuchStudent()
}

function failNoSuchStudent(): never {
  fail('not_found', {
    message: notificationsText.noSuchStudent,
    errors: [{ path: 'username', message: notificationsText.noSuchStudent }],
  })
}

async function findDuplicate(
  app: App,
  tx: Tx,
  who: AdminUser,
  { to, title, description, type, method, videoId = null, publishAt, canTakeBack = false }: NewNotification,
): Promise<NotificationRow | undefined> {
  const { studentId, ageCategory, segment, audience } = toAudienceColumns(to)
  // If the form had no time, or one in the past, the row contains the time of its creation.
  const publishTime = sql`greatest(${publishAt?.toISOString() ?? null}::timestamptz, ${notifications.createdAt})`
  const [row] = await tx
    .select()
    .from(notifications)
    .where(
      and(
        gte(notifications.createdAt, new Date(app.clock.now().getTime() - DUPLICATE_MS)),
        isNull(notifications.canceledAt),
        eq(notifications.adminId, who.id),
        eq(notifications.audience, audience),
        sql`${notifications.studentId} is not distinct from ${studentId}::uuid`,
        sql`${notifications.ageCategory} is not distinct from ${ageCategory}::text`,
        sql`${notifications.segment} is not distinct from ${segment && JSON.stringify(segment)}::jsonb`,
        eq(notifications.title, title),
        eq(notifications.description, description),
        eq(notifications.type, type),
        eq(notifications.method, method),
        sql`${notifications.videoId} is not distinct from ${videoId}::uuid`,
        eq(notifications.canTakeBack, canTakeBack),
        // The time until which it can be taken back differs between two submissions.
        canTakeBack ? undefined : eq(notifications.publishAt, publishTime),
      ),
    )
  return row
}
