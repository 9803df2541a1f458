// Once a day our successes are held against the provider's list. What we had missed is credited on the provider's word, as
// always; what nobody can explain goes to the admins. A provider that is away makes no report: the job throws, and its
// queue tries again.
import { addDays } from '@baobab/contract/lagos-days.ts'
import { lagosDate } from '@baobab/contract/age.ts'
import { and, asc, eq, gte, inArray, isNull, lt, ne, type SQL } from 'drizzle-orm'
import { admins } from '../accounts/tables.ts'
import type { App } from '../platform/app.ts'
import { paymentComparisonMail } from '../mails/payment-comparison.ts'
import { defineQueue } from '../platform/jobs/jobs.ts'
import { askProvider } from './ask-provider.ts'
import {
  compareSides,
  needsReport,
  listingRange,
  findUnreadable,
  lagosDayRange,
  type DayComparison,
  type Difference,
  type OurPayment,
  type ListedTransaction,
} from './comparison-rules.ts'
import type { UnreadableTransaction } from '../platform/payment-provider/paystack-replies.ts'
import { paymentByReference } from './queries.ts'
import { recordEvents } from './record-events.ts'
import { toFinding } from './rules.ts'
import { paymentComparisons, paymentEvents, payments } from './tables.ts'

/** A day's list can be long. A server that dies with it is missed after a minute. */
export const dayComparisons = defineQueue<{ day: string }>('payment-comparisons', {
  retryLimit: 20,
  expireInSeconds: 7_200,
  heartbeatSeconds: 60,
})
export const comparisonMails = defineQueue<{ day: string; adminId: string }>('payment-comparison-mails', {
  retryLimit: 20,
})

/** Days without a comparison are made up for this long. */
const LOOK_BACK_DAYS = 7

/** Has yesterday compared, and the days before it that nobody could compare. */
export async function enqueueComparisons(app: App): Promise<void> {
  for (const day of await daysDue(app)) await app.jobs.send(app.db, dayComparisons, { day })
}

async function daysDue(app: App): Promise<string[]> {
  const today = lagosDate(app.clock.now())
  const days = Array.from({ length: LOOK_BACK_DAYS }, (_, at) => addDays(today, at - LOOK_BACK_DAYS))
  const compared = await app.db
    .select({ day: paymentComparisons.day })
    .from(paymentComparisons)
    .where(inArray(paymentComparisons.day, days))
  const [first] = await app.db.select({ at: payments.openedAt }).from(payments).orderBy(asc(payments.openedAt)).limit(1)
  const isDone = new Set(compared.map(({ day }) => day))
  const isNeeded = (day: string) => first !== undefined && day >= lagosDate(first.at) && !isDone.has(day)
  return days.filter((day) => day === days.at(-1) || isNeeded(day))
}

/** Compares a day in Lagos. Doing it again, or twice at once, finds the same and reports it once. */
export async function compareDay(app: App, { day }: { day: string }): Promise<void> {
  const { listed, unread } = await listOf(app, day)
  await creditMissed(app, [...listed, ...unread])
  const first = compareSides({ day, listed, kept: await keptOf(app, { day, listed }) })
  const learned = await lookAgain(app, first.differences)
  const all = [...listed, ...learned]
  const kept = await keptOf(app, { day, listed: [...all, ...unread] })
  const compared = compareSides({ day, listed: all, kept })
  const strange = findUnreadable({ day, unread, kept })
  if (unread.length > 0) app.log.warn({ day, lines: unread.length }, "lines of the provider's list cannot be read")
  await writeDown(app, day, { ...compared, differences: [...compared.differences, ...strange] })
}

const MOST_PAGES = 2_000

async function listOf(
  app: App,
  day: string,
): Promise<{ listed: ListedTransaction[]; unread: UnreadableTransaction[] }> {
  const listed: ListedTransaction[] = []
  const unread: UnreadableTransaction[] = []
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const { transactions, unread: lines, hasMore } = await app.paystack.list({ ...listingRange(day), page })
    listed.push(...transactions.filter(({ status }) => status === 'success'))
    unread.push(...lines)
    if (!hasMore) return { listed, unread }
  }
  throw new Error("the provider's list has no end")
}

