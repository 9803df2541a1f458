import { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import { verifyByLink } from '@baobab/contract/payments/endpoints.ts'
import { paymentsText } from '@baobab/contract/payments/text.ts'
import { useQuery } from '@tanstack/react-query'
import { PageLink } from '../shell/page-link.tsx'
import { callApi } from '../api/call-api.ts'
import { paths } from '../paths.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Note } from '../ui/note.tsx'
import { richText } from '../ui/rich-text.tsx'
import { ReceiptCard } from './receipt-card.tsx'
import { pauseAfter } from './settle-payment.ts'
import { text } from './text.ts'

type Props = { token: string; reference: string; username: string; onTryAgain: () => void }

/** The outcome of a parent's payment. Asks again with growing pauses while it is pending. */
export function ParentResult({ token, reference, username, onTryAgain }: Props) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['parent payment', token, reference],
    queryFn: ({ signal }) => callApi(verifyByLink, { params: { token }, body: { reference } }, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.pending ? pauseAfter(state.dataUpdateCount) : false),
  })
  if (data?.success)
    return (
      <>
        <Outcome username={username} isSurplus={data.payment.isRefundDue} />
        <ReceiptCard payment={data.payment} username={username} heading="h2" />
      </>
    )
  if (error) {
    const isRefused = error instanceof ApiError && (error.status === 402 || error.status === 404)
    return (
      <Card className="stack stack-6 measure">
        <h1>{text.payForMyChild}</h1>
        <Note kind="bad" role="alert">
          <p>{isRefused ? paymentsText.paymentFailed : paymentsText.paymentError}</p>
          {!isRefused && <p>{text.doNotPayAgain}</p>}
        </Note>
        <Reference>{reference}</Reference>
        <div className="row">
          <Button
            onClick={isRefused ? onTryAgain : () => void refetch()}
            busyLabel={!isRefused && isFetching && text.tryingAgain}
          >
            {text.tryAgain}
          </Button>
          <PageLink className={buttonClass({ kind: 'line' })} to={paths.contact}>
            {text.writeToUs}
          </PageLink>
        </div>
      </Card>
    )
  }
  return (
    <Card className="stack stack-6 measure">
      <h1>{text.payForMyChild}</h1>
      <div className="row nowrap start">
        <span className="benefit benefit--busy">
          <span className="spin" aria-hidden="true" />
        </span>
        <div className="stack stack-2 grow" role="status">
          <p className="card__h d">{paymentsText.verifyingPayment}</p>
          {data && <p className="muted">{text.parentPending(username)}</p>}
        </div>
      </div>
      <Reference>{reference}</Reference>
    </Card>
  )
}

function Reference({ children }: { children: string }) {
  return (
    <dl>
      <dt className="muted small">{text.reference}</dt>
      <dd>
        <b className="reference">{children}</b>
      </dd>
    </dl>
  )
}

/** Thanks the parent, or explains that another person paid first and this payment will be refunded. */
function Outcome({ username, isSurplus }: { username: string; isSurplus: boolean }) {
  return (
    <div className="stack stack-2">
      <h1>{isSurplus ? paymentsText.paidByAnother.title : text.thankYou}</h1>
      <p className="lead" role="status">
        {isSurplus
          ? paymentsText.paidByAnother.description
          : richText(text.parentPaid, { username: <b>{username}</b> })}
      </p>
    </div>
  )
}
