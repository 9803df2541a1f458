// Defines what ledger events and the provider's replies mean. Pure functions: time and settings are arguments.
import { ASK_FOR_MS } from '@baobab/contract/payments/rules.ts'
import type { AttentionReason } from '@baobab/contract/payments/admin.ts'
import { paidStates, paymentStates, type PaymentState } from '@baobab/contract/payments/endpoints.ts'
import type { ProviderDomain, ProviderTransaction } from '../platform/payment-provider/transaction.ts'

/**
 * The part of an event that determines the state. In a refund or a lost dispute, `amountKobo` null means the whole
 * amount.
 */
export type LedgerEvent = { kind: string; key: string; amountKobo: number | null }

/** What was agreed when a payment was opened. */
type Agreement = { reference: string; amountKobo: number }

const NOTE_PREFIX = 'note '

/**
 * Returns the key of a refund event of our own: an admin noted it, or the provider was asked for it. Other refund events have the
 * provider's keys.
 */
export const refundNoteKey = (key: string) => NOTE_PREFIX + key

/** The key of the refund event made from a transaction whose status is `reversed`. */
const REVERSED = 'reversed'

const isNoted = ({ key }: LedgerEvent) => key.startsWith(NOTE_PREFIX)

/** Returns how much of a payment our own refund events say was refunded, in kobo. */
export function sumNotedRefunds(events: readonly LedgerEvent[], amountKobo: number): number {
  return sumAmounts(
    events.filter((event) => event.kind === 'refunded' && isNoted(event)),
    amountKobo,
  )
}

/**
 * Returns how much of a payment was refunded, in kobo. Refunds are reported in four ways: individually by the provider, as a
 * transaction it calls reversed, by our own events, and by lost disputes. Nothing shows whether an event of ours and a webhook
 * are about the same refund, and usually they are: an admin asks for a refund or notes one, and the provider reports it too.
 * Therefore each source is summed separately and the largest sum counts, but never more than was paid. Adding up all
 * sources would end access after half the amount was refunded.
 */
export function sumRefunds(events: readonly LedgerEvent[], amountKobo: number): number {
  const refunds = events.filter(({ kind }) => kind === 'refunded')
  const reported = refunds.filter((event) => event.key !== REVERSED && !isNoted(event))
  const lost = events.filter(({ kind }) => kind === 'dispute_lost')
  const largest = Math.max(
    sumAmounts(reported, amountKobo),
    sumAmounts(lost, amountKobo),
    sumNotedRefunds(refunds, amountKobo),
    refunds.some(({ key }) => key === REVERSED) ? amountKobo : 0,
  )
  return Math.min(largest, amountKobo)
}

function sumAmounts(events: readonly LedgerEvent[], amountKobo: number): number {
  return events.reduce((sum, event) => sum + (event.amountKobo ?? amountKobo), 0)
}

function hasOpenDispute(events: readonly LedgerEvent[]): boolean {
  const resolved = new Set(
    events.filter(({ kind }) => kind === 'dispute_won' || kind === 'dispute_lost').map(({ key }) => key),
  )
  return events.some(({ kind, key }) => kind === 'disputed' && !resolved.has(key))
}

/**
 * Returns a payment's state: the highest state in the set of its events, whatever their order. A dispute counts until its
 * resolution is in the set. Refunds count once they add up to the whole amount. A lost dispute ends a payment, whatever amount
 * it cost.
 */
export function deriveState(events: readonly LedgerEvent[], amountKobo: number): PaymentState {
  const kinds = new Set(events.map(({ kind }) => kind))
  const holds = (state: PaymentState) => {
    if (state === 'refunded') return kinds.has('dispute_lost') || sumRefunds(events, amountKobo) >= amountKobo
    if (state === 'disputed') return hasOpenDispute(events)
    return kinds.has(state)
  }
  return paymentStates.toReversed().find(holds) ?? 'opened'
}

type Confirmable = { state: PaymentState; confirmedAt: Date | null }

/** Returns whether a payment gives its student access. A payment that was never confirmed does not. */
export function grantsAccess({ state, confirmedAt }: Confirmable): boolean {
  return confirmedAt !== null && paidStates.some((paid) => paid === state)
}

/** Returns whether the provider reported a refund with an unreadable amount that neither it nor an admin has since clarified. */
function hasUnclearRefund(events: readonly LedgerEvent[]): boolean {
  const refunds = events.filter(({ kind }) => kind === 'refunded')
  const keys = refunds.map(({ key }) => key)
  const unclear = events.filter(({ kind, key }) => kind === 'refund_unclear' && !keys.includes(key))
  return unclear.length > refunds.filter(isNoted).length
}

