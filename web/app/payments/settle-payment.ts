// The steps of the page after paying: wait until the payment is verified, confirm it for the account, and report the outcome. Time and API
// calls are passed in as arguments.
import { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import { isFinalRefusal, retrying } from '../api/retry.ts'

/** `waiting`: not known yet; `long`: not known for minutes. The last four end the process. */
export type SettleStage =
  | 'verifying'
  | 'waiting'
  | 'long'
  | 'updating'
  | 'confirmed'
  | 'failed'
  | 'error'
  | 'not-updated'

type Steps = {
  verify: () => Promise<{ pending: boolean; success: boolean }>
  update: () => Promise<unknown>
  pause: (ms: number) => Promise<void>
  show: (stage: SettleStage) => void
}

const FIRST_PAUSE_MS = 2_000
const MAX_PAUSE_MS = 30_000
/** After this long the page says that the student does not need to wait. */
export const LONG_MS = 120_000
/** After this many consecutive attempts without a reply, the page gives up. */
const MAX_ATTEMPTS = 3

/** Returns the pause after the n-th attempt (from 1): it grows by half each time, up to half a minute. */
export function pauseAfter(attempt: number): number {
  return Math.min(MAX_PAUSE_MS, Math.round(FIRST_PAUSE_MS * 1.5 ** (attempt - 1)))
}

/** Runs the steps. Returns the final stage, which it has already shown. */
export async function settlePayment(steps: Steps): Promise<SettleStage> {
  const { update, show } = steps
  const outcome = await waitUntilKnown(steps)
  show(outcome)
  if (outcome !== 'updating') return outcome
  const isUpdated = await withRetries(steps, update).then(
    () => true,
    () => false,
  )
  const last = isUpdated ? 'confirmed' : 'not-updated'
  show(last)
  return last
}

async function waitUntilKnown({ verify, pause, show }: Steps): Promise<SettleStage> {
  let waited = 0
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { success } = await withRetries({ pause }, verify)
      if (success) return 'updating'
    } catch (error) {
      return isRefusal(error) ? 'failed' : 'error'
    }
    show(waited < LONG_MS ? 'waiting' : 'long')
    waited += pauseAfter(attempt)
    await pause(pauseAfter(attempt))
  }
}

/** Retries a call that got no reply. A refusal is final. */
function withRetries<T>({ pause }: Pick<Steps, 'pause'>, send: () => Promise<T>): Promise<T> {
  return retrying(send, {
    pause,
    delayMs(attempt, error) {
      if (isRefusal(error) || attempt === MAX_ATTEMPTS) return undefined
      const requested = error instanceof ApiError ? (error.retryAfter ?? 0) * 1_000 : 0
      return Math.max(requested, pauseAfter(attempt))
    },
  })
}

function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 401 || isFinalRefusal(error))
}
