import { updatePayment, verifyPayment } from '@baobab/contract/payments.ts'
import { text } from '@baobab/contract/text.ts'
import { useEffect, useState } from 'react'
import { call } from '../api/call.ts'
import { keepPaid, useStudentSession } from '../api/session.ts'
import { paths } from '../paths.ts'
import { toast } from '../ui/toast.tsx'
import { settlePayment, type Stage } from './settle-payment.ts'

/** What each stage says, in the spec's words (SPEC.md 8). */
export const stageWords: Record<Stage, string> = {
  verifying: text.verifyingPayment,
  waiting: text.verifyingPayment,
  long: text.verifyingPayment,
  updating: text.paymentVerified,
  confirmed: text.paymentConfirmed,
  failed: text.paymentFailed,
  error: text.paymentError,
  'not-updated': text.paymentNotUpdated,
}

/** So long a last sentence is read before the page leads on (SPEC.md 9). */
const LEAD_ON_MS = 2_000

/** Settles the payment of a reference and leads on: to the dashboard where it is paid, else back to the payment. */
export function useSettling(reference: string): Stage {
  const [stage, setStage] = useState<Stage>('verifying')
  const username = useStudentSession()?.username ?? ''

  useEffect(() => {
    const { signal, abort } = controllerOf()
    const show = (next: Stage) => {
      if (signal.aborted) return
      setStage(next)
      if (next === 'updating' || next === 'confirmed') toast(stageWords[next])
    }
    async function settle() {
      const end = await settlePayment({
        verify: () => call(verifyPayment, { body: { reference } }, { signal }),
        update: () => call(updatePayment, { params: { username }, body: { isPaid: true } }, { signal }),
        pause: (ms) => pause(ms, signal),
        show,
      })
      if (signal.aborted) return
      if (end === 'confirmed') keepPaid()
      else toast(stageWords[end], { kind: 'bad' })
      await pause(LEAD_ON_MS, signal)
      // A full load: nothing that was read before the account was paid is shown again, and paying needs its own document.
      window.location.replace(end === 'confirmed' ? paths.dashboard : paths.payment)
    }
    // Only leaving the page ends it early.
    settle().catch(() => undefined)
    return abort
  }, [reference, username])

  return stage
}

function controllerOf() {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}

/** Waits; rejects when the page is left. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      clearTimeout(timer)
      reject(new Error('the page was left'))
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', leave)
      resolve()
    }, ms)
    if (signal.aborted) leave()
    else signal.addEventListener('abort', leave, { once: true })
  })
}
