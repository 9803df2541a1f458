import { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import { readPayLink, verifyByLink, initializeByLink } from '@baobab/contract/payments/endpoints.ts'
import { paymentsText } from '@baobab/contract/payments/text.ts'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { callApi } from '../api/call-api.ts'
import { apiQuery, prefetch } from '../api/query.ts'
import { FormFailureNote } from '../forms/form-failure.tsx'
import { useApiForm } from '../forms/light/use-api-form.ts'
import { paths } from '../paths.ts'
import { PageLink } from '../shell/page-link.tsx'
import { pageMeta } from '../shell/page-meta.ts'
import { buttonClass, Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Empty } from '../ui/empty.tsx'
import { TextField } from '../ui/fields.tsx'
import { Note } from '../ui/note.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { richText } from '../ui/rich-text.tsx'
import { Loading, RowsSkeleton } from '../ui/skeleton.tsx'
import { Benefits, OrderSummary } from './order-summary.tsx'
import { PayButton, usePay, WalletButton } from './pay-button.tsx'
import { readReference } from './read-reference.ts'
import { ReceiptCard } from './receipt-card.tsx'
import { pauseAfter } from './settle-payment.ts'
import { text } from './text.ts'

export function clientLoader({ request }: { request: Request }) {
  const token = new URL(request.url).searchParams.get('link')
  if (token) prefetch(readPayLink, { params: { token } })
  return null
}

export const meta = () => [...pageMeta(text.payForMyChild, text.parentMeta), { name: 'robots', content: 'noindex' }]

/** The page behind a payment link, where a parent pays on any device without logging in. */
export default function PayForChildPage() {
  return (
    <div className="wrap sec stack stack-6">
      <Content />
    </div>
  )
}

function Content() {
  const [params, setParams] = useSearchParams()
  const token = params.get('link') ?? ''
  const reference = readReference(params)
  const link = useQuery({ ...apiQuery(readPayLink, { params: { token } }), enabled: token !== '' })

  function showResult(paid: string) {
    setParams(paid === '' ? { link: token } : { link: token, reference: paid })
  }

  /** The parent may have paid before closing the pop-up. */
  async function checkClosed(opened?: string) {
    if (opened !== undefined && (await hasArrived(token, opened))) showResult(opened)
    else await link.refetch()
  }

  if (token === '' || isDeadLink(link.error)) return <DeadLink />
  return (
    <QueryView query={link} failed={text.linkFailed} heading="h1" loading={<LoadingLink />}>
      {({ username, isPaid }) => {
        if (reference !== '')
          return (
            <ParentResult token={token} reference={reference} username={username} onTryAgain={() => showResult('')} />
          )
        if (isPaid) return <AlreadyPaid username={username} />
        return (
          <ParentCheckout
            token={token}
            username={username}
            onPaid={showResult}
            onClosed={(opened) => void checkClosed(opened)}
          />
        )
      }}
    </QueryView>
  )
}

/** Whether the server knows that a payment has arrived. */
function hasArrived(token: string, reference: string): Promise<boolean> {
  return callApi(verifyByLink, { params: { token }, body: { reference } }).then(
    ({ success }) => success,
    () => false,
  )
}

function isDeadLink(error: Error | null): boolean {
  return error instanceof ApiError && (error.status === 403 || error.status === 400 || error.status === 404)
}

function LoadingLink() {
  return (
    <Loading text={paymentsText.paymentsLoading}>
      <h1>{text.payForMyChild}</h1>
      <RowsSkeleton rows={4} />
    </Loading>
  )
}

function DeadLink() {
  return (
    <Empty title={text.linkDead} help={text.linkDeadHelp} heading="h1">
      <PageLink className={buttonClass({ kind: 'line' })} to={paths.contact}>
        {text.writeToUs}
      </PageLink>
    </Empty>
  )
}

function AlreadyPaid({ username }: { username: string }) {
  return (
    <Empty title={text.accountIsPaid(username)} help={text.accountIsPaidHelp} heading="h1">
      <PageLink className={buttonClass({ kind: 'line' })} to={paths.home}>
        {text.seeBaobab}
      </PageLink>
    </Empty>
  )
}

type Props = {
  token: string
  username: string
  onPaid: (reference: string) => void
  onClosed: (reference?: string) => void
}

/** A parent's checkout: what is being paid for, the parent's email, and the pay button. */
function ParentCheckout({ token, username, onPaid, onClosed }: Props) {
  const paying = usePay({ initialize: () => initialize('checkout'), onPaid, onClosed })
  const { form, field, submit, failure } = useApiForm({
    schema: async () => (await import('@baobab/contract/payments/endpoints.ts')).Payer,
    values: { email: '' },
    send: () => paying.pay(),
  })

  /** Errors in the email are shown under its field, all other failures under the button. */
  async function initialize(method: 'checkout' | 'wallet') {
    const body = { ...form.getValues(), method }
    return callApi(initializeByLink, { params: { token }, body }).catch((error: unknown) => {
      form.showErrors(error)
      throw error
    })
  }

  async function initializeWallet() {
    return (await form.trigger()) ? initialize('wallet') : undefined
  }

  return (
    <div className="grid split">
      <div className="stack stack-6">
        <div className="stack stack-2">
          <h1>{text.payForMyChild}</h1>
          <p className="lead">{richText(text.parentLead, { username: <b>{username}</b> })}</p>
        </div>
        <Card>
          <form className="stack stack-6" noValidate onSubmit={(event) => void submit(event)}>
            <Benefits />
            <div className="strip strip--thin" />
            <OrderSummary username={username} />
            <TextField
              label={text.yourEmail}
              type="email"
              autoComplete="email"
              hint={text.yourEmailHint}
              {...field('email')}
            />
            <FormFailureNote failure={failure} />
            <PayButton paying={paying} type="submit" />
            <WalletButton initialize={initializeWallet} onPaid={onPaid} onClosed={onClosed} />
          </form>
        </Card>
      </div>
      <div className="stack">
        <Note kind="warn" icon="users-three">
          <b>{text.knowChildQuestion(username)}</b> {text.knowChild}
        </Note>
        <Note icon="wifi-slash">
          <b>{text.networkLostQuestion}</b> {text.parentNetworkLost}
        </Note>
        <Note icon="credit-card">
          <b>{text.cardIsSafeTitle}</b> {text.cardIsSafe}
        </Note>
      </div>
    </div>
  )
}

type ParentResultProps = { token: string; reference: string; username: string; onTryAgain: () => void }

/** The outcome of a parent's payment. While it is pending, asks again with growing pauses. */
function ParentResult({ token, reference, username, onTryAgain }: ParentResultProps) {
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
