// Limits how long calls to the object store take, and stops calling it while it is down. Otherwise every request that needs a file
// would hold its connection for the whole time limit.
import {
  BrokenCircuitError,
  circuitBreaker,
  CircuitState,
  ConsecutiveBreaker,
  handleType,
  TaskCancelledError,
  timeout,
  TimeoutStrategy,
} from 'cockatiel'
import { FileStoreUnavailableError } from '../http/errors.ts'

export type StoreLimits = {
  /** How long the store may take to reply, or be silent in the middle of a file. */
  callTimeoutMs: number
  /** After this many consecutive failures, the store counts as down. */
  maxFailures: number
  /** How long no calls are made then; after that, one call tries the store again. */
  breakerPauseMs: number
}

type StoreBreaker = {
  /** Makes a call whose reply has to begin within the time limit. */
  call<T>(run: (signal: AbortSignal) => Promise<T>): Promise<T>
  /** Makes a call without a time limit, for a transfer of any size. `run` itself must fail if the store goes silent. */
  transfer<T>(run: () => Promise<T>): Promise<T>
  /** Whether the store counts as down. */
  isOpen(): boolean
  /** How many milliseconds ago the store last replied; Infinity while it counts as down. */
  sinceReply(): number
}

/**
 * Creates a breaker. Its calls throw FileStoreUnavailableError if the store does not reply in time, and immediately while it counts
 * as down. Only errors of that type count as failures.
 */
export function createStoreBreaker({ callTimeoutMs, maxFailures, breakerPauseMs }: StoreLimits): StoreBreaker {
  const breaker = circuitBreaker(handleType(FileStoreUnavailableError), {
    halfOpenAfter: breakerPauseMs,
    breaker: new ConsecutiveBreaker(maxFailures),
  })
  // The body of a reply is still being read when the call returns, so returning must not abort it.
  const callTimeout = timeout(callTimeoutMs, { strategy: TimeoutStrategy.Aggressive, abortOnReturn: false })
  let repliedAt = -Infinity

  async function transfer<T>(run: () => Promise<T>): Promise<T> {
    // While one call tries the store again, the others do not wait for its result.
    if (breaker.state === CircuitState.HalfOpen) throw new FileStoreUnavailableError('The object store is down.')
    try {
      const result = await breaker.execute(run)
      repliedAt = performance.now()
      return result
    } catch (cause) {
      if (!(cause instanceof BrokenCircuitError)) throw cause
      throw new FileStoreUnavailableError('The object store is down.', { cause })
    }
  }

  return {
    transfer,
    call: (run) =>
      transfer(() =>
        callTimeout
          .execute(({ signal }) => run(signal))
          .catch((cause: unknown) => {
            if (!(cause instanceof TaskCancelledError)) throw cause
            throw new FileStoreUnavailableError('The object store does not reply.', { cause })
          }),
      ),
    isOpen: () => breaker.state !== CircuitState.Closed,
    sinceReply: () => (breaker.state === CircuitState.Closed ? performance.now() - repliedAt : Infinity),
  }
}
