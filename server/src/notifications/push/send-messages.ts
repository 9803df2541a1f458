// Sends waiting push messages, one per device: several notifications need only one message, because it just says that there is
// something new. A message is recorded before it is sent. After a crash in between it is not sent again: the student can read
// the notification in the app, and no phone should ring twice.
import { isQuiet, pushText } from '@baobab/contract/notifications/text.ts'
import { and, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import pLimit from 'p-limit'
import { sessions } from '../../accounts/tables.ts'
import type { App } from '../../platform/app.ts'
import type { PushOutcome } from '../../platform/push/rules.ts'
import { notificationReads, pushMessages, pushSubscriptions, type PushSubscriptionRow } from '../tables.ts'
import { pushSending } from './queue-messages.ts'
import { findRetryTime, isDead } from './rules.ts'

/** The number of devices in one batch. */
const BATCH_SIZE = 200
const CONCURRENT_MESSAGES = 20
/** How long a push service keeps a message for a phone that is off. */
const TTL_SECONDS = 24 * 3_600
/** A push service keeps one undelivered message per topic and browser. */
const TOPIC = 'new-notification'

/** Sends one batch of waiting messages, and queues the next batch. Sends nothing at night. */
export async function sendPushMessages(app: App, signal?: AbortSignal): Promise<void> {
  if (isQuiet(app.clock.now())) return
  const devices = await findWaiting(app, BATCH_SIZE)
  await pLimit(CONCURRENT_MESSAGES).map(devices, async (device) => {
    signal?.throwIfAborted()
    // A batch held up by slow push services may last into the night. The rest waits until morning.
    if (!isQuiet(app.clock.now())) await sendToDevice(app, device)
  })
  if (devices.length === BATCH_SIZE) await app.jobs.send(app.db, pushSending, {})
}

/** Queues the sending of due messages: in the morning, and after a pause requested by a push service. */
export async function startSending(app: App): Promise<void> {
  if (isQuiet(app.clock.now())) return
  const waiting = await findWaiting(app, 1)
  if (waiting.length > 0) await app.jobs.send(app.db, pushSending, {})
}

/** Finds devices with a waiting message about a notification that its student has not read in the meantime. */
async function findWaiting(app: App, limit: number): Promise<PushSubscriptionRow[]> {
  const now = app.clock.now()
  const isRead = sql`select 1 from ${notificationReads} where ${notificationReads.notificationId} = ${pushMessages.notificationId}
    and ${notificationReads.studentId} = ${sessions.studentId}`
  const rows = await app.db
    .selectDistinctOn([pushSubscriptions.id], { device: pushSubscriptions })
    .from(pushMessages)
    .innerJoin(pushSubscriptions, eq(pushSubscriptions.id, pushMessages.subscriptionId))
    .innerJoin(sessions, eq(sessions.id, pushSubscriptions.sessionId))
    .where(
      and(
        isNull(pushMessages.sentAt),
        or(isNull(pushSubscriptions.retryAt), lte(pushSubscriptions.retryAt, now)),
        gt(sessions.expiresAt, now),
        sql`not exists (${isRead})`,
      ),
    )
    .limit(limit)
  return rows.map(({ device }) => device)
}

async function sendToDevice(app: App, device: PushSubscriptionRow): Promise<void> {
  const claimed = await app.db
    .update(pushMessages)
    .set({ sentAt: app.clock.now() })
    .where(and(eq(pushMessages.subscriptionId, device.id), isNull(pushMessages.sentAt)))
    .returning({ id: pushMessages.notificationId })
  if (claimed.length === 0) return
  const outcome = await app.push.send(device, { text: pushText.message, ttlSeconds: TTL_SECONDS, topic: TOPIC })
  if (outcome.kind === 'accepted') return markWorking(app, device)
  if (outcome.kind === 'gone') return forget(app, device)
  if (outcome.kind === 'refused') app.log.warn({ status: outcome.status }, 'a push service refused a message')
  const ids = claimed.map(({ id }) => id)
  await recordFailure(app, device, outcome, ids)
}

async function markWorking(app: App, { id, failures }: PushSubscriptionRow): Promise<void> {
  if (failures === 0) return
  const set = { failingSince: null, failures: 0, retryAt: null }
  await app.db.update(pushSubscriptions).set(set).where(eq(pushSubscriptions.id, id))
}

async function forget(app: App, { id }: PushSubscriptionRow): Promise<void> {
  await app.db.delete(pushSubscriptions).where(eq(pushSubscriptions.id, id))
}

/** Counts a failure, and drops a device that has been failing for too long. Messages worth retrying wait again. */
async function recordFailure(
  app: App,
  device: PushSubscriptionRow,
  outcome: Extract<PushOutcome, { kind: 'unavailable' | 'refused' }>,
  notificationIds: string[],
): Promise<void> {
  const now = app.clock.now()
  const failingSince = device.failingSince ?? now
  if (isDead(failingSince, now)) return forget(app, device)
  const failures = device.failures + 1
  const retryAfterMs = outcome.kind === 'unavailable' ? outcome.retryAfterMs : undefined
  const set = { failingSince, failures, retryAt: findRetryTime(failures, retryAfterMs, now) }
  await app.db.transaction(async (tx) => {
    await tx.update(pushSubscriptions).set(set).where(eq(pushSubscriptions.id, device.id))
    if (outcome.kind === 'refused') return
    await tx
      .update(pushMessages)
      .set({ sentAt: null })
      .where(and(eq(pushMessages.subscriptionId, device.id), inArray(pushMessages.notificationId, notificationIds)))
  })
}
