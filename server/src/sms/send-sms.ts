// Sends text messages and records them: what they cost, whether they arrived, and whether a code in them was used.
import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { App } from '../platform/app.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { findConstraint } from '../platform/http/errors.ts'
import { SmsRefusedError, type SmsProvider } from '../platform/sms/sms-provider.ts'
import { countPartsToday, loadRangeCounts } from './queries.ts'
import { countParts, findReachedLevel, isRangePaused, judgeBudget, toRange } from './rules.ts'
import { isRangeKind, smsMessages, type SmsKind } from './tables.ts'

type NewSms = { to: string; text: string; kind: SmsKind }

/** The id of the advisory lock that protects the day's budget ("smsb" in ASCII). */
const LOCK = 0x736d7362

const levelTexts = {
  low: 'four fifths of the budget for text messages are used today',
  spent: 'the budget for text messages is used up: no more are sent today',
} as const

/**
 * Sends a message, from a job.
 * @returns when the provider accepted it; undefined if it was not sent and will not be
 * @throws the provider's error if it may be temporary, so that the job tries again
 */
export async function sendSms(app: App, sms: NewSms): Promise<Date | undefined> {
  if (!app.sms) return undefined
  const id = await recordBeforeSending(app, app.sms, sms)
  if (id === undefined) return undefined
  const sent = await giveToProvider(app, app.sms, sms, id)
  if (!sent) return undefined
  const sentAt = app.clock.now()
  const isOwn = eq(smsMessages.id, id)
  try {
    await app.db.update(smsMessages).set({ messageId: sent.messageId, sentAt, state: 'sent' }).where(isOwn)
  } catch (error) {
    // The message has been sent. Failing because the provider has used the id before would send it again and again.
    if (findConstraint(error) !== 'sms_messages_message_id') throw error
    await app.db.update(smsMessages).set({ sentAt, state: 'sent' }).where(isOwn)
  }
  return sentAt
}

/** Gives a message to the provider. Records a failure; returns undefined if it is final, and otherwise throws the error. */
async function giveToProvider(
  app: App,
  provider: SmsProvider,
  { to, text }: NewSms,
  id: string,
): Promise<{ messageId: string } | undefined> {
  try {
    return await provider.send({ to, text })
  } catch (error) {
    const isRefused = error instanceof SmsRefusedError
    const reason = error instanceof Error ? error.message.slice(0, 200) : 'unknown'
    // Without `settledAt` it is not known whether the message was sent, and the range is not blamed for it.
    const settledAt = isRefused ? app.clock.now() : null
    await app.db.update(smsMessages).set({ state: 'failed', reason, settledAt }).where(eq(smsMessages.id, id))
    if (isRefused) return undefined
    throw error
  }
}

/**
 * Records a message if the budget and its range allow it; returns its id. All servers take turns, so the day's messages exceed the
 * budget by no more than the later parts of one message, and a range gets no more unused codes than the rule allows.
 */
async function recordBeforeSending(
  app: App,
  { name }: SmsProvider,
  { to, text, kind }: NewSms,
): Promise<string | undefined> {
  const [budget, parts, range] = [app.config.sms.dailyBudget, countParts(text), toRange(to)]
  const result = await app.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`)
    const now = app.clock.now()
    const before = await countPartsToday(tx, now)
    if (judgeBudget(before, budget) === 'spent') return { refused: 'budget' }
    if (isRangeKind(kind) && isRangePaused(await loadRangeCounts(tx, range, now))) return { refused: 'range' }
    const values = { number: to, range, kind, provider: name, parts, at: now }
    const [row] = await tx.insert(smsMessages).values(values).returning({ id: smsMessages.id })
    return { id: row?.id, reached: findReachedLevel(before, before + parts, budget) }
  })
  if (result.refused) app.log.warn({ kind, reason: result.refused }, 'a text message was not sent')
  if (result.reached) app.log.error({ budget }, levelTexts[result.reached])
  return result.id
}

/**
 * Records that a code sent to a number was entered, or a guardian's link used, which shows that somebody reads messages there. Only
 * the last such message counts, so that one person cannot vouch for many messages.
 */
export async function markCodeUsed(
  app: App,
  db: Db | Tx,
  number: string,
  kinds: readonly SmsKind[] = ['verify-code', 'number-code'],
): Promise<void> {
  const last = db
    .select({ id: smsMessages.id })
    .from(smsMessages)
    .where(and(eq(smsMessages.number, number), inArray(smsMessages.kind, kinds)))
    .orderBy(desc(smsMessages.at))
    .limit(1)
  await db
    .update(smsMessages)
    .set({ usedAt: app.clock.now() })
    .where(and(eq(smsMessages.id, sql`(${last})`), isNull(smsMessages.usedAt)))
}
