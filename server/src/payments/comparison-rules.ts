// What our day and the provider's list of it say about each other. Plain functions.
import type { PaymentState } from '@baobab/contract/payments.ts'
import type { AttentionReason } from './rules.ts'

/** A success in the provider's list. */
export type ListedTransaction = { reference: string; amountKobo: number; paidAt: Date | null }

/** A payment of ours, as far as a comparison reads it. */
export type OurPayment = {
  reference: string
  amountKobo: number
  state: PaymentState
  attention: AttentionReason | null
  confirmedAt: Date | null
  paidAt: Date | null
  /** When a comparison credited it; null where it was credited by anything else, or not at all. */
  foundAt: Date | null
}

/**
 * `missed`: theirs, and we had not credited it. `amount`: both have it, with other money. `not-theirs`: we count it as
 * paid, and they do not list it. `unknown`: theirs, and no payment of ours, as far as it can be read.
 */
export const differenceKinds = ['missed', 'amount', 'not-theirs', 'unknown'] as const
export type Difference = { reference: string; what: (typeof differenceKinds)[number] }

export type SideTotals = { count: number; kobo: number }
export type DayComparison = { ours: SideTotals; theirs: SideTotals; differences: Difference[] }

/** From its beginning up to, and without, its end. */
export type TimeRange = { from: Date; to: Date }

const DAY_MS = 86_400_000

/** A day in Lagos, YYYY-MM-DD, as moments. */
export function lagosDayRange(day: string): TimeRange {
  const from = new Date(`${day}T00:00:00+01:00`)
  return { from, to: new Date(from.getTime() + DAY_MS) }
}

/** What the provider is asked to list for a day: from a day before, because money may arrive after it was opened. */
export function listingRange(day: string): TimeRange {
  const { from, to } = lagosDayRange(day)
  return { from: new Date(from.getTime() - DAY_MS), to }
}

/**
 * Compares a day. Money that was given back is on neither side. What had been missed is a difference of the day that
 * found it, whenever it was paid; everything else belongs to the day it was paid on.
 * @param listed of the day and the one before; where a reference stands twice, the last one counts
 * @param kept every payment of ours that is listed or was paid on that day
 */
export function compareSides({
  day,
  ...sides
}: {
  day: string
  listed: readonly ListedTransaction[]
  kept: readonly OurPayment[]
}): DayComparison {
  const stretch = lagosDayRange(day)
  const ours = new Map(sides.kept.map((row) => [row.reference, row]))
  const theirs = new Map(sides.listed.map((row) => [row.reference, row]))
  const differences: Difference[] = []
  for (const found of theirs.values()) {
    const what = judge(found, ours.get(found.reference), stretch)
    if (what) differences.push({ reference: found.reference, what })
  }
  const counted = [...ours.values()].filter((row) => isCounted(row, stretch))
  for (const { reference } of counted) if (!theirs.has(reference)) differences.push({ reference, what: 'not-theirs' })
  const theirCounted = [...theirs.values()].filter((found) => {
    const row = ours.get(found.reference)
    return row?.state !== 'refunded' && isWithin(paidAtOf(found, row), stretch)
  })
  return { ours: sumOf(counted), theirs: sumOf(theirCounted), differences: ordered(differences) }
}

/**
 * Lines of the day that nobody could read, each told once, beside what was compared. Those that name a payment of ours
 * are left out: the provider was asked about it.
 */
export function findUnreadable({
  day,
  unread,
  kept,
}: {
  day: string
  unread: readonly Pick<ListedTransaction, 'reference' | 'paidAt'>[]
  kept: readonly OurPayment[]
}): Difference[] {
  const stretch = lagosDayRange(day)
  const ours = new Set(kept.map(({ reference }) => reference))
  return unread
    .filter(({ reference, paidAt }) => !ours.has(reference) && (paidAt === null || isWithin(paidAt, stretch)))
    .map(({ reference }) => ({ reference, what: 'unknown' }))
}

/** One moment for both sides, or a payment at midnight would stand on two days. */
function paidAtOf(found: ListedTransaction, row: OurPayment | undefined): Date | null {
  return row?.paidAt ?? found.paidAt
}

function isWithin(at: Date | null, { from, to }: TimeRange): boolean {
  return at !== null && at >= from && at < to
}

function isCounted({ confirmedAt, state, paidAt }: OurPayment, stretch: TimeRange): boolean {
  return confirmedAt !== null && state !== 'refunded' && isWithin(paidAt, stretch)
}

function judge(
  found: ListedTransaction,
  row: OurPayment | undefined,
  stretch: TimeRange,
): Difference['what'] | undefined {
  const isOfDay = isWithin(paidAtOf(found, row), stretch)
  if (!row) return isOfDay ? 'unknown' : undefined
  if (row.state === 'refunded') return undefined
  const isOther = found.amountKobo !== row.amountKobo || row.attention === 'mismatch'
  if (isOther) return isOfDay ? 'amount' : undefined
  const isMissed = row.confirmedAt === null || (row.foundAt !== null && row.foundAt >= stretch.to)
  return isMissed ? 'missed' : undefined
}

function sumOf(rows: readonly { amountKobo: number }[]): SideTotals {
  return { count: rows.length, kobo: rows.reduce((sum, { amountKobo }) => sum + amountKobo, 0) }
}

/** What matters most comes first, so that a list that is cut loses the least. */
function ordered(differences: readonly Difference[]): Difference[] {
  return differenceKinds.flatMap((kind) => differences.filter(({ what }) => what === kind))
}

/** Whether a difference is one that people have to hear of: other uses of the merchant account are none. */
export function needsReport({ what }: Difference): boolean {
  return what !== 'unknown'
}
