// Decides whether and when a failed call is sent again.

/**
 * Whether sending the same call again is pointless. 401 may succeed after a login, 408 and 429 later. A refusal without one of our codes
 * (`internal`) came from something in between, such as the sign-in page of a public network.
 */
export function isFinalRefusal({ status, code }: { status: number; code: string }): boolean {
  return status >= 400 && status < 500 && ![401, 408, 429].includes(status) && code !== 'internal'
}

const FIRST_RETRY_MS = 500
const LAST_RETRY_MS = 8_000

/**
 * Returns the milliseconds until the next attempt: doubled after each failure up to a maximum, and randomized by a quarter either way, so
 * that a school's phones do not all send at the same moment when its network returns.
 * @param options.random 0 to 1
 * @param options.retryAfter the seconds that the server asked to wait, if any
 */
export function retryDelayMs(failures: number, options: { random: number; retryAfter?: number | undefined }): number {
  const base = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1))
  return Math.max(base * (0.75 + options.random / 2), (options.retryAfter ?? 0) * 1000)
}

type Retrying = {
  /**
   * Returns the milliseconds until the next attempt, or undefined to stop.
   * @param failures the number of failed attempts, from 1
   */
  delayMs: (failures: number, error: unknown) => number | undefined
  /** Ends the attempts, and the wait for the next one. */
  signal?: AbortSignal
  /** Waits for the next attempt; by default for the given time. */
  pause?: (ms: number) => Promise<void>
}

/** Retries until it succeeds. Throws the last error if no attempt follows, or when the signal aborts. */
export async function retrying<T>(attempt: () => Promise<T>, { delayMs, signal, pause }: Retrying): Promise<T> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await attempt()
    } catch (error) {
      const ms = signal?.aborted ? undefined : delayMs(failures, error)
      if (ms === undefined) throw error
      await (pause ? pause(ms) : waitMs(ms, signal))
    }
  }
}

/** Waits. Rejects when the signal aborts. */
export function waitMs(ms: number, signal?: AbortSignal): Promise<void> {
  return waitFor(signal, (done) => {
    const timer = setTimeout(done, ms)
    return () => clearTimeout(timer)
  })
}

/**
 * Waits for an event. Rejects when the signal aborts.
 * @param start starts waiting and returns a function that stops it
 */
export function waitFor(signal: AbortSignal | undefined, start: (done: () => void) => () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(new Error('nobody waits for it any more'))
    if (signal?.aborted) return abort()
    const stop = start(() => {
      stop()
      signal?.removeEventListener('abort', onAbort)
      resolve()
    })
    const onAbort = () => {
      stop()
      abort()
    }
    signal?.addEventListener('abort', onAbort, { once: true })
  })
}
