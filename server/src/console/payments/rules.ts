// What the office decides about a payment without a database.
import type { PaymentState } from '@baobab/contract/payments.ts'
import { givenBack, type Attention, type LedgerEvent } from '../../payments/rules.ts'

export type Refund = { leftKobo: number; isWhole: boolean }
type Judged = { amountKobo: number; state: PaymentState; attention: Attention | null; confirmedAt: Date | null }

/**
 * What of a payment may still be noted as given back; null where nothing may. Money that does not fit its payment is
 * given back as a whole: half of it would be no smaller trouble.
 */
export function refundOf(events: readonly LedgerEvent[], payment: Judged): Refund | null {
  if (payment.state === 'refunded') return null
  if (payment.confirmedAt !== null) {
    const leftKobo = payment.amountKobo - givenBack(events, payment.amountKobo)
    return leftKobo > 0 ? { leftKobo, isWhole: false } : null
  }
  if (payment.attention !== 'mismatch') return null
  const came = events.findLast(({ kind }) => kind === 'mismatch')?.amountKobo
  return { leftKobo: came ?? payment.amountKobo, isWhole: true }
}
