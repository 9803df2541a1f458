// Compares our payments with the provider's list once a day. A missed payment is credited only after asking the provider about
// it; the remaining differences are mailed to the admins. If the provider is unavailable, nothing is reported: the job throws,
// and its queue retries it.
import { lagosDate } from '@baobab/contract/accounts/rules.ts'
import { addDays } from '@baobab/contract/kernel/days.ts'
import { and, asc, eq, gte, inArray, isNull, lt, ne, type SQL } from 'drizzle-orm'
import { admins } from '../accounts/tables.ts'
import { paymentComparisonMail } from '../mails/payment-comparison.ts'
import type { App } from '../platform/app.ts'
import { defineMailQueue } from '../mails/mail-queues.ts'
import { defineQueue } from '../platform/jobs/jobs.ts'
import type { UnreadableTransaction } from '../platform/payment-provider/paystack-replies.ts'
import { askProvider } from './ask-provider.ts'
import {
  compareSides,
  findUnreadable,
  lagosDayRange,
  listingRange,
  needsReport,
  type DayComparison,
  type Difference,
  type ListedTransaction,
  type OurPayment,
} from './comparison-rules.ts'
import { isPaymentAdmin } from './payment-mails.ts'
import { paymentByReference } from './queries.ts'
import { recordEvents } from './record-events.ts'
import { toEvent, toFinding } from './rules.ts'
import { paymentComparisons, paymentEvents, payments } from './tables.ts'

/** Listing a day can take long. If a server crashes, its job is released after a minute without a heartbeat. */
export const dayComparisons = defineQueue<{ day: string }>('payment-comparisons', {
  retryLimit: 20,
  expireInSeconds: 7_200,
  heartbeatSeconds: 60,
})
export const comparisonMails = defineMailQueue<{ day: string; adminId: string }>('payment-comparison-mails', {
  retryLimit: 20,
})

/** How many days back a missing comparison is caught up on. */
const LOOK_BACK_DAYS = 7

/** Enqueues the comparison of yesterday, and of earlier days that have none. */
export async function enqueueComparisons(app: App): Promise<void> {
  for (const day of await listDueDays(app)) await app.jobs.send(app.db, dayComparisons, { day })
}

async function listDueDays(app: App): Promise<string[]> {
  const today = lagosDate(app.clock.now())
  const days = Array.from({ length: LOOK_BACK_DAYS }, (_, index) => addDays(today, index - LOOK_BACK_DAYS))
  const compared = await app.db
    .select({ day: paymentComparisons.day })
    .from(paymentComparisons)
    .where(inArray(paymentComparisons.day, days))
  const [first] = await app.db.select({ at: payments.openedAt }).from(payments).orderBy(asc(payments.openedAt)).limit(1)
  const isDone = new Set(compared.map(({ day }) => day))
  const isMissing = (day: string) => first !== undefined && day >= lagosDate(first.at) && !isDone.has(day)
  return days.filter((day) => day === days.at(-1) || isMissing(day))
}

/** Compares a day in Lagos. Safe to repeat and to run concurrently: the differences are reported once. */
export async function compareDay(app: App, { day }: { day: string }): Promise<void> {
  const { listed, unreadable } = await listTransactions(app, day)
  await creditMissed(app, [...listed, ...unreadable])
  const first = compareSides({ day, listed, ours: await loadOurPayments(app, { day, listed }) })
  const all = [...listed, ...(await resolveDifferences(app, first.differences))]
  const ours = await loadOurPayments(app, { day, listed: [...all, ...unreadable] })
  const comparison = compareSides({ day, listed: all, ours })
  if (unreadable.length > 0)
    app.log.warn({ day, transactions: unreadable.length }, "transactions in the provider's list cannot be read")
  await saveComparison(app, day, {
    ...comparison,
    differences: [...comparison.differences, ...findUnreadable({ day, unreadable, ours })],
  })
}

const MAX_PAGES = 2_000

async function listTransactions(
  app: App,
  day: string,
): Promise<{ listed: ListedTransaction[]; unreadable: UnreadableTransaction[] }> {
  const listed: ListedTransaction[] = []
  const unreadable: UnreadableTransaction[] = []
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const { transactions, unreadable: rest, hasMore } = await app.paystack.list({ ...listingRange(day), page })
    listed.push(...transactions.filter(({ status }) => status === 'success'))
    unreadable.push(...rest)
    if (!hasMore) return { listed, unreadable }
  }
  throw new Error("the provider's list has too many pages")
}

const BATCH_SIZE = 500
type WithReference = { reference: string }

