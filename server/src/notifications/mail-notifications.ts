// Mails notifications. A notification to many students is divided into chunks, in the order of the students' ids. Its row stores
// the progress, so a server that stops neither loses nor repeats a chunk. Each mail is recorded before it is sent. After a crash in
// between it is not sent again: the student can read the notification in the app, and no student should get the mail twice. A
// failed mail keeps its row, with the reason, so that admins can see it and send it again.
import { ageCategoryAt } from '@baobab/contract/accounts/rules.ts'
import { isEssential } from '@baobab/contract/notifications/endpoints.ts'
import { and, asc, DrizzleQueryError, eq, exists, gt, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import pLimit from 'p-limit'
import { students } from '../accounts/tables.ts'
import { notificationMail } from '../mails/notification.ts'
import type { App } from '../platform/app.ts'
import { defineMailQueue } from '../mails/mail-queues.ts'
import { redactText } from '../platform/log.ts'
import type { ReadLinkedVideos } from './linked-videos.ts'
import { createUnsubscribeLink } from './optional-mails.ts'
import { canRetryMail } from './rules.ts'
import { notificationMails, notificationRecipients, notifications, type NotificationRow } from './tables.ts'

/** The number of students in one chunk. */
const CHUNK_SIZE = 100
/** The number of mails sent concurrently: one for each connection of the mailer. */
const CONCURRENT_MAILS = 3
/** The maximum length of a stored reason, in characters. */
const REASON_MAX = 300

// These types are stored in the queues, so jobs from an earlier version must stay readable.
type MailRound = { noticeId: string }
/** The students after id `after`, up to and including `upTo`. */
export type MailChunk = { noticeId: string; after: string | null; upTo: string }
/** A notification's failed mails that may be resent. */
type FailedMailRound = { noticeId: string }

/** Jobs that divide a published notification into chunks. */
export const notificationMailRounds = defineMailQueue<MailRound>('notice-mail-rounds')
/** Jobs that mail one chunk. If a server crashes, its chunk is retried after a minute without a heartbeat. */
export const notificationMailChunks = defineMailQueue<MailChunk>('notice-mail-chunks', {
  retryLimit: 20,
  heartbeatSeconds: 60,
})
/** Jobs that resend a notification's failed mails because an admin asked for it. */
export const failedMailRounds = defineMailQueue<FailedMailRound>('failed-notice-mails', { heartbeatSeconds: 60 })

/** Queues the chunks of a notification, each exactly once, even if this is restarted. */
export async function startMailing(app: App, { noticeId }: MailRound, size = CHUNK_SIZE): Promise<void> {
  while (await cutChunk(app, noticeId, size));
}

/** Cuts off and queues the next chunk. Returns whether there was one. */
export async function cutChunk(app: App, notificationId: string, size: number): Promise<boolean> {
  return app.db.transaction(async (tx) => {
    const [notification] = await tx
      .select()
      .from(notifications)
      .where(eq(notifications.id, notificationId))
      .for('update')
    if (!notification?.publishedAt) return false
    const after = notification.mailedUpTo
    const ids = await tx
      .select({ id: students.id })
      .from(students)
      .where(
        and(
          after === null ? undefined : gt(students.id, after),
          notification.studentId === null ? undefined : eq(students.id, notification.studentId),
          isInSegment(app, notification),
        ),
      )
      .orderBy(asc(students.id))
      .limit(size)
    const upTo = ids.at(-1)?.id
    if (upTo === undefined) return false
    await tx.update(notifications).set({ mailedUpTo: upTo }).where(eq(notifications.id, notificationId))
    await app.jobs.send(tx, notificationMailChunks, { noticeId: notificationId, after, upTo })
    return true
  })
}

/** Returns the SQL condition that a student is in a notification's segment; undefined if it has none. */
function isInSegment({ db }: Pick<App, 'db'>, { id, segment }: Pick<NotificationRow, 'id' | 'segment'>) {
  if (segment === null) return undefined
  const { notificationId, studentId } = notificationRecipients
  return exists(
    db
      .select({ studentId })
      .from(notificationRecipients)
      .where(and(eq(notificationId, id), eq(studentId, students.id))),
  )
}

/** The condition `mayBeMailed` leaves out students without an email. */
const mailbox = sql<string>`${students.email}`

type Recipient = Pick<typeof students.$inferSelect, 'id' | 'username' | 'birth'> & { email: string }

/** Returns the students in a chunk who should be mailed and have not been mailed yet. */
async function findRecipients(
  app: App,
  notification: NotificationRow,
  { after, upTo }: MailChunk,
): Promise<Recipient[]> {
  const mailed = sql`select 1 from ${notificationMails} where ${notificationMails.notificationId} = ${notification.id}::uuid
    and ${notificationMails.studentId} = ${students.id}
    and not (${notificationMails.failedAt} is not null and ${notificationMails.canRetry})`
  const rows = await app.db
    .select({ id: students.id, username: students.username, email: mailbox, birth: students.birth })
    .from(students)
    .where(
      and(
        after === null ? undefined : gt(students.id, after),
        lte(students.id, upTo),
        notification.studentId === null
          ? lte(students.createdAt, notification.publishedAt ?? notification.publishAt)
          : eq(students.id, notification.studentId),
        isInSegment(app, notification),
        mayBeMailed(notification),
        sql`not exists (${mailed})`,
      ),
    )
  const now = app.clock.now()
  return rows.filter(
    ({ birth }) => notification.ageCategory === null || ageCategoryAt(birth, now) === notification.ageCategory,
  )
}

/** Returns the SQL condition that a student may receive a notification's mails. */
export function mayBeMailed(notification: Pick<NotificationRow, 'type' | 'audience'>) {
  return and(
    isNull(students.erasedAt),
    isNotNull(students.email),
    isNull(students.emailBouncedAt),
    isEssential(notification) ? undefined : isNull(students.optionalMailsOffAt),
  )
}

/** Mails a chunk. Throws if some mails certainly failed, so that the job is retried only for those. */
export async function mailChunk(
  app: App,
  readLinkedVideos: ReadLinkedVideos,
  chunk: MailChunk,
  signal?: AbortSignal,
): Promise<void> {
  const notification = await findNotification(app, readLinkedVideos, chunk.noticeId)
  if (!notification) return
  await mailAll(app, notification, await findRecipients(app, notification, chunk), signal)
}

/** Resends a notification's failed mails that may be resent. Throws like `mailChunk`. */
export async function mailAgain(
  app: App,
  readLinkedVideos: ReadLinkedVideos,
  { noticeId }: FailedMailRound,
  signal?: AbortSignal,
): Promise<void> {
  const notification = await findNotification(app, readLinkedVideos, noticeId)
  if (!notification) return
  const recipients = await app.db
    .select({ id: students.id, username: students.username, email: mailbox, birth: students.birth })
    .from(notificationMails)
    .innerJoin(students, eq(students.id, notificationMails.studentId))
    .where(
      and(
        eq(notificationMails.notificationId, noticeId),
        isNotNull(notificationMails.failedAt),
        notificationMails.canRetry,
        mayBeMailed(notification),
      ),
    )
  await mailAll(app, notification, recipients, signal)
}

/** Finds a notification. Its mails do not link to a video that students cannot open now. */
async function findNotification(
  app: App,
  readLinkedVideos: ReadLinkedVideos,
  id: string,
): Promise<NotificationRow | undefined> {
  const [row] = await app.db.select().from(notifications).where(eq(notifications.id, id))
  if (!row?.videoId) return row
  const linked = await readLinkedVideos(app.db, [row.videoId], app.clock.now())
  return linked.get(row.videoId)?.isOpen ? row : { ...row, videoId: null }
}

async function mailAll(
  app: App,
  notification: NotificationRow,
  recipients: readonly Recipient[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const failures: unknown[] = []
  await pLimit(CONCURRENT_MAILS).map(recipients, async (recipient) => {
    signal?.throwIfAborted()
    await mailOne(app, notification, recipient).catch((error: unknown) => failures.push(error))
  })
  if (failures.length > 0) throw failures[0]
}

async function mailOne(app: App, notification: NotificationRow, { id, username, email }: Recipient): Promise<void> {
  if (!(await claimMail(app, notification, id))) return
  const { title, description } = notification
  const unsubscribe = isEssential(notification) ? undefined : createUnsubscribeLink(app, id)
  const mail = notificationMail({
    username,
    title,
    description,
    videoId: notification.videoId,
    publicUrl: app.config.publicUrl,
    unsubscribe,
  })
  try {
    await app.mailer.send({ to: email, ...mail })
  } catch (error) {
    // A query error means that the contact details could not be added to the mail, so it was not sent.
    const canRetry = canRetryMail(error) || error instanceof DrizzleQueryError
    const failure = redactText(error instanceof Error ? error.message : String(error)).slice(0, REASON_MAX)
    await app.db
      .update(notificationMails)
      .set({ failedAt: app.clock.now(), failure, canRetry })
      .where(and(eq(notificationMails.notificationId, notification.id), eq(notificationMails.studentId, id)))
    if (canRetry) throw error
    app.log.warn({ err: error }, 'a notification was not mailed to one student')
  }
}

/** Records that a mail is about to be sent. Returns false if another server or an earlier attempt already did. */
async function claimMail(app: App, notification: NotificationRow, studentId: string): Promise<boolean> {
  // Locks the student before the notification is referenced, as an erasure does, to avoid a deadlock.
  const recipient = app.db
    .select({
      notificationId: sql`${notification.id}::uuid`.as('notice_id'),
      studentId: students.id,
      at: sql`${app.clock.now()}::timestamptz`.as('at'),
      failedAt: sql`null::timestamptz`.as('failed_at'),
      failure: sql`null::text`.as('failure'),
      canRetry: sql`false`.as('can_retry'),
    })
    .from(students)
    .where(and(eq(students.id, studentId), isNull(students.erasedAt)))
    .for('key share')
  const claimed = await app.db
    .insert(notificationMails)
    .select(recipient)
    .onConflictDoUpdate({
      target: [notificationMails.notificationId, notificationMails.studentId],
      set: { at: app.clock.now(), failedAt: null, failure: null, canRetry: false },
      setWhere: sql`${notificationMails.failedAt} is not null and ${notificationMails.canRetry}`,
    })
    .returning({ studentId: notificationMails.studentId })
  return claimed.length > 0
}
