import { formatNaira } from '@baobab/contract/payments/rules.ts'
import { usePrice } from '../settings/use-price.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { text } from './text.ts'

/** The account that is paid for, the address for the receipt, and the price. */
export function OrderSummary({ username, email }: { username: string; email?: string }) {
  const price = usePrice()
  return (
    <dl className="stack stack-2">
      <div className="row between">
        <dt className="muted">{text.account}</dt>
        <dd className="order__v">
          <b>{username}</b>
        </dd>
      </div>
      {email !== undefined && (
        <div className="row between">
          <dt className="muted">{text.receiptGoesTo}</dt>
          <dd className="order__v">
            <b>{email}</b>
          </dd>
        </div>
      )}
      <div className="row between">
        <dt className="d total">{text.total}</dt>
        <dd className="d num total total--n">
          {price === undefined ? <Skeleton shape="number" /> : formatNaira(price)}
        </dd>
      </div>
    </dl>
  )
}
