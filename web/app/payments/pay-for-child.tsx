import { ApiError } from '@baobab/contract/api-error.ts'
import { readPayLink, verifyByLink } from '@baobab/contract/payments.ts'
import { paymentsText } from '@baobab/contract/payments-text.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { callApi } from '../api/call-api.ts'
import { apiQuery } from '../api/query.ts'
import { paths } from '../paths.ts'
import { pageMeta } from '../shell/page-meta.ts'
import { buttonClass } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Failure } from '../ui/failure.tsx'
import { Loading, RowsSkeleton } from '../ui/skeleton.tsx'
import { ParentCheckout } from './parent-checkout.tsx'
import { ParentResult } from './parent-result.tsx'
import { readReference } from './read-reference.ts'

export const meta = () => [
  ...pageMeta('Pay for my child', 'Pay for a child’s account on Baobab, without logging in.'),
  { name: 'robots', content: 'noindex' },
]

/** Where a student's link leads a parent: on any phone, without a login, and logging nobody in. */
export default function PayForChild() {
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
  if (token === '' || isDead(link.error)) return <DeadLink />
  if (!link.data)
    return link.isError ? (
      <Failure
        title="This link could not be opened."
        heading="h1"
        isRetrying={link.isFetching}
        onRetry={() => void link.refetch()}
      />
    ) : (
      <Loading text={paymentsText.paymentsLoading}>
        <h1>Pay for my child</h1>
        <RowsSkeleton rows={4} />
      </Loading>
    )
  const { username, isPaid } = link.data
  const show = (paid: string) => setParams(paid === '' ? { link: token } : { link: token, reference: paid })
  if (reference !== '')
    return <ParentResult token={token} reference={reference} username={username} onTryAgain={() => show('')} />
  if (isPaid) return <PaidAlready username={username} />

  /** A window that was closed may have taken the money before. */
  async function look(opened?: string) {
    const isPaid = opened !== undefined && (await hasArrived(token, opened))
    if (isPaid) show(opened)
    else await link.refetch()
  }

  return <ParentCheckout token={token} username={username} onPaid={show} onClosed={(opened) => void look(opened)} />
}

/** Where nothing is known the page stays as it is. */
function hasArrived(token: string, reference: string): Promise<boolean> {
  return callApi(verifyByLink, { params: { token }, body: { reference } }).then(
    ({ success }) => success,
    () => false,
  )
}

function isDead(error: Error | null): boolean {
  return error instanceof ApiError && (error.status === 403 || error.status === 400 || error.status === 404)
}

function DeadLink() {
  return (
    <Empty
      title="This link does not work"
      help="A link for paying lasts seven days and has to be whole: some programs cut it. Ask your child for a new one; it is made on the page “Payment”."
      heading="h1"
    >
      <Link className={buttonClass({ kind: 'line' })} to={paths.contact} reloadDocument>
        Write to us
      </Link>
    </Empty>
  )
}

function PaidAlready({ username }: { username: string }) {
  return (
    <Empty
      title={`The account ${username} is paid`}
      help="There is nothing more to pay. Whoever paid has the receipt by email."
      heading="h1"
    >
      <Link className={buttonClass({ kind: 'line' })} to={paths.home} reloadDocument>
        See what Baobab is
      </Link>
    </Empty>
  )
}
