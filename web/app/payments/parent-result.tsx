import { ApiError } from '@baobab/contract/api-error.ts'
import { paymentsText } from '@baobab/contract/payments-text.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Note } from '../ui/note.tsx'
import { ReceiptCard } from './receipt-card.tsx'
import { useParentVerdict } from './use-parent-verdict.ts'

type Props = { token: string; reference: string; username: string; onTryAgain: () => void }

/** What became of a parent's payment. */
export function ParentResult({ token, reference, username, onTryAgain }: Props) {
  const { data, error, isFetching, refetch } = useParentVerdict({ token, reference })
  if (data?.success)
    return (
      <Thanks username={username} isSecond={data.payment.isRefundDue}>
        <ReceiptCard payment={data.payment} username={username} heading="h2" />
      </Thanks>
    )
  if (error) {
    const isRefused = error instanceof ApiError && (error.status === 402 || error.status === 404)
    return (
      <Card className="stack stack-6 measure">
        <h1>Pay for my child</h1>
        <Note kind="bad" role="alert">
          <p>{isRefused ? paymentsText.paymentFailed : paymentsText.paymentError}</p>
          {!isRefused && <p>Please do not pay again before it is known.</p>}
        </Note>
        <Reference>{reference}</Reference>
        <div className="row">
          <Button
            onClick={isRefused ? onTryAgain : () => void refetch()}
            busyLabel={!isRefused && isFetching && 'Trying again...'}
          >
            Try again
          </Button>
          <Link className={buttonClass({ kind: 'line' })} to={paths.contact} reloadDocument>
            Write to us
          </Link>
        </div>
      </Card>
    )
  }
  return (
    <Card className="stack stack-6 measure">
      <h1>Pay for my child</h1>
      <div className="row nowrap start">
        <span className="benefit benefit--busy">
          <span className="spin" aria-hidden="true" />
        </span>
        <div className="stack stack-2 grow" role="status">
          <p className="card__h d">{paymentsText.verifyingPayment}</p>
          {data && (
            <p className="muted">
              The payment is on its way. Please do not pay again: the account {username} opens as soon as the money
              arrives, also when you close this page, and the receipt comes by email.
            </p>
          )}
        </div>
      </div>
      <Reference>{reference}</Reference>
    </Card>
  )
}

function Reference({ children }: { children: string }) {
  return (
    <dl>
      <dt className="muted small">Reference</dt>
      <dd>
        <b className="reference">{children}</b>
      </dd>
    </dl>
  )
}

type ThanksProps = { username: string; isSecond: boolean; children: ReactNode }

/** Whoever was not the first to pay gets the money back, and is not thanked as if it counted. */
function Thanks({ username, isSecond, children }: ThanksProps) {
  return (
    <>
      <div className="stack stack-2">
        <h1>{isSecond ? paymentsText.paidByAnother.title : 'Thank you'}</h1>
        <p className="lead" role="status">
          {isSecond ? (
            paymentsText.paidByAnother.description
          ) : (
            <>
              The payment has arrived. Every video and every quiz is open to <b>{username}</b>.
            </>
          )}
        </p>
      </div>
      {children}
    </>
  )
}
