import { updatePayment, verifyPayment } from '@baobab/contract/payments/endpoints.ts'
import { paymentsText } from '@baobab/contract/payments/text.ts'
import { useEffect, useState } from 'react'
import { callApi } from '../api/call-api.ts'
import { waitFor, waitMs } from '../api/retry.ts'
import { storeIsPaid, useStudentSession } from '../api/session.ts'
import { paths } from '../paths.ts'
import { toast } from '../ui/toast.tsx'
import { settlePayment, type SettleStage } from './settle-payment.ts'

export const stageText: Record<SettleStage, string> = {
  verifying: paymentsText.verifyingPayment,
  waiting: paymentsText.verifyingPayment,
  long: paymentsText.verifyingPayment,
  updating: paymentsText.paymentVerified,
  confirmed: paymentsText.paymentConfirmed,
  failed: paymentsText.paymentFailed,
  error: paymentsText.paymentError,
  'not-updated': paymentsText.paymentNotUpdated,
}

/** How long the last sentence is shown before the page redirects; longer if it names the videos that were opened. */
const REDIRECT_AFTER_MS = 2_000
const REDIRECT_AFTER_SUCCESS_MS = 5_000

/** `isRefundDue`: the account was already paid, so this payment will be refunded. */
type Settled = { stage: SettleStage; isRefundDue: boolean }

/** Settles the payment of a reference, then redirects: to the dashboard if it was paid, else back to the payment page. */
export function useSettlePayment(reference: string): Settled {
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
      // The page itself shows every stage. A failure is also shown on the page that follows.
      if (end === 'confirmed') storeIsPaid()
      else toast(stageText[end], { kind: 'bad' })
      await waitMs(end === 'confirmed' ? REDIRECT_AFTER_SUCCESS_MS : REDIRECT_AFTER_MS, signal)
      // Loads a document, which drops data read before the payment; the payment page needs its own document anyway.
      window.location.replace(end === 'confirmed' ? paths.dashboard : paths.payment)
    }
    // Rejects only when the page is left.
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
