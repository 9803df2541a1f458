// An admin's message. A form that is sent twice, by a finger or a network that tries again, makes one message.
import type { ParsedOf } from '@baobab/contract/endpoint.ts'
import type { notifyAll, sendNotification, SentNotification } from '@baobab/contract/notifications.ts'
import { notificationsText } from '@baobab/contract/notifications-text.ts'
import { and, eq, gte, isNull, sql } from 'drizzle-orm'
import { studentByUsername } from '../accounts/queries.ts'
import { admins, students } from '../accounts/tables.ts'
import type { App } from '../app.ts'
import { writeLine } from '../audit/write-line.ts'
import type { AdminPerson } from '../platform/auth.ts'
import type { Tx } from '../platform/database.ts'
import { fail, failField } from '../platform/errors.ts'
import { sentNotice } from './queries.ts'
import { audienceOf, sendNotice, type NewNotice } from './send-notice.ts'
import { stateOf, type NoticeRow } from './shapes.ts'
import { notices } from './tables.ts'

const ONE_MESSAGE_MS = 60_000
/** A form that was filled in slowly may name a minute that has just gone by. */
const SLOW_FORM_MS = 5 * 60_000
const YEAR_MS = 366 * 24 * 3_600_000

type Content = Omit<ParsedOf<typeof notifyAll>['body'], 'ageCategory'>

/** Sends a message to one student. */
export async function sendToStudent(
  app: App,
  who: AdminPerson,
  { username, ...content }: ParsedOf<typeof sendNotification>['body'],
): Promise<SentNotification> {
  const student = (await studentByUsername(app.db, username)) ?? noSuchStudent()
  return sendAs(app, who, { to: { studentId: student.id }, ...contentOf(app, content) })
}

function noSuchStudent(): never {
  fail('not_found', { message: notificationsText.noSuchStudent, errors: [{ path: 'username', message: notificationsText.noSuchStudent }] })
}

/** Sends a message to all, or to all of a category. */
export async function sendToMany(
  app: App,
  who: AdminPerson,
  { ageCategory, ...content }: ParsedOf<typeof notifyAll>['body'],
): Promise<SentNotification> {
  return sendAs(app, who, { to: ageCategory ? { ageCategory } : 'all', ...contentOf(app, content) })
}

/** What a form says, as a notice has it; a time that is over or too far is refused. */
export function contentOf(
  app: Pick<App, 'clock'>,
  { update, publishAt, ...rest }: Content,
): Omit<NewNotice, 'to' | 'adminId'> {
  if (publishAt === undefined) return { ...rest, type: update }
  const ahead = new Date(publishAt).getTime() - app.clock.now().getTime()
  if (ahead < -SLOW_FORM_MS) failField('publishAt', notificationsText.timeIsPast)
  if (ahead > YEAR_MS) failField('publishAt', notificationsText.timeIsFar)
  return { ...rest, type: update, publishAt: new Date(publishAt) }
}

async function sendAs(app: App, who: AdminPerson, notice: NewNotice): Promise<SentNotification> {
  return app.db.transaction(async (tx) => {
    // One after the other for each admin: the second of two equal forms finds the first.
    await tx.select({ id: admins.id }).from(admins).where(eq(admins.id, who.id)).for('update')
    if (typeof notice.to === 'object' && 'studentId' in notice.to) await holdReceiver(tx, notice.to.studentId)
    const same = await justSent(app, tx, who, notice)
    if (same) return sentNotice(tx, same)
    const row = await sendNotice(app, tx, { ...notice, adminId: who.id })
    await writeLine(app, tx, { adminId: who.id, action: 'notification.sent', subject: row.id, details: factsOf(row) })
    return sentNotice(tx, row)
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
export function factsOf(row: NoticeRow) {
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

async function justSent(app: App, tx: Tx, who: AdminPerson, notice: NewNotice): Promise<NoticeRow | undefined> {
  const { studentId, ageCategory, audience } = audienceOf(notice.to)
  // A time that is past means now: so it stands in the row.
  const time = sql`greatest(${notice.publishAt?.toISOString() ?? null}::timestamptz, ${notices.createdAt})`
  const [same] = await tx
    .select()
    .from(notices)
    .where(
      and(
        gte(notices.createdAt, new Date(app.clock.now().getTime() - ONE_MESSAGE_MS)),
        isNull(notices.canceledAt),
        eq(notices.adminId, who.id),
        eq(notices.audience, audience),
        sql`${notices.studentId} is not distinct from ${studentId}::uuid`,
        sql`${notices.ageCategory} is not distinct from ${ageCategory}::text`,
        eq(notices.title, notice.title),
        eq(notices.description, notice.description),
        eq(notices.type, notice.type),
        eq(notices.method, notice.method),
        eq(notices.publishAt, time),
      ),
    )
  return same
}
