// Rules of refunds that admins ask the provider for. Pure functions.
import type { AttentionReason, PaymentHistory } from '@baobab/contract/payments/admin.ts'
import type { PaymentState } from '@baobab/contract/payments/endpoints.ts'
import { refundStates, type RefundState } from '@baobab/contract/payments/refunds.ts'
import type { ProviderRefund } from '../../platform/payment-provider/transaction.ts'
import { refundNoteKey } from '../rules.ts'

/** Returns the name under which people and the provider know a refund: 'RF-1A2B3C4D'. */
export const toRefundNumber = (id: string) => `RF-${id.slice(0, 8).toUpperCase()}`

/**
 * Returns the key of the ledger's event about a processed refund. The event counts as one of our own notes, because nothing
 * connects it with the provider's webhook about the same refund. The larger of the two sums counts (`sumRefunds`).
 */
export const toRefundEventKey = (id: string) => refundNoteKey(`refund ${id}`)

/** Whether the provider may still make a refund, so that no other one may be asked for. */
export function isUnderWay(state: RefundState): boolean {
  return state !== 'failed' && state !== 'processed'
}

type Followed = { state: RefundState; replacedAt: Date | null; settledAt: Date | null }

/** Whether the provider made a refund although an admin had recorded that it was made in another way, and nobody has settled it. */
export function isUnsettledDouble({ state, replacedAt, settledAt }: Followed): boolean {
  return replacedAt !== null && state === 'processed' && settledAt === null
}

/** Whether an admin has to do something about a payment's latest refund. */
export function needsAdmin(refund: Followed): boolean {
  const { state, replacedAt, settledAt } = refund
  if (replacedAt !== null) return isUnsettledDouble(refund)
  return (state === 'failed' && settledAt === null) || state === 'needs-attention'
}

type OtherPayment = { amountKobo: number; refundedKobo: number; openRefundsKobo: number }

/**
 * Returns what a refund of all of a payment does to its student's access.
 * @param others the student's other payments that give access now; those that are being refunded in full soon will not
 */
export function computeAccessAfterRefund(isCounting: boolean, others: readonly OtherPayment[]): AccessAfterRefund {
  const isCovered = others.some(
    ({ amountKobo, refundedKobo, openRefundsKobo }) => refundedKobo + openRefundsKobo < amountKobo,
  )
  if (isCovered) return 'kept'
  return isCounting || others.length > 0 ? 'lost' : 'none'
}

type AccessAfterRefund = PaymentHistory['accessAfterRefund']

type AskedPayment = {
  amountKobo: number
  refundedKobo: number
  state: PaymentState
  attention: AttentionReason | null
  confirmedAt: Date | null
}

export type Askable = { leftKobo: number; isWhole: boolean }
export type RefundRefusal = 'refund_refused' | 'refund_unpaid' | 'refund_disputed' | 'refund_open' | 'refund_unclear'

/**
 * Returns how much of a payment the provider may be asked to refund, or the code that says why it may not be asked. Money that
 * does not match the payment is refunded in full.
 * @param mismatchKobo the latest amount that does not match, if any
 */
export function computeAskable(
  payment: AskedPayment,
  { hasOpen, isUnclear, mismatchKobo }: { hasOpen: boolean; isUnclear: boolean; mismatchKobo: number | null },
): Askable | RefundRefusal {
  const { amountKobo, refundedKobo, state, attention, confirmedAt } = payment
  if (hasOpen) return 'refund_open'
  // The event of a new refund would be taken for a record of the unclear one.
  if (isUnclear) return 'refund_unclear'
  if (state === 'refunded') return 'refund_refused'
  if (state === 'disputed') return 'refund_disputed'
  if (confirmedAt !== null) return { leftKobo: amountKobo - refundedKobo, isWhole: false }
  return attention === 'mismatch' ? { leftKobo: mismatchKobo ?? amountKobo, isWhole: true } : 'refund_unpaid'
}

/** Returns our state for the provider's status; undefined if the status is unknown. */
export function toRefundState(status: string): RefundState | undefined {
  const state = status.replaceAll('_', '-')
  return state === 'asked' ? undefined : refundStates.find((known) => known === state)
}

/** The provider's clock may be behind ours by this much. */
const CLOCK_SLACK_MS = 5 * 60_000

type Wanted = { id: string; amountKobo: number; isWhole: boolean; askedAt: Date }

/**
 * Finds a refund in the provider's list of a transaction's refunds: the one with our number in its note or, if the provider stored
 * another note, one of the same amount that was made after our request and is none of our other refunds.
 * @param otherIds the provider's ids of our other refunds
 */
