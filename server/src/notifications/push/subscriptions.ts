// A student's devices that get push messages. Each belongs to a session, so that a logout, a new password or an erasure ends it
// in the same statement.
import { ageAt } from '@baobab/contract/accounts/rules.ts'
import type { ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import { PUSH_AGE_MIN, PUSH_DEVICES, pushText } from '@baobab/contract/notifications/text.ts'
import type {
  listPushSubscriptions,
  PushSubscription,
  PushSubscriptionForm,
} from '@baobab/contract/notifications/endpoints.ts'
import { and, asc, count, eq, gt, inArray, sql } from 'drizzle-orm'
import { sessions, students } from '../../accounts/tables.ts'
import type { App } from '../../platform/app.ts'
import { isId } from '../../platform/database/database.ts'
import type { StudentUser } from '../../platform/http/auth.ts'
import { fail, failField } from '../../platform/http/errors.ts'
import { isPublicKey } from '../../platform/push/push-keys.ts'
import { pushSubscriptions, type PushSubscriptionRow } from '../tables.ts'

/** Lists a student's devices that get push messages, oldest first. */
export async function listSubscriptions(app: App, who: StudentUser): Promise<ReplyOf<typeof listPushSubscriptions>> {
  const rows = await app.db
    .select({ subscription: pushSubscriptions })
    .from(pushSubscriptions)
    .innerJoin(sessions, eq(sessions.id, pushSubscriptions.sessionId))
    .where(and(eq(sessions.studentId, who.id), gt(sessions.expiresAt, app.clock.now())))
    .orderBy(asc(pushSubscriptions.createdAt), asc(pushSubscriptions.id))
  return {
    publicKey: app.push.publicKey,
    isOffered: isOldEnough(app, who),
    subscriptions: rows.map(({ subscription }) => toReply(subscription, who)),
  }
}

/** Turns push messages on for a login's browser. If another login used the browser, it now belongs to this one. */
export async function addSubscription(
  app: App,
  who: StudentUser,
  { endpoint, keys }: PushSubscriptionForm,
): Promise<PushSubscription> {
  if (!isOldEnough(app, who)) fail('forbidden', { message: pushText.notForChildren })
  if (!app.push.accepts(endpoint)) failField('endpoint', pushText.unknownService)
  if (!isPublicKey(keys.p256dh)) failField('keys.p256dh', pushText.keysInvalid)
  const { p256dh, auth } = keys
  const { sessionId } = who
  return app.db.transaction(async (tx) => {
    // Locks the student, so that two simultaneous devices cannot both be the tenth, and the session, so that it cannot end now.
    await tx.select({ id: students.id }).from(students).where(eq(students.id, who.id)).for('update')
    const [session] = await tx.select({ id: sessions.id }).from(sessions).where(eq(sessions.id, sessionId)).for('share')
    if (!session) fail('unauthorised')
    // This login's subscription in another browser, and another login's subscription in this one.
    await tx
      .delete(pushSubscriptions)
      .where(sql`(${pushSubscriptions.sessionId} = ${sessionId}) <> (${pushSubscriptions.endpoint} = ${endpoint})`)
    const [row] = await tx
      .insert(pushSubscriptions)
      .values({ sessionId, endpoint, p256dh, auth, createdAt: app.clock.now() })
      .onConflictDoUpdate({
        target: pushSubscriptions.endpoint,
        set: { sessionId, p256dh, auth, failingSince: null, failures: 0, retryAt: null },
      })
      .returning()
    if (!row) throw new Error('the subscription was not written')
    const [devices] = await tx
      .select({ count: count() })
      .from(pushSubscriptions)
      .innerJoin(sessions, eq(sessions.id, pushSubscriptions.sessionId))
      .where(and(eq(sessions.studentId, who.id), gt(sessions.expiresAt, app.clock.now())))
    if ((devices?.count ?? 0) > PUSH_DEVICES) fail('too_many_devices')
    return toReply(row, who)
  })
}

/** Turns push messages off for one of a student's devices. */
export async function deleteSubscription(app: App, who: StudentUser, id: string): Promise<void> {
  if (!isId(id)) fail('not_found')
  const own = app.db.select({ id: sessions.id }).from(sessions).where(eq(sessions.studentId, who.id))
  const deleted = await app.db
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.id, id), inArray(pushSubscriptions.sessionId, own)))
    .returning({ id: pushSubscriptions.id })
  if (deleted.length === 0) fail('not_found')
}

/** Children up to 10 get no messages on a phone, because it may belong to a parent. */
function isOldEnough(app: App, { birth }: StudentUser): boolean {
  return ageAt(birth, app.clock.now()) >= PUSH_AGE_MIN
}

function toReply({ id, sessionId, createdAt }: PushSubscriptionRow, who: StudentUser): PushSubscription {
  return { _id: id, sessionId, createdAt: createdAt.toISOString(), isCurrent: sessionId === who.sessionId }
}