const PIECE = 500
type Named = { reference: string }

/** Reads payments of many references, a piece at a time. */
async function inPieces<Row>(listed: readonly Named[], read: (among: SQL) => Promise<Row[]>): Promise<Row[]> {
  const rows: Row[] = []
  for (let at = 0; at < listed.length; at += PIECE) {
    const references = listed.slice(at, at + PIECE).map(({ reference }) => reference)
    rows.push(...(await read(inArray(payments.reference, references))))
  }
  return rows
}

/** Asks about whatever the provider lists as paid and we do not count as paid. */
async function creditMissed(app: App, listed: readonly Named[]): Promise<void> {
  const missed = await inPieces(listed, (among) =>
    app.db
      .select()
      .from(payments)
      .where(and(among, isNull(payments.confirmedAt), ne(payments.state, 'refunded'))),
  )
  for (const payment of missed) {
    const { isAnswered } = await askProvider(app, payment, 'compare')
    if (!isAnswered) throw new Error('the payment provider is away')
  }
}

/** Our payments that are listed, and those that were paid on the day. */
async function keptOf(app: App, { day, listed }: { day: string; listed: readonly Named[] }): Promise<OurPayment[]> {
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
  return [...(await inPieces(listed, read)), ...(await read(and(gte(payments.paidAt, from), lt(payments.paidAt, to))))]
}

/**
 * A list may leave out what was opened long before it was paid, what was given back, and the sum without fees. Before
 * anybody is alarmed the provider is asked about each of these; answers what it said of those that are as we think.
 */
async function lookAgain(app: App, differences: readonly Difference[]): Promise<ListedTransaction[]> {
  const learned: ListedTransaction[] = []
  for (const { reference, what } of differences) {
    if (what !== 'amount' && what !== 'not-theirs') continue
    const payment = await paymentByReference(app.db, reference)
    const found = payment && (await app.paystack.verify(reference))
    if (!found) continue
    const finding = toFinding(payment, found, app.paystack.domain)
    if (finding?.kind === 'succeeded') learned.push({ reference, amountKobo: found.amountKobo, paidAt: payment.paidAt })
    if (finding?.kind !== 'refunded') continue
    const events = [{ ...finding, details: { providerId: found.id } }]
    await recordEvents(app, { paymentId: payment.id, source: 'compare', events })
  }
  return learned
}

/** More of them than a person reads; those that matter come first. */
const MOST_KEPT = 500

/** Keeps what was found and, once for a day, has every admin told of what needs a person. */
async function writeDown(app: App, day: string, { ours, theirs, differences }: DayComparison): Promise<void> {
  const found = {
    ourCount: ours.count,
    ourKobo: ours.kobo,
    theirCount: theirs.count,
    theirKobo: theirs.kobo,
    differences: differences.slice(0, MOST_KEPT),
    comparedAt: app.clock.now(),
  }
  await app.db.transaction(async (tx) => {
    const [row] = await tx
      .insert(paymentComparisons)
      .values({ day, ...found, isReported: false })
      .onConflictDoUpdate({ target: paymentComparisons.day, set: found })
      .returning({ isReported: paymentComparisons.isReported })
    if (row?.isReported || !differences.some(needsReport)) return
    await tx.update(paymentComparisons).set({ isReported: true }).where(eq(paymentComparisons.day, day))
    const people = await tx.select({ id: admins.id }).from(admins).where(isNull(admins.removedAt))
    for (const { id } of people) await app.jobs.send(tx, comparisonMails, { day, adminId: id })
  })
}

/** Tells one admin of a day's differences. */
export async function sendComparisonMail(app: App, { day, adminId }: { day: string; adminId: string }): Promise<void> {
  const [row] = await app.db.select().from(paymentComparisons).where(eq(paymentComparisons.day, day))
  const [admin] = await app.db
    .select({ email: admins.email })
    .from(admins)
    .where(and(eq(admins.id, adminId), isNull(admins.removedAt)))
  if (!row?.differences.some(needsReport) || !admin) return
  await app.mailer.send({
    to: admin.email,
    ...paymentComparisonMail({ comparison: row, publicUrl: app.config.publicUrl }),
  })
}
