import { paymentsText } from '@baobab/contract/payments-text.ts'
import { Link, useSearchParams } from 'react-router'
import { paths } from '../paths.ts'
import { pageMeta } from '../shell/page-meta.ts'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Icon } from '../ui/icon.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { useOnline } from '../ui/use-online.ts'
import { PaidTwice } from './paid-twice.tsx'
import { readReference } from './read-reference.ts'
import type { SettleStage } from './settle-payment.ts'
import { stageLabels, useSettlePayment } from './use-settle-payment.ts'

export const meta = () => pageMeta('Payment')

/** Where the provider's checkout returns to: asks what became of the payment, says so, and leads on. */
export default function PaymentResult() {
  const [params] = useSearchParams()
  const reference = readReference(params)
  const { stage, isRefundDue } = useSettlePayment(reference)
  const isOnline = useOnline()
  return (
    <>
      <PageHead title="Payment" />
      <Card className="stack stack-6 measure">
        <div className="row nowrap start">
          <Sign stage={stage} />
          <div className="stack stack-2 grow" role="status">
            <p className="card__h d">{stageLabels[stage]}</p>
            {!isOnline && <p>{paymentsText.paymentSafe}</p>}
            {(stage === 'waiting' || stage === 'long') && (
              <p className="muted">
                Your bank or the payment service takes its time. Please do not pay again: we go on asking.
              </p>
            )}
          </div>
        </div>
        {isRefundDue && <PaidTwice />}
        <dl>
          <dt className="muted small">Reference</dt>
          <dd>
            <b className="reference">{reference}</b>
          </dd>
        </dl>
        {stage === 'long' && <WayOn />}
      </Card>
    </>
  )
}

function Sign({ stage }: { stage: SettleStage }) {
  if (stage === 'updating' || stage === 'confirmed')
    return (
      <span className="benefit benefit--ok">
        <Icon name="check-circle" />
      </span>
    )
  const isBad = stage === 'failed' || stage === 'error' || stage === 'not-updated'
  return isBad ? (
    <span className="benefit">
      <Icon name="warning-circle" />
    </span>
  ) : (
    <span className="benefit benefit--busy">
      <span className="spin" aria-hidden="true" />
    </span>
  )
}

/** Nobody has to sit and watch. */
function WayOn() {
  return (
    <div className="stack stack-3">
      <p>
        <b>You need not wait here.</b> We go on asking without this page; your account opens by itself as soon as the
        money is there, and the receipt comes by email.
      </p>
      <div className="row">
        <Link className={buttonClass({ kind: 'line' })} to={paths.student.dashboard}>
          Go to my dashboard
        </Link>
      </div>
    </div>
  )
}