export function matchRefund(
  { id, amountKobo, isWhole, askedAt }: Wanted,
  listed: readonly ProviderRefund[],
  otherIds: ReadonlySet<string>,
): ProviderRefund | undefined {
  const candidates = listed.filter((refund) => !otherIds.has(refund.id))
  const number = toRefundNumber(id)
  const earliest = askedAt.getTime() - CLOCK_SLACK_MS
  return (
    candidates.find(({ note }) => note?.includes(number)) ??
    candidates.find(
      (refund) =>
        !/RF-[0-9A-F]{8}/.test(refund.note ?? '') &&
        (isWhole || refund.amountKobo === amountKobo) &&
        refund.createdAt !== null &&
        refund.createdAt.getTime() >= earliest,
    )
  )
}

const MINUTE_MS = 60_000
const DAY_MINUTES = 24 * 60
/** How long to ask about a refund that was made in another way: its payer may still give the provider the bank details. */
const REPLACED_DAYS = 60

/**
 * A refund that is missing from the provider's list counts as not made only this long after the request, because a request whose
 * reply was lost may still be on its way.
 */
const NOT_MADE_AFTER_MS = 10 * MINUTE_MS

/**
 * A refund that the provider no longer knows counts as failed only this long after its last reply about it. By then, an outage or a
 * wrong key has been fixed.
 */
const UNKNOWN_AFTER_MS = DAY_MINUTES * MINUTE_MS

/** Returns why a refund that the provider does not know has failed; undefined if it has not, or not yet. */
export function findFailure(
  { state, providerId, askedAt, checkedAt }: Missing,
  now: Date,
): 'not-made' | 'unknown' | undefined {
  const age = (since: Date) => now.getTime() - since.getTime()
  if (!isUnderWay(state)) return undefined
  if (providerId !== null) return age(checkedAt ?? askedAt) >= UNKNOWN_AFTER_MS ? 'unknown' : undefined
  return state === 'asked' && age(askedAt) >= NOT_MADE_AFTER_MS ? 'not-made' : undefined
}

type Missing = { state: RefundState; providerId: string | null; askedAt: Date; checkedAt: Date | null }

type Timed = { state: RefundState; replacedAt: Date | null; changedAt: Date; now: Date }

/**
 * Returns when to ask the provider about a refund next; null if nothing can change. An unanswered request is asked about every
 * minute at first. The provider takes up to ten working days for a refund, and sends webhooks.
 */
export function computeNextCheck({ state, replacedAt, changedAt, now }: Timed): Date | null {
  const minutesOld = (now.getTime() - changedAt.getTime()) / MINUTE_MS
  const isWatched = replacedAt !== null && state === 'failed' && minutesOld < REPLACED_DAYS * DAY_MINUTES
  if (!isUnderWay(state) && !isWatched) return null
  const minutes = minutesOld < 60 ? (state === 'asked' ? 1 : 10) : minutesOld < DAY_MINUTES ? 60 : 360
  return new Date(now.getTime() + minutes * MINUTE_MS)
}

/** Whether a refund was made in another way. Servers of the previous release may have given it the provider's state again. */
const isEnded = ({ state, replacedAt }: Pick<Changeable, 'state' | 'replacedAt'>) =>
  replacedAt !== null && state === 'failed'

/** Returns the state to store for a reported one. A refund that was made in another way stays failed unless the provider made it too. */
export function toRecordedState({ replacedAt }: Pick<Changeable, 'replacedAt'>, reported: RefundState): RefundState {
  return replacedAt !== null && reported !== 'processed' ? 'failed' : reported
}

/** Longer than a call to the provider lasts. */
const ACCOUNT_SENT_MS = 10_000

type Asked = { state: RefundState; providerId: string | null; changedAt: Date }

/** Whether the payer's bank account may be on its way, so that a report that it is still needed must be ignored. */
export function isAccountOnItsWay({ state, providerId, changedAt }: Asked, report: Reported): boolean {
  const isSent = state === 'asked' && providerId !== null
  return (
    isSent && report.state === 'needs-attention' && report.checkedAt.getTime() - changedAt.getTime() < ACCOUNT_SENT_MS
  )
}

type Reported = { state: RefundState; checkedAt: Date }

type Changeable = { state: RefundState; checkedAt: Date | null; replacedAt: Date | null }

/**
 * Whether a reply of the provider may change a refund. A processed refund is final, one that was made in another way can only be
 * processed too, and only a newer reply counts.
 */
export function mayChange(refund: Changeable, report: Reported): boolean {
  if (refund.state === 'processed' || (isEnded(refund) && report.state !== 'processed')) return false
  return refund.checkedAt === null || refund.checkedAt < report.checkedAt
}
