import { useSyncExternalStore } from 'react'
import { isWithinGrace, secondsLeft, type QuizClock } from './rules.ts'

/** Returns the seconds until the deadline by the server's clock; undefined until the clock is known. */
export function useCountdown(clock: QuizClock | undefined): number | undefined {
  const read = () => clock && secondsLeft(clock, performance.now())
  return useSyncExternalStore(subscribeToTime, read, read)
}

/** Whether an answer that is sent now can still count. */
export function useWithinGrace(clock: QuizClock | undefined): boolean {
  return useSyncExternalStore(subscribeToTime, () => clock !== undefined && isWithinGrace(clock, performance.now()))
}

/** Checks often enough not to skip a second. A page that was in the background catches up as soon as it is shown. */
function subscribeToTime(onChange: () => void): () => void {
  const timer = setInterval(onChange, 200)
  document.addEventListener('visibilitychange', onChange)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', onChange)
  }
}
