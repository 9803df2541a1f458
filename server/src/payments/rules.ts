// What events and the provider's answers mean. Plain functions: time and settings are arguments.
import { ASK_FOR_MS } from '@baobab/contract/limits.ts'
import { paidStates, paymentStates, type PaymentState } from '@baobab/contract/payments.ts'
import type { ProviderDomain, ProviderTransaction } from '../platform/payment-provider/transaction.ts'

/** The part of an event that decides. `amountKobo` null in a refund or a lost dispute means all of it. */
export type LedgerEvent = { kind: string; key: string; amountKobo: number | null }

/** What was agreed when a payment was opened. */
type Agreed = { reference: string; amountKobo: number }

/** The key of a refund that the office notes, and of one that the provider shows in the state of the transaction. */
export const refundNoteKey = (key: string) => `note ${key}`
const REVERSED = 'reversed'

/** How much of a payment the office says it gave back. */
export function sumNotedRefunds(events: readonly LedgerEvent[], amountKobo: number): number {
  return sumOf(
    events.filter((event) => event.kind === 'refunded' && event.key.startsWith(refundNoteKey(''))),
    amountKobo,
  )
}

/**
 * How much was given back, of which we hear from several sides: refunds that the provider tells one by one, a
 * transaction that it calls reversed, notes of the office, lost disputes. Nothing says that a note and a message mean the
 * same refund, and mostly they do: an admin gives money back in the provider's dashboard, notes it, and the provider tells
 * of it. So each side is added up for itself and the most of them counts, never more than was paid. Added up across sides
 * one refund of half would take the access away.
 */
export function givenBack(events: readonly LedgerEvent[], amountKobo: number): number {
  const refunds = events.filter(({ kind }) => kind === 'refunded')
  const told = refunds.filter(({ key }) => key !== REVERSED && !key.startsWith(refundNoteKey('')))
  const lost = events.filter(({ kind }) => kind === 'dispute_lost')
  const most = Math.max(
    sumOf(told, amountKobo),
    sumOf(lost, amountKobo),
    sumNotedRefunds(refunds, amountKobo),
    refunds.some(({ key }) => key === REVERSED) ? amountKobo : 0,
  )
  return Math.min(most, amountKobo)
}

function sumOf(events: readonly LedgerEvent[], amountKobo: number): number {
  return events.reduce((sum, event) => sum + (event.amountKobo ?? amountKobo), 0)
}

/** Whether a dispute is in the set, and its resolution is not. */
function hasOpenDispute(events: readonly LedgerEvent[]): boolean {
  const resolved = new Set(
    events.filter(({ kind }) => kind === 'dispute_won' || kind === 'dispute_lost').map(({ key }) => key),
  )
  return events.some(({ kind, key }) => kind === 'disputed' && !resolved.has(key))
}

/**
 * The state of a payment: the highest that the set of its events holds, whatever their order. A dispute counts only
 * until its resolution is in the set; refunds count once all of it was given back. A lost dispute ends a payment whatever
 * it cost (decisions 6).
 */
export function deriveState(events: readonly LedgerEvent[], amountKobo: number): PaymentState {
  const kinds = new Set(events.map(({ kind }) => kind))
  const holds = (state: PaymentState) => {
    if (state === 'refunded') return kinds.has('dispute_lost') || givenBack(events, amountKobo) >= amountKobo
    if (state === 'disputed') return hasOpenDispute(events)
    return kinds.has(state)
  }
  return paymentStates.toReversed().find(holds) ?? 'opened'
}

/** Whether a payment in this state opens what is paid for; what was never confirmed opens nothing. */
export function opensAll(state: PaymentState, isConfirmed: boolean): boolean {
  return isConfirmed && paidStates.some((paid) => paid === state)
}

export type AttentionReason = 'mismatch' | 'refund-due' | 'disputed' | 'refund-unclear'

/** Whether the provider told of a refund whose sum cannot be read, and neither it nor the office has told it since. */
function hasUnclearRefund(events: readonly LedgerEvent[]): boolean {
  const refunds = events.filter(({ kind }) => kind === 'refunded').map(({ key }) => key)
  const unclear = events.filter(({ kind, key }) => kind === 'refund_unclear' && !refunds.includes(key))
  return unclear.length > refunds.filter((key) => key.startsWith(refundNoteKey(''))).length
}

/** What a person has to look at, if anything. `isSurplus`: another payment of that student opens everything already. */
export function deriveAttention(
  events: readonly LedgerEvent[],
  { state, isSurplus }: { state: PaymentState; isSurplus: boolean },
): AttentionReason | null {
  if (state === 'refunded') return null
  if (state === 'disputed') return 'disputed'
  if (isSurplus) return 'refund-due'
  if (state !== 'succeeded' && events.some(({ kind }) => kind === 'mismatch')) return 'mismatch'
  return hasUnclearRefund(events) ? 'refund-unclear' : null
}

