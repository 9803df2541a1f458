import { useCallback, useSyncExternalStore } from 'react'
import { secondsUntil } from './pending-verification.ts'

/** Counts down to an instant; 0 when it is reached, or where there is none. The clock is the outside world here. */
export function useSecondsLeft(at: number | undefined, longestMs?: number): number {
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
