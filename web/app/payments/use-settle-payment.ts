import { updatePayment, verifyPayment } from '@baobab/contract/payments.ts'
import { paymentsText } from '@baobab/contract/payments-text.ts'
import { useEffect, useState } from 'react'
import { callApi } from '../api/call-api.ts'
import { storeIsPaid, useStudentSession } from '../api/session.ts'
import { paths } from '../paths.ts'
import { toast } from '../ui/toast.tsx'
import { pause, whenOnline } from './abortable-wait.ts'
import { settlePayment, type SettleStage } from './settle-payment.ts'

/** What each stage says, in the spec's words (SPEC.md 8). */
export const stageLabels: Record<SettleStage, string> = {
  verifying: paymentsText.verifyingPayment,
  waiting: paymentsText.verifyingPayment,
  long: paymentsText.verifyingPayment,
  updating: paymentsText.paymentVerified,
  confirmed: paymentsText.paymentConfirmed,
  failed: paymentsText.paymentFailed,
  error: paymentsText.paymentError,
  'not-updated': paymentsText.paymentNotUpdated,
}

/** So long a last sentence is read before the page leads on (SPEC.md 9). */
const LEAD_ON_MS = 2_000

/** `isRefundDue`: paid a second time, so this one is given back. */
type Settled = { stage: SettleStage; isRefundDue: boolean }

/** Settles the payment of a reference and leads on: to the dashboard where it is paid, else back to the payment. */
export function useSettlePayment(reference: string): Settled {
  const [stage, setStage] = useState<SettleStage>('verifying')
  const [isRefundDue, setRefundDue] = useState(false)
  const username = useStudentSession()?.username ?? ''

  useEffect(() => {
    const { signal, abort } = controllerOf()
    const show = (next: SettleStage) => {
      if (signal.aborted) return
      setStage(next)
      if (next === 'updating' || next === 'confirmed') toast(stageLabels[next])
    }
    async function settle() {
      const end = await settlePayment({
        verify: async () => {
          await whenOnline(signal)
          const verified = await callApi(verifyPayment, { body: { reference } }, { signal })
          setRefundDue(verified.payment.isRefundDue)
          return verified
        },
        update: async () => {
          await whenOnline(signal)
          return callApi(updatePayment, { params: { username }, body: { isPaid: true } }, { signal })
        },
        pause: (ms) => pause(ms, signal),
        show,
      })
      if (signal.aborted) return
      if (end === 'confirmed') storeIsPaid()
      else toast(stageLabels[end], { kind: 'bad' })
      await pause(LEAD_ON_MS, signal)
      // A full load: nothing that was read before the account was paid is shown again, and paying needs its own document.
      window.location.replace(end === 'confirmed' ? paths.dashboard : paths.payment)
    }
    // Only leaving the page ends it early.
    settle().catch(() => undefined)
    return abort
  }, [reference, username])

  return { stage, isRefundDue }
}

function controllerOf() {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}
