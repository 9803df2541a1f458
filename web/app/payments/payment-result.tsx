import { Link, useSearchParams } from 'react-router'
import { paths } from '../paths.ts'
import { titled } from '../shell/meta.ts'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { PageHead } from '../ui/page-head.tsx'

export const meta = () => titled('Payment')

/** Where a checkout would return to. There is none, so there is nothing to verify, and nobody is kept waiting. */
export default function PaymentResult() {
  const [params] = useSearchParams()
  return (
    <>
      <PageHead title="Payment" />
      <Card className="stack stack-6 measure">
        <div className="stack stack-2">
          <h2 className="card__h">Nothing was charged here</h2>
          <p>
            Payment by card is not open on Baobab, so this reference belongs to no payment of ours. If money left an
            account all the same, <Link to={paths.contact}>write to us</Link> and give the reference.
          </p>
        </div>
        <dl>
          <dt className="muted small">Reference</dt>
          <dd>
            <b className="reference">{params.get('reference')}</b>
          </dd>
        </dl>
        <div>
          <Link className={buttonClass()} to={paths.student.dashboard}>
            Go to my dashboard
          </Link>
        </div>
      </Card>
    </>
  )
}
