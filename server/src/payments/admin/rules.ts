// Computes how much of a payment may be noted as refunded.
import type { AttentionReason } from '@baobab/contract/payments/admin.ts'
import type { PaymentState } from '@baobab/contract/payments/endpoints.ts'

export type RefundLimits = { leftKobo: number; mostKobo: number; isWhole: boolean }

type RefundablePayment = {
  amountKobo: number
  refundedKobo: number
  state: PaymentState
  attention: AttentionReason | null
  confirmedAt: Date | null
}
/** The sum of our own refund events so far and the latest mismatched amount, both from the ledger. */
type LedgerSums = { notedKobo: number; mismatchKobo: number | null }

/**
 * Returns what is left of a payment and the maximum that may be noted as refunded; null if nothing may be noted. A note may be
 * about a refund that the provider has reported, so the limit is what our own events do not say yet. A mismatched amount has to be
 * refunded in full.
 */
export function computeRefundLimits(
  payment: RefundablePayment,
  { notedKobo, mismatchKobo }: LedgerSums,
): RefundLimits | null {
  const { amountKobo, refundedKobo, state, attention, confirmedAt } = payment
  if (state === 'refunded') return null
  if (confirmedAt !== null)
    return { leftKobo: amountKobo - refundedKobo, mostKobo: amountKobo - notedKobo, isWhole: false }
  if (attention !== 'mismatch') return null
  const kobo = mismatchKobo ?? amountKobo
  return { leftKobo: kobo, mostKobo: kobo, isWhole: true }
}
