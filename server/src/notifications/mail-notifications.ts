// Mails notifications. One to many students is cut into chunks, in the order of the students' ids; its row stores how far
// it has been cut, so a server that stops loses and repeats nothing. Each mail is recorded before it is sent: after a
// crash in between it is not sent again, because the notification is in the app anyway and nobody should get it twice.
import { ageCategoryAt } from '@baobab/contract/age.ts'
import { and, asc, DrizzleQueryError, eq, gt, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import pLimit from 'p-limit'
import { students } from '../accounts/tables.ts'
import { notificationMail } from '../mails/notification.ts'
import type { App } from '../platform/app.ts'
import { defineQueue } from '../platform/jobs/jobs.ts'
import { canRetryMail } from './rules.ts'
import { notificationMails, notifications, type NotificationRow } from './tables.ts'

/** The number of students in one chunk. */
const CHUNK_SIZE = 100
/** As many mails at once as the mailer has connections. */
const CONCURRENT_MAILS = 3

// Stored in the queues: jobs of an earlier version must still be understood.
export type MailRound = { noticeId: string }
/** The students after one id, up to and including another. */
export type MailChunk = { noticeId: string; after: string | null; upTo: string }

/** Jobs that cut a published notification into chunks. */
export const notificationMailRounds = defineQueue<MailRound>('notice-mail-rounds')
/** Jobs that mail one chunk. The chunk of a server that died is retried after a minute without a heartbeat. */
export const notificationMailChunks = defineQueue<MailChunk>('notice-mail-chunks', {
  retryLimit: 20,
  heartbeatSeconds: 60,
})

/** Queues the chunks of a notification, each exactly once, however often this is started again. */
export async function startMailing(app: App, { noticeId }: MailRound, size = CHUNK_SIZE): Promise<void> {
  while (await cutChunk(app, noticeId, size));
}

/** Cuts off and queues the next chunk. Returns whether there was one. */
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

/** Returns the students of a chunk who are to be mailed and have not been yet. */
async function findRecipients(
  app: App,
  notification: NotificationRow,
  { after, upTo }: MailChunk,
): Promise<Recipient[]> {
  const mailed = sql`select 1 from ${notificationMails} where ${notificationMails.notificationId} = ${notification.id}::uuid
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

/** Mails a chunk. Throws if some mails certainly failed, so that the job is retried for those alone. */
export async function mailChunk(app: App, chunk: MailChunk, signal?: AbortSignal): Promise<void> {
  const [notification] = await app.db.select().from(notifications).where(eq(notifications.id, chunk.noticeId))
  if (!notification) return
  const recipients = await findRecipients(app, notification, chunk)
  const failures: unknown[] = []
  await pLimit(CONCURRENT_MAILS).map(recipients, async (recipient) => {
    signal?.throwIfAborted()
    await mailOne(app, notification, recipient).catch((error: unknown) => failures.push(error))
  })
  if (failures.length > 0) throw failures[0]
}

async function mailOne(app: App, notification: NotificationRow, { id, username, email }: Recipient): Promise<void> {
  const claimed = await app.db
    .insert(notificationMails)
    .values({ notificationId: notification.id, studentId: id, at: app.clock.now() })
    .onConflictDoNothing()
    .returning({ studentId: notificationMails.studentId })
  if (claimed.length === 0) return
  const { title, description } = notification
  const mail = notificationMail({ username, title, description, publicUrl: app.config.publicUrl })
  try {
    await app.mailer.send({ to: email, ...mail })
  } catch (error) {
    // A query error means that the mail could not even be completed with the contact details, so it was not sent.
    if (!canRetryMail(error) && !(error instanceof DrizzleQueryError))
      return app.log.warn({ err: error }, 'a notification was not mailed to one student')
    await app.db
      .delete(notificationMails)
      .where(and(eq(notificationMails.notificationId, notification.id), eq(notificationMails.studentId, id)))
    throw error
  }
}
