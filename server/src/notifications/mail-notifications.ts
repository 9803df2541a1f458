// Notices by mail. A notice to many is cut into chunks of students in the order of their ids; how far it is cut stands
// in its row, so a server's end loses and repeats nothing. A mail is written down before it goes: after a crash in
// between it is not sent again, because a notice stands in the app as well, and nobody should get it by mail twice.
import { ageCategoryAt } from '@baobab/contract/age.ts'
import { and, asc, DrizzleQueryError, eq, gt, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import { students } from '../accounts/tables.ts'
import type { App } from '../platform/app.ts'
import { notificationMail } from '../mails/notification.ts'
import { defineQueue } from '../platform/jobs/jobs.ts'
import { canRetryMail } from './rules.ts'
import type { NotificationRow } from './shapes.ts'
import { notificationMails, notifications } from './tables.ts'

/** Students of one job. */
const CHUNK = 100
/** As many as the mailer has connections. */
const AT_ONCE = 3

export type Round = { noticeId: string }
/** Whom a job mails: the students after one id, up to another. */
export type Chunk = { noticeId: string; after: string | null; upTo: string }

/** Cuts a published notice into chunks. */
export const notificationMailRounds = defineQueue<Round>('notice-mail-rounds')
/** Mails one chunk. A server that dies with one is missed after a minute. */
export const notificationMailChunks = defineQueue<Chunk>('notice-mail-chunks', { retryLimit: 20, heartbeatSeconds: 60 })

/** Sends the chunks of a notice off, each exactly once, however often this is begun again. */
export async function startMailing(app: App, { noticeId }: Round, size = CHUNK): Promise<void> {
  while (await cutChunk(app, noticeId, size));
}

/** Cuts off the next chunk; answers whether there was one. */
export async function cutChunk(app: App, noticeId: string, size: number): Promise<boolean> {
  return app.db.transaction(async (tx) => {
    const [notification] = await tx.select().from(notifications).where(eq(notifications.id, noticeId)).for('update')
    if (!notification?.publishedAt) return false
    const after = notification.mailedUpTo
    const ids = await tx
      .select({ id: students.id })
      .from(students)
      .where(
        and(
          after === null ? undefined : gt(students.id, after),
          notification.studentId === null ? undefined : eq(students.id, notification.studentId),
        ),
      )
      .orderBy(asc(students.id))
      .limit(size)
    const upTo = ids.at(-1)?.id
    if (upTo === undefined) return false
    await tx.update(notifications).set({ mailedUpTo: upTo }).where(eq(notifications.id, noticeId))
    await app.jobs.send(tx, notificationMailChunks, { noticeId, after, upTo })
    return true
  })
}

type Recipient = Pick<typeof students.$inferSelect, 'id' | 'username' | 'email' | 'birth'>

/** Who of a chunk is to be mailed and was not yet. */
async function recipientsOf(app: App, notification: NotificationRow, { after, upTo }: Chunk): Promise<Recipient[]> {
  const mailed = sql`select 1 from ${notificationMails} where ${notificationMails.noticeId} = ${notification.id}::uuid
    and ${notificationMails.studentId} = ${students.id}`
  const rows = await app.db
    .select({ id: students.id, username: students.username, email: students.email, birth: students.birth })
    .from(students)
    .where(
      and(
        after === null ? undefined : gt(students.id, after),
        lte(students.id, upTo),
        notification.studentId === null
          ? lte(students.createdAt, notification.publishedAt ?? notification.publishAt)
          : eq(students.id, notification.studentId),
        isNotNull(students.verifiedAt),
        or(isNull(students.guardianEmail), isNotNull(students.guardianAgreedAt)),
        isNull(students.erasedAt),
        isNull(students.emailBouncedAt),
        sql`not exists (${mailed})`,
      ),
    )
  const now = app.clock.now()
  return rows.filter(
    ({ birth }) => notification.ageCategory === null || ageCategoryAt(birth, now) === notification.ageCategory,
  )
}

/** Mails a chunk; where mails could surely not be handed over, it is tried again for these alone. */
export async function mailChunk(app: App, chunk: Chunk, signal?: AbortSignal): Promise<void> {
  const [notification] = await app.db.select().from(notifications).where(eq(notifications.id, chunk.noticeId))
  if (!notification) return
  const waiting = await recipientsOf(app, notification, chunk)
  const failures: unknown[] = []
  const mailNext = async (): Promise<void> => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      signal?.throwIfAborted()
      await mailOne(app, notification, next).catch((error: unknown) => failures.push(error))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, mailNext))
  if (failures.length > 0) throw failures[0]
}

async function mailOne(app: App, notification: NotificationRow, { id, username, email }: Recipient): Promise<void> {
  const claimed = await app.db
    .insert(notificationMails)
    .values({ noticeId: notification.id, studentId: id, at: app.clock.now() })
    .onConflictDoNothing()
    .returning({ noticeId: notificationMails.noticeId })
  if (claimed.length === 0) return
  const { title, description } = notification
  const mail = notificationMail({ username, title, description, publicUrl: app.config.publicUrl })
  try {
    await app.mailer.send({ to: email, ...mail })
  } catch (error) {
    // A mail that could not even be finished was not sent.
    if (!canRetryMail(error) && !(error instanceof DrizzleQueryError))
      return app.log.warn({ err: error }, 'a notice was not mailed to one student')
    await app.db
      .delete(notificationMails)
      .where(and(eq(notificationMails.noticeId, notification.id), eq(notificationMails.studentId, id)))
    throw error
  }
}
