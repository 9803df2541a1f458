import { lagosDate, msToLagosMidnight } from '@baobab/contract/accounts/rules.ts'

/** The longest time between two checks of the day. */
const LOOK_MS = 60_000

/**
 * Calls a function whenever the day in Lagos changes: at midnight, and when the clock is corrected to another day.
 * @returns a function that stops it
 */
export function atMidnight(readNow: () => Date, onNewDay: () => void): () => void {
  let day = lagosDate(readNow())
  let timer: NodeJS.Timeout
  const look = () => {
    scheduleNext()
    const today = lagosDate(readNow())
    if (today === day) return
    day = today
    onNewDay()
  }
  // Checks every minute, because the clock may be corrected and the machine may sleep.
  const scheduleNext = () => {
    timer = setTimeout(look, Math.min(LOOK_MS, msToLagosMidnight(readNow()))).unref()
  }
  scheduleNext()
  return () => clearTimeout(timer)
}
