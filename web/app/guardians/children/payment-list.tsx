import type { Payment } from '@baobab/contract/payments/endpoints.ts'
import { formatNaira, formatPaymentTime } from '@baobab/contract/payments/rules.ts'
import { toStateChip } from '../../payments/text.ts'
import { Chip } from '../../ui/chip.tsx'
import { text } from './text.ts'

/** Payments for one child, or with their usernames for all children. */
export function PaymentList({ payments }: { payments: readonly (Payment & { username?: string })[] }) {
  return (
    <ul>
      {payments.map((payment) => {
        const { label, kind, icon } = toStateChip(payment)
        return (
          <li key={payment.reference} className="payment">
            <div className="row between">
              <b className="num">
                {formatNaira(payment.amountKobo)}{' '}
                {payment.username !== undefined && text.children.paymentOf(payment.username)}
              </b>
              <Chip kind={kind} icon={icon}>
                {label}
              </Chip>
            </div>
            <p className="small muted">{formatPaymentTime(payment)}</p>
            <p className="small muted reference">{payment.reference}</p>
          </li>
        )
      })}
    </ul>
  )
}
