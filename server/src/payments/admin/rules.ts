// What the office decides about a payment without a database.
import type { PaymentState } from '@baobab/contract/payments.ts'
import type { AttentionReason } from '../rules.ts'

export type RefundLimits = { leftKobo: number; mostKobo: number; isWhole: boolean }
type Judged = {
  amountKobo: number
  givenBackKobo: number
  state: PaymentState
  attention: AttentionReason | null
  confirmedAt: Date | null
}
/** What the ledger says beside the payment: the office's own notes so far, and the last sum that did not fit. */
type Known = { notedKobo: number; cameKobo: number | null }

/**
 * What of a payment is left, and how much may be noted as given back; null where nothing may. A note may cover what the
 * provider told already (`givenBack`), so that the most is what the office has not noted. Money that does not fit its
 * payment is given back as a whole: half of it would be no smaller trouble.
 */
export function refundLimits(payment: Judged, { notedKobo, cameKobo }: Known): RefundLimits | null {
  const { amountKobo, givenBackKobo, state, attention, confirmedAt } = payment
  if (state === 'refunded') return null
  if (confirmedAt !== null)
    return { leftKobo: amountKobo - givenBackKobo, mostKobo: amountKobo - notedKobo, isWhole: false }
  if (attention !== 'mismatch') return null
  const kobo = cameKobo ?? amountKobo
  return { leftKobo: kobo, mostKobo: kobo, isWhole: true }
}
