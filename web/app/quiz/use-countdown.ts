import { useSyncExternalStore } from 'react'
import { isWithinGrace, secondsLeft, type QuizClock } from './rules.ts'

/** Whole seconds to the deadline by the server's clock; undefined until there is one. */
export function useCountdown(clock: QuizClock | undefined): number | undefined {
  return useSyncExternalStore(everyMoment, () => clock && secondsLeft(clock, performance.now()))
}

/** Whether an answer that goes out now can still count. */
export function useGrace(clock: QuizClock | undefined): boolean {
  return useSyncExternalStore(everyMoment, () => clock !== undefined && isWithinGrace(clock, performance.now()))
}

/** Often enough that no second is skipped; a page that slept catches up as soon as it is shown. */
function everyMoment(onChange: () => void): () => void {
  const timer = setInterval(onChange, 200)
  document.addEventListener('visibilitychange', onChange)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', onChange)
  }
}
