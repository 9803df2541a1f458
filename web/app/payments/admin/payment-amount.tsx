import { formatNaira } from '@baobab/contract/naira.ts'
import type { AdminPayment } from '@baobab/contract/payments-admin.ts'
import { describeRefund } from '../labels.ts'
import { text } from './text.ts'

/** The amount of a payment, and how much of it was refunded. */
export function PaymentAmount(payment: Pick<AdminPayment, 'amountKobo' | 'givenBackKobo'>) {
  return (
    <span className="payamount">
      <span className="nobr">{formatNaira(payment.amountKobo)}</span>
      {payment.givenBackKobo > 0 && <span className="small muted">{text.refundedPart(describeRefund(payment))}</span>}
    </span>
  )
}