/** Reads the payments of many references in batches. */
async function readInBatches<Row>(
  listed: readonly WithReference[],
  read: (isListed: SQL) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = []
  for (let start = 0; start < listed.length; start += BATCH_SIZE) {
    const references = listed.slice(start, start + BATCH_SIZE).map(({ reference }) => reference)
    rows.push(...(await read(inArray(payments.reference, references))))
  }
  return rows
}

/** Asks the provider about every payment it lists as paid that we have not confirmed. */
async function creditMissed(app: App, listed: readonly WithReference[]): Promise<void> {
  const missed = await readInBatches(listed, (isListed) =>
    app.db
      .select()
      .from(payments)
      .where(and(isListed, isNull(payments.confirmedAt), ne(payments.state, 'refunded'))),
  )
  for (const payment of missed) {
    const { isAnswered } = await askProvider(app, payment, 'compare')
    if (!isAnswered) throw new Error('the payment provider is unavailable')
  }
}

/** Loads our payments that are listed or were paid on the day. */
async function loadOurPayments(
  app: App,
  { day, listed }: { day: string; listed: readonly WithReference[] },
): Promise<OurPayment[]> {
  const { from, to } = lagosDayRange(day)
  const read = (which: SQL | undefined) =>
    app.db
      .select({
        reference: payments.reference,
        amountKobo: payments.amountKobo,
        state: payments.state,
        attention: payments.attention,
        confirmedAt: payments.confirmedAt,
        paidAt: payments.paidAt,
        foundAt: paymentEvents.at,
      })
      .from(payments)
      .leftJoin(
        paymentEvents,
        and(
          eq(paymentEvents.reference, payments.reference),
          eq(paymentEvents.kind, 'succeeded'),
          eq(paymentEvents.source, 'compare'),
        ),
      )
      .where(which)
  const paidOnDay = and(gte(payments.paidAt, from), lt(payments.paidAt, to))
  return [...(await readInBatches(listed, read)), ...(await read(paidOnDay))]
}

/**
 * Asks the provider about differences that may only come from gaps in its list, which omits transactions opened days before
 * they were paid, refunded transactions, and amounts without fees. Records missed refunds, and returns the transactions that
 * match our payments after all.
 */
async function resolveDifferences(app: App, differences: readonly Difference[]): Promise<ListedTransaction[]> {
  const matching: ListedTransaction[] = []
  for (const { reference, what } of differences) {
    if (what !== 'amount' && what !== 'not-theirs') continue
    const payment = await paymentByReference(app.db, reference)
    const found = payment && (await app.paystack.verify(reference))
    if (!found) continue
    const finding = toFinding(payment, found, app.paystack.domain)
    if (finding?.kind === 'succeeded')
      matching.push({ reference, amountKobo: finding.amountKobo, paidAt: payment.paidAt })
    if (finding?.kind !== 'refunded') continue
    const events = [{ ...toEvent(finding), details: { providerId: found.id } }]
    await recordEvents(app, { paymentId: payment.id, source: 'compare', events })
  }
  return matching
}

/** The maximum number of differences stored per day. They are sorted by importance, so only the least important are cut. */
const MAX_STORED = 500

/** Stores the result and, once per day, enqueues mails to the admins about differences they have to check. */
async function saveComparison(app: App, day: string, { ours, theirs, differences }: DayComparison): Promise<void> {
  const result = {
    ourCount: ours.count,
    ourKobo: ours.kobo,
    theirCount: theirs.count,
    theirKobo: theirs.kobo,
    differences: differences.slice(0, MAX_STORED),
    comparedAt: app.clock.now(),
  }
  await app.db.transaction(async (tx) => {
    const [row] = await tx
      .insert(paymentComparisons)
      .values({ day, ...result, isReported: false })
      .onConflictDoUpdate({ target: paymentComparisons.day, set: result })
      .returning({ isReported: paymentComparisons.isReported })
    if (row?.isReported || !differences.some(needsReport)) return
    await tx.update(paymentComparisons).set({ isReported: true }).where(eq(paymentComparisons.day, day))
    const recipients = await tx.select({ id: admins.id }).from(admins).where(isPaymentAdmin)
    for (const { id } of recipients) await app.jobs.send(tx, comparisonMails, { day, adminId: id })
  })
}

/** Mails a day's differences to one admin. */
export async function sendComparisonMail(app: App, { day, adminId }: { day: string; adminId: string }): Promise<void> {
  const [row] = await app.db.select().from(paymentComparisons).where(eq(paymentComparisons.day, day))
  const [admin] = await app.db
    .select({ email: admins.email })
    .from(admins)
    .where(and(eq(admins.id, adminId), isPaymentAdmin))
  if (!row?.differences.some(needsReport) || !admin) return
  const mail = paymentComparisonMail({ comparison: row, publicUrl: app.config.publicUrl })
  await app.mailer.send({ to: admin.email, ...mail })
}
