import { PUSH_QUIET_FROM, PUSH_QUIET_UNTIL } from './limits.ts'

/** Nigeria is UTC+1 all year. */
const LAGOS_OFFSET_HOURS = 1

/** Whether no phone rings at an instant: at night, by the time in Lagos. */
export function isQuiet(at: Date): boolean {
  const hour = (at.getUTCHours() + LAGOS_OFFSET_HOURS) % 24
  return hour >= PUSH_QUIET_FROM || hour < PUSH_QUIET_UNTIL
}
