import { formatNaira } from '@baobab/contract/payments/rules.ts'
import { paymentsText } from '@baobab/contract/payments/text.ts'
import { usePrice } from '../settings/make-a-payment.tsx'
import { Icon } from '../ui/icon.tsx'
import { Note } from '../ui/note.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { text } from './text.ts'

/** The account being paid for, the email address for the receipt, and the price. */
export function OrderSummary({ username, email }: { username: string; email?: string | undefined }) {
  const price = usePrice()
  return (
    <dl className="order stack stack-2">
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

/** What a payment is for. */
export function Benefits() {
  return (
    <ul className="stack">
      {text.benefits.map(({ icon, title, text: description }) => (
        <li className="benefits__row" key={title}>
          <span className="benefit">
            <Icon name={icon} />
          </span>
          <div>
            <h2 className="benefit__t">{title}</h2>
            <p className="muted">{description}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}

/** Explains to a student that a payment was surplus and will be refunded. */
export function PaidTwice() {
  const { title, description } = paymentsText.paidTwice
  return (
    <Note kind="warn" icon="arrow-counter-clockwise">
      <b>{title}.</b> {description}
    </Note>
  )
}
