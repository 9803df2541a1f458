import { useCallback, useSyncExternalStore } from 'react'

const MINUTE_MS = 60_000

/** Counts down to an instant; returns 0 once it is reached, or if there is none. */
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
 * Returns the whole seconds until `at`, rounded up so that 0 means now.
 * @param longestMs the longest possible wait, which caps the result if the device's clock is set back
 */
export function secondsUntil(at: number, now: number, longestMs = MINUTE_MS): number {
  return Math.ceil(Math.min(Math.max(0, at - now), longestMs) / 1000)
}
