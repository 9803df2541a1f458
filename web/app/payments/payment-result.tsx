import { updatePayment, verifyPayment } from '@baobab/contract/payments/endpoints.ts'
import { paymentsText } from '@baobab/contract/payments/text.ts'
import { listVideos } from '@baobab/contract/videos/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { callApi } from '../api/call-api.ts'
import { apiQuery } from '../api/query.ts'
import { waitFor, waitMs } from '../api/retry.ts'
import { storeIsPaid, useStudentSession } from '../api/session.ts'
import { paths } from '../paths.ts'
import { pageMeta } from '../shell/page-meta.ts'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Icon } from '../ui/icon.tsx'
import { useOnline } from '../ui/online.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { Scene } from '../ui/scene.tsx'
import { toast } from '../ui/toast.tsx'
import { isNewlyUnlocked } from '../videos/unlocked.tsx'
import { PaidTwice } from './order-summary.tsx'
import { readReference } from './read-reference.ts'
import { type SettleStage, settlePayment } from './settle-payment.ts'
import { text } from './text.ts'

export const meta = () => pageMeta(text.payment)

/** The page that the provider's checkout returns to. It verifies the payment, says what happened, and redirects. */
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

/** How many lines of unlocked videos fit on a small phone. */
const LINES = 2

/** Celebrates the videos that the payment has unlocked. Shows nothing if there are none or the list cannot be read. */
function UnlockedVideos() {
  const { data: videos = [] } = useQuery({ ...apiQuery(listVideos, {}), staleTime: 0 })
  const unlocked = videos.filter(isNewlyUnlocked)
  if (unlocked.length === 0) return null
  const titles = unlocked.map(({ title }) => title)
  const lines =
    titles.length > LINES ? [...titles.slice(0, LINES - 1), text.andMore(titles.length - LINES + 1)] : titles
  return (
    <section className="cloth cloth--c unlocked stack" aria-labelledby="unlocked">
      <Scene name="trophy" />
      <h2 id="unlocked">{text.unlocked}</h2>
      <ul className="stack stack-2">
        {lines.map((line) => (
          <li key={line} className="row nowrap">
            <Icon name="check-circle" />
            <b>{line}</b>
          </li>
        ))}
      </ul>
    </section>
  )
}

const stageText: Record<SettleStage, string> = {
  verifying: paymentsText.verifyingPayment,
  waiting: paymentsText.verifyingPayment,
  long: paymentsText.verifyingPayment,
  updating: paymentsText.paymentVerified,
  confirmed: paymentsText.paymentConfirmed,
  failed: paymentsText.paymentFailed,
  error: paymentsText.paymentError,
  'not-updated': paymentsText.paymentNotUpdated,
}

/** How long the final message is shown before the page redirects; longer if it names unlocked videos. */
const REDIRECT_AFTER_MS = 2_000
const REDIRECT_AFTER_SUCCESS_MS = 5_000

/** `isRefundDue`: the account was already paid, so this payment will be refunded. */
type Settled = { stage: SettleStage; isRefundDue: boolean }

/** Settles the payment with this reference, then redirects: to the dashboard if it was paid, otherwise back to the payment page. */
function useSettlePayment(reference: string): Settled {
  const [stage, setStage] = useState<SettleStage>('verifying')
  const [isRefundDue, setRefundDue] = useState(false)
  const username = useStudentSession()?.username ?? ''

  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const show = (next: SettleStage) => {
      if (!signal.aborted) setStage(next)
    }
    async function settle() {
      const end = await settlePayment({
        verify: async () => {
          await waitUntilOnline(signal)
          const verification = await callApi(verifyPayment, { body: { reference } }, { signal })
          setRefundDue(verification.payment.isRefundDue)
          return verification
        },
        update: async () => {
          await waitUntilOnline(signal)
          return callApi(updatePayment, { params: { username }, body: { isPaid: true } }, { signal })
        },
        pause: (ms) => waitMs(ms, signal),
        show,
      })
      if (signal.aborted) return
      // This page shows every stage. A failure is also shown on the next page.
      if (end === 'confirmed') storeIsPaid()
      else toast(stageText[end], { kind: 'bad' })
      await waitMs(end === 'confirmed' ? REDIRECT_AFTER_SUCCESS_MS : REDIRECT_AFTER_MS, signal)
      // Loads a new document, which drops data read before the payment; the payment page needs its own document anyway.
      window.location.replace(end === 'confirmed' ? paths.dashboard : paths.payment)
    }
    // Rejects only when the user leaves the page.
    settle().catch(() => undefined)
    return () => controller.abort()
  }, [reference, username])

  return { stage, isRefundDue }
}

/** Waits until the browser reports a network. Rejects when the signal aborts. */
function waitUntilOnline(signal: AbortSignal): Promise<void> {
  if (navigator.onLine) return Promise.resolve()
  return waitFor(signal, (done) => {
    window.addEventListener('online', done)
    return () => window.removeEventListener('online', done)
  })
}
