import { useCallback, useSyncExternalStore } from 'react'

const MINUTE_MS = 60_000

/** Counts down to an instant; 0 when it is reached, or where there is none. The clock is the outside world here. */
export function useSecondsLeft(at: number | undefined, longestMs = MINUTE_MS): number {
  const listen = useCallback(
    (tick: () => void) => {
      if (at === undefined) return () => undefined
      const timer = setInterval(tick, 250)
      return () => clearInterval(timer)
    },
    [at],
  )
  return useSyncExternalStore(
    listen,
    () => (at === undefined ? 0 : secondsUntil(at, Date.now(), longestMs)),
    () => 0,
  )
}

/**
 * Whole seconds until `at`, rounded up so that 0 means now.
 * @param longestMs the longest wait there can be, which a clock that was set back cannot make longer
 */
export function secondsUntil(at: number, now: number, longestMs = MINUTE_MS): number {
  return Math.ceil(Math.min(Math.max(0, at - now), longestMs) / 1000)
}