/** `made-twice`: by the provider and in another way. `not-made`: the latest one has failed or is stuck. */
export type RefundTrouble = 'made-twice' | 'not-made'

/**
 * Returns why an admin has to look at a payment, if there is a reason.
 * @param isSurplus whether another of the student's payments already grants access
 * @param refundTrouble what an admin has to do about the refunds that the provider was asked for
 */
export function deriveAttention(
  events: readonly LedgerEvent[],
  { state, isSurplus, refundTrouble }: { state: PaymentState; isSurplus: boolean; refundTrouble: RefundTrouble | null },
): AttentionReason | null {
  if (state === 'disputed') return 'disputed'
  if (refundTrouble === 'made-twice') return 'refund-unclear'
  if (state === 'refunded') return null
  if (isSurplus) return 'refund-due'
  if (state !== 'succeeded' && events.some(({ kind }) => kind === 'mismatch')) return 'mismatch'
  return refundTrouble !== null || hasUnclearRefund(events) ? 'refund-unclear' : null
}

/** What the provider's reply means for a payment. */
export type ProviderFinding =
  | {
      kind: 'pending'
      /** The amount on its way, which may differ from what was agreed. */ amountKobo: number
      currency: string
    }
  | { kind: 'abandoned' | 'failed' }
  | { kind: 'succeeded'; amountKobo: number }
  | { kind: 'refunded' | 'mismatch'; key: string; amountKobo: number }

const pendingStatuses = new Set(['pending', 'ongoing', 'processing', 'queued'])

/** Returns the first property in which a transaction differs from the agreement; undefined if there is none. */
function findDifference(agreed: Agreement, found: ProviderTransaction, domain: ProviderDomain): string | undefined {
  if (found.reference !== agreed.reference) return 'reference'
  if (found.domain !== domain) return `domain ${found.domain}`
  if (found.currency !== 'NGN') return `currency ${found.currency}`
  return found.amountKobo === agreed.amountKobo ? undefined : `amount ${found.amountKobo}`
}

/** The largest amount that fits into the ledger's integer column. The key of a mismatch contains the full amount. */
const MAX_KOBO = 2_147_483_647

/**
 * Returns what a transaction means for a payment; undefined if its status is unknown. Money whose amount, currency or domain
 * differs from the agreement is a mismatch: it is recorded and shown to admins, and grants no access.
 */
export function toFinding(
  agreed: Agreement,
  found: ProviderTransaction,
  domain: ProviderDomain,
): ProviderFinding | undefined {
  const { status, amountKobo, currency } = found
  if (pendingStatuses.has(status)) return { kind: 'pending', amountKobo, currency }
  if (status === 'abandoned' || status === 'failed') return { kind: status }
  if (status !== 'success' && status !== 'reversed') return undefined
  const difference = findDifference(agreed, found, domain)
  if (difference !== undefined) return { kind: 'mismatch', key: difference, amountKobo: Math.min(amountKobo, MAX_KOBO) }
  return status === 'reversed' ? { kind: 'refunded', key: REVERSED, amountKobo } : { kind: 'succeeded', amountKobo }
}

/** Returns the event for a finding. Money that has not arrived is recorded without its amount. */
export function toEvent(finding: ProviderFinding) {
  return finding.kind === 'pending' ? { kind: finding.kind } : finding
}

const MINUTE_MS = 60_000
const QUARTER_MS = 15 * MINUTE_MS
const DAY_MS = 24 * 60 * MINUTE_MS

/** Days after the payment on which to ask the provider again, because the webhook about a refund may have been lost. */
const ASK_AGAIN_DAYS = [1, 3, 7, 14, 30, 60, 90]

/** Returns whether the payer knows the outcome. A dispute about money that was never confirmed does not settle a payment. */
export function isSettled(payment: Confirmable): boolean {
  return payment.state === 'refunded' || grantsAccess(payment)
}

/** Returns whether the provider may still report a change. A paid payment may still be refunded. */
export function canStillChange({ state }: { state: PaymentState }): boolean {
  return state !== 'refunded'
}

/**
 * Returns when to ask the provider about a payment next; null if it is too old. An open payment is asked about every minute for
 * the first quarter of an hour, every ten minutes on the first day, and every hour until it is seven days old; so is a failed
 * or abandoned one, because it may still be paid. A paid one is asked about on `ASK_AGAIN_DAYS`, until it is refunded.
 */
export function computeNextAsk(
  payment: Confirmable & { paidAt?: Date | null; openedAt: Date; now: Date },
): Date | null {
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

/**
 * Returns whether an unpaid payment is so old that it counts as abandoned. A later webhook can still revive it. A payment that
 * needs an admin does not expire, because money did arrive.
 */
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