/** An event that an answer of the provider makes. */
export type Finding = {
  kind: 'pending' | 'abandoned' | 'failed' | 'succeeded' | 'refunded' | 'mismatch'
  key: string
  amountKobo: number | null
}

const waiting = new Set(['pending', 'ongoing', 'processing', 'queued'])

/** In what a transaction differs from the payment that was opened; undefined where in nothing. */
function differenceOf(agreed: Agreed, found: ProviderTransaction, domain: ProviderDomain): string | undefined {
  if (found.reference !== agreed.reference) return 'reference'
  if (found.domain !== domain) return `domain ${found.domain}`
  if (found.currency !== 'NGN') return `currency ${found.currency}`
  return found.amountKobo === agreed.amountKobo ? undefined : `amount ${found.amountKobo}`
}

/**
 * What a provider's word means for a payment; undefined where it says nothing we know. Money of another sum, currency or
 * world than was agreed is a mismatch: noted, shown to the office, and no credit (security.md P-04, P-05, P-20).
 */
export function toFinding(agreed: Agreed, found: ProviderTransaction, domain: ProviderDomain): Finding | undefined {
  if (waiting.has(found.status)) return { kind: 'pending', key: '', amountKobo: null }
  if (found.status === 'abandoned' || found.status === 'failed')
    return { kind: found.status, key: '', amountKobo: null }
  if (found.status !== 'success' && found.status !== 'reversed') return undefined
  const difference = differenceOf(agreed, found, domain)
  if (difference !== undefined)
    return { kind: 'mismatch', key: difference, amountKobo: Math.min(found.amountKobo, KOBO_MAX) }
  if (found.status === 'reversed') return { kind: 'refunded', key: REVERSED, amountKobo: found.amountKobo }
  return { kind: 'succeeded', key: '', amountKobo: found.amountKobo }
}

/** As much as the ledger's column holds; the key of the event tells the sum in full. */
const KOBO_MAX = 2_147_483_647

const MINUTE_MS = 60_000
const QUARTER_MS = 15 * MINUTE_MS
const DAY_MS = 24 * 60 * MINUTE_MS

/** Days after it was paid on which a payment is asked about again: a refund may have been told to nobody. */
const ASK_AGAIN_DAYS = [1, 3, 7, 14, 30, 60, 90]

/** Whether the payer has an answer. A dispute about money that we never saw leaves its success open. */
export function isSettled({ state, confirmedAt }: { state: PaymentState; confirmedAt: Date | null }): boolean {
  return state === 'refunded' || opensAll(state, confirmedAt !== null)
}

/** Whether the provider can tell anything more: what was paid may still be given back. */
export function canStillChange({ state }: { state: PaymentState }): boolean {
  return state !== 'refunded'
}

/**
 * When the provider is asked next about a payment: each minute in its first quarter of an hour, each ten on its first
 * day, each hour of seven days; null where it is too old. A failed or abandoned one may still be paid. One that was paid
 * is asked about a few times more, ever more seldom, until it was given back.
 */
export function computeNextAsk(payment: {
  state: PaymentState
  confirmedAt: Date | null
  paidAt?: Date | null
  openedAt: Date
  now: Date
}): Date | null {
  const { confirmedAt, paidAt, openedAt, now } = payment
  if (!canStillChange(payment)) return null
  if (confirmedAt !== null && isSettled(payment)) {
    const since = Math.min(confirmedAt.getTime(), paidAt?.getTime() ?? Infinity)
    const next = ASK_AGAIN_DAYS.map((days) => since + days * DAY_MS).find((at) => at > now.getTime())
    return next === undefined ? null : new Date(next)
  }
  const age = now.getTime() - openedAt.getTime()
  if (age >= ASK_FOR_MS) return null
  const wait = age < QUARTER_MS ? MINUTE_MS : age < DAY_MS ? 10 * MINUTE_MS : 60 * MINUTE_MS
  return new Date(now.getTime() + wait)
}

/** What nobody paid in seven days was abandoned; a later message still counts. Money that needs a person did come. */
export function isExpired(payment: {
  state: PaymentState
  attention: AttentionReason | null
  openedAt: Date
  now: Date
}): boolean {
  const { state, attention, openedAt, now } = payment
  const isOld = now.getTime() - openedAt.getTime() >= ASK_FOR_MS
  return isOld && attention === null && (state === 'opened' || state === 'pending')
}
