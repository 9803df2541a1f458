import { formatNaira } from '@baobab/contract/payments/rules.ts'
import type { AdminPayment } from '@baobab/contract/payments/admin.ts'
import { text } from './text.ts'

/** The amount of a payment, and how much of it was refunded. */
export function PaymentAmount({ amountKobo, givenBackKobo }: Pick<AdminPayment, 'amountKobo' | 'givenBackKobo'>) {
  return (
    <span className="payamount">
      <span className="nobr">{formatNaira(amountKobo)}</span>
      {givenBackKobo > 0 && <span className="small muted nobr">{text.amountRefunded(formatNaira(givenBackKobo))}</span>}
    </span>
  )
}
