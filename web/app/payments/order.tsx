import { formatNaira } from '@baobab/contract/naira.ts'
import { usePrice } from '../settings/use-price.ts'
import { Skeleton } from '../ui/skeleton.tsx'

/** For whom, where the receipt goes, and how much. */
export function Order({ username, email }: { username: string; email?: string }) {
  const price = usePrice()
  return (
    <dl className="stack stack-2">
      <div className="row between">
        <dt className="muted">Account</dt>
        <dd className="order__v">
          <b>{username}</b>
        </dd>
      </div>
      {email !== undefined && (
        <div className="row between">
          <dt className="muted">Receipt goes to</dt>
          <dd className="order__v">
            <b>{email}</b>
          </dd>
        </div>
      )}
      <div className="row between">
        <dt className="d total">Total</dt>
        <dd className="d num total total--n">
          {price === undefined ? <Skeleton shape="number" /> : formatNaira(price)}
        </dd>
      </div>
    </dl>
  )
}
