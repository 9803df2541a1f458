import { paymentsText } from '@baobab/contract/payments/text.ts'
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
import { text } from './text.ts'
import { UnlockedVideos } from './unlocked-videos.tsx'
import { stageText, useSettlePayment } from './use-settle-payment.ts'

export const meta = () => pageMeta(text.payment)

/** The page to which the provider's checkout returns. It verifies the payment, says what happened, and redirects. */
export default function PaymentResultPage() {
  const [params] = useSearchParams()
  const reference = readReference(params)
  const { stage, isRefundDue } = useSettlePayment(reference)
  const isOnline = useOnline()
  return (
    <>
      <PageHead title={text.payment} />
      <Card className="stack stack-6 measure">
        <div className="row nowrap start">
          <StageIcon stage={stage} />
          <div className="stack stack-2 grow" role="status">
            <p className="card__h d">{stageText[stage]}</p>
            {!isOnline && <p>{paymentsText.paymentSafe}</p>}
            {(stage === 'waiting' || stage === 'long') && <p className="muted">{text.takesTime}</p>}
          </div>
        </div>
        {isRefundDue && <PaidTwice />}
        {stage === 'confirmed' && !isRefundDue && <UnlockedVideos />}
        <dl>
          <dt className="muted small">{text.reference}</dt>
          <dd>
            <b className="reference">{reference}</b>
          </dd>
        </dl>
        {stage === 'long' && (
          <div className="stack stack-3">
            <p>
              <b>{text.notHere}</b> {text.noNeedToWait}
            </p>
            <div className="row">
              <Link className={buttonClass({ kind: 'line' })} to={paths.student.dashboard}>
                {text.goToDashboard}
              </Link>
            </div>
          </div>
        )}
      </Card>
    </>
  )
}

function StageIcon({ stage }: { stage: SettleStage }) {
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
