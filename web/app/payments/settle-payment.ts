// What the page after paying does, in the spec's order (SPEC.md 2, 4): asks until it is known whether the payment came,
// has the account say that it is paid, and answers how it ended. Time and calls are given.
import { ApiError } from '@baobab/contract/api-error.ts'
import { isFinalRefusal } from '../api/retry.ts'

/** `waiting`: the provider does not know yet; `long`: for minutes now. The last four are ends. */
export type SettleStage =
  'verifying' | 'waiting' | 'long' | 'updating' | 'confirmed' | 'failed' | 'error' | 'not-updated'

export type Settling = {
  verify: () => Promise<{ pending: boolean; success: boolean }>
  update: () => Promise<unknown>
  pause: (ms: number) => Promise<void>
  show: (stage: SettleStage) => void
}

const FIRST_PAUSE_MS = 2_000
const LAST_PAUSE_MS = 30_000
/** How long somebody waits before the page says that it need not be waited for. */
export const LONG_MS = 120_000
/** Calls without an answer, one after another, before the page gives up. */
const TRIES = 3

/** How long to wait after asking for the n-th time (from 1): half as long again each time, up to half a minute. */
export function pauseAfter(asked: number): number {
  return Math.min(LAST_PAUSE_MS, Math.round(FIRST_PAUSE_MS * 1.5 ** (asked - 1)))
}

/** Answers the end that it has shown. */
export async function settlePayment(settling: Settling): Promise<SettleStage> {
  const { update, show } = settling
  const end = await untilKnown(settling)
  if (end !== 'updating') {
    show(end)
    return end
  }
  show('updating')
  const isUpdated = await withTries(settling, update).then(
    () => true,
    () => false,
  )
  const last = isUpdated ? 'confirmed' : 'not-updated'
  show(last)
  return last
}

async function untilKnown({ verify, pause, show }: Settling): Promise<SettleStage> {
  let waited = 0
  for (let asked = 1; ; asked += 1) {
    try {
      const { success } = await withTries({ pause }, verify)
      if (success) return 'updating'
    } catch (error) {
      return isRefusal(error) ? 'failed' : 'error'
    }
    show(waited < LONG_MS ? 'waiting' : 'long')
    waited += pauseAfter(asked)
    await pause(pauseAfter(asked))
  }
}

/** Calls again where no answer came; a refusal is the last word. */
async function withTries<T>({ pause }: Pick<Settling, 'pause'>, send: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await send()
    } catch (error) {
      if (isRefusal(error) || tried === TRIES) throw error
      await pause(waitOf(error, tried))
    }
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 401 || isFinalRefusal(error))
}

function waitOf(error: unknown, tried: number): number {
  const asked = error instanceof ApiError ? (error.retryAfter ?? 0) * 1_000 : 0
  return Math.max(asked, pauseAfter(tried))
}
