// Sends text messages and records them: what they cost, whether they arrived, and whether a code in them was used.
import { and, eq } from 'drizzle-orm'
import type { App } from '../platform/app.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { SmsRefusedError } from '../platform/sms/sms-provider.ts'
import { smsMessages, type SmsKind } from './tables.ts'

type NewSms = { to: string; text: string; kind: SmsKind }

/** The digits at the end of a number that differ within a range. */
const RANGE_DIGITS = 4
const PART_LENGTH = 160
const LATER_PART_LENGTH = 153

/** Returns for how many messages in GSM-7 the provider charges (3GPP TS 23.040: longer texts lose 7 characters a part). */
export const countParts = (text: string): number =>
  text.length <= PART_LENGTH ? 1 : Math.ceil(text.length / LATER_PART_LENGTH)

/** Whether text messages can be sent at all. */
export const canSendSms = (app: App): boolean => app.sms !== undefined

/**
 * Counts a code for a number, before the transaction that creates it.
 * @returns whether the number may get it; if not, the caller replies as usual and sends nothing
 */
export function maySendCode(app: App, number: string): Promise<boolean> {
  return app.rateLimits.consumeMailQuota('sms-code', number)
}

/**
 * Sends a message, from a job.
 * @returns when the provider accepted it; undefined if it was not sent and will not be
 * @throws the provider's error if it may be temporary, so that the job tries again
 */
export async function sendSms(app: App, { to, text, kind }: NewSms): Promise<Date | undefined> {
  if (!app.sms) return undefined
  const [row] = await app.db
    .insert(smsMessages)
    .values({
      number: to,
      range: to.slice(0, -RANGE_DIGITS),
      kind,
      provider: app.sms.name,
      parts: countParts(text),
      at: app.clock.now(),
    })
    .returning({ id: smsMessages.id })
  const isOwn = eq(smsMessages.id, row?.id ?? '')
  try {
    const { messageId } = await app.sms.send({ to, text })
    const sentAt = app.clock.now()
    await app.db.update(smsMessages).set({ messageId, sentAt, state: 'sent' }).where(isOwn)
    return sentAt
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, 200) : 'unknown'
    await app.db.update(smsMessages).set({ state: 'failed', reason, settledAt: app.clock.now() }).where(isOwn)
    if (error instanceof SmsRefusedError) return undefined
    throw error
  }
}

/** Records that a code sent to a number was entered, which shows that somebody reads messages there. */
export async function markCodeUsed(app: App, db: Db | Tx, number: string): Promise<void> {
  await db
    .update(smsMessages)
    .set({ usedAt: app.clock.now() })
    .where(and(eq(smsMessages.number, number), eq(smsMessages.kind, 'verify-code')))
}
