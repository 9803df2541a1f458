// Compares one day of our payments with the provider's list of transactions. Pure functions.
import { startOfLagosDay } from '@baobab/contract/kernel/days.ts'
import type { AttentionReason } from '@baobab/contract/payments/admin.ts'
import type { PaymentState } from '@baobab/contract/payments/endpoints.ts'

/** A successful transaction in the provider's list. */
export type ListedTransaction = { reference: string; amountKobo: number; paidAt: Date | null }

/** The columns of a payment that a comparison reads. */
export type OurPayment = {
  reference: string
  amountKobo: number
  state: PaymentState
  attention: AttentionReason | null
  confirmedAt: Date | null
  paidAt: Date | null
  /** When a comparison credited it; null if it was credited in another way or not at all. */
  foundAt: Date | null
}

/**
 * `missed`: listed, but not previously credited by us. `amount`: on both sides, but with different amounts or currencies.
 * `not-theirs`: counted as paid by us, but not listed. `unknown`: listed, but not one of our payments, or unreadable.
 */
const differenceKinds = ['missed', 'amount', 'not-theirs', 'unknown'] as const
export type Difference = { reference: string; what: (typeof differenceKinds)[number] }

type SideTotals = { count: number; kobo: number }
export type DayComparison = { ours: SideTotals; theirs: SideTotals; differences: Difference[] }

/** Includes `from`, excludes `to`. */
type TimeRange = { from: Date; to: Date }

const DAY_MS = 86_400_000

/** The time range of a day in Lagos, YYYY-MM-DD. */
export function lagosDayRange(day: string): TimeRange {
  const from = startOfLagosDay(day)
  return { from, to: new Date(from.getTime() + DAY_MS) }
}

/**
 * The range to list for a day. It starts a day earlier, because the provider filters by when a transaction was opened, and
 * money may arrive later.
 */
export function listingRange(day: string): TimeRange {
  const { from, to } = lagosDayRange(day)
  return { from: new Date(from.getTime() - DAY_MS), to }
}

type Sides = {
  day: string
  /** Transactions opened on the day or the day before. If a reference is listed twice, the last one counts. */
  listed: readonly ListedTransaction[]
  /** All our payments that are listed or were paid on the day. */
  ours: readonly OurPayment[]
}

/**
 * Compares both sides for a day. Refunded payments count on neither side. A missed payment is reported for the day it was
 * found, any other difference for the day of the payment.
 */
export function compareSides({ day, ...sides }: Sides): DayComparison {
  const range = lagosDayRange(day)
  const ours = new Map(sides.ours.map((payment) => [payment.reference, payment]))
  const theirs = new Map(sides.listed.map((found) => [found.reference, found]))
  const differences: Difference[] = []
  for (const found of theirs.values()) {
    const what = findDifference(found, ours.get(found.reference), range)
    if (what) differences.push({ reference: found.reference, what })
  }
  const ourCounted = [...ours.values()].filter((payment) => isCounted(payment, range))
  for (const { reference } of ourCounted)
    if (!theirs.has(reference)) differences.push({ reference, what: 'not-theirs' })
  const theirCounted = [...theirs.values()].filter((found) => {
    const payment = ours.get(found.reference)
    return payment?.state !== 'refunded' && isWithin(paidAt(found, payment), range)
  })
  return {
    ours: sumTotals(ourCounted),
    theirs: sumTotals(theirCounted),
    differences: sortByImportance(differences),
  }
}

/**
 * Returns the day's unreadable listed transactions as differences. Transactions with the reference of one of our payments are
 * left out, because the provider was asked about that payment.
 */
export function findUnreadable({
  day,
  unreadable,
  ours,
}: {
  day: string
  unreadable: readonly Pick<ListedTransaction, 'reference' | 'paidAt'>[]
  ours: readonly OurPayment[]
}): Difference[] {
  const range = lagosDayRange(day)
  const ourReferences = new Set(ours.map(({ reference }) => reference))
  return unreadable
    .filter(({ reference, paidAt: at }) => !ourReferences.has(reference) && (at === null || isWithin(at, range)))
    .map(({ reference }) => ({ reference, what: 'unknown' }))
}

/** Returns the time used for both sides: with two different times, a payment around midnight could count on two days. */
function paidAt(found: ListedTransaction, payment: OurPayment | undefined): Date | null {
  return payment?.paidAt ?? found.paidAt
}

function isWithin(at: Date | null, { from, to }: TimeRange): boolean {
  return at !== null && at >= from && at < to
}

function isCounted(payment: OurPayment, range: TimeRange): boolean {
  return payment.confirmedAt !== null && payment.state !== 'refunded' && isWithin(payment.paidAt, range)
}

function findDifference(
  found: ListedTransaction,
  payment: OurPayment | undefined,
  range: TimeRange,
): Difference['what'] | undefined {
  const isOfDay = isWithin(paidAt(found, payment), range)
  if (!payment) return isOfDay ? 'unknown' : undefined
  if (payment.state === 'refunded') return undefined
  const isMismatch = found.amountKobo !== payment.amountKobo || payment.attention === 'mismatch'
  if (isMismatch) return isOfDay ? 'amount' : undefined
  const isMissed = payment.confirmedAt === null || (payment.foundAt !== null && payment.foundAt >= range.to)
  return isMissed ? 'missed' : undefined
}

function sumTotals(rows: readonly { amountKobo: number }[]): SideTotals {
  return { count: rows.length, kobo: rows.reduce((sum, { amountKobo }) => sum + amountKobo, 0) }
}

/** Sorts the most important differences first, because a long list is cut. */
function sortByImportance(differences: readonly Difference[]): Difference[] {
  return differenceKinds.flatMap((kind) => differences.filter(({ what }) => what === kind))
}

/** Whether admins are mailed about a difference. Other uses of the merchant account are not worth a mail. */
export function needsReport({ what }: Difference): boolean {
  return what !== 'unknown'
}
