import { isTimeCertain } from '../api/server-time.ts'
import { useServerTime } from '../api/use-server-time.ts'
import { isWithinGrace, secondsLeft, type ClockTimes } from './rules.ts'

/** Returns the seconds until the deadline in server time; undefined without an attempt. */
export function useCountdown(attempt: ClockTimes | undefined): number | undefined {
  return useServerTime(attempt && ((nowMs) => secondsLeft(attempt, nowMs)))
}

/** Whether an answer sent now can still count. After the phone has slept, false until the server has said what time it is. */
export function useWithinGrace(attempt: ClockTimes | undefined): boolean {
  return useServerTime(attempt && ((nowMs) => isTimeCertain() && isWithinGrace(attempt, nowMs))) ?? false
}
