import { isTimeCertain } from '../api/server-time.ts'
import { useServerTime } from '../api/use-server-time.ts'
import { isWithinGrace, secondsLeft, type ClockTimes } from './rules.ts'

/** Returns the seconds until the deadline by the server's time; undefined without an attempt. */
export function useCountdown(attempt: ClockTimes | undefined): number | undefined {
  return useServerTime(attempt && ((nowMs) => secondsLeft(attempt, nowMs)))
}

/** Whether an answer that is sent now can still count. After the phone slept, only once the server has said how late it is. */
export function useWithinGrace(attempt: ClockTimes | undefined): boolean {
  return useServerTime(attempt && ((nowMs) => isTimeCertain() && isWithinGrace(attempt, nowMs))) ?? false
}
