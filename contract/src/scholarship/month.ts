// Scholarship months, which are calendar months in Lagos: when one closes and when its winner is drawn.
import { lagosDate } from '../accounts/age.ts'
import { countDays } from '../kernel/lagos-days.ts'

export type ScholarshipMonth = {
  /** YYYY-MM */
  month: string
  /** The last millisecond in which points count. */
  closesAt: Date
  /** The earliest moment of the draw: the 3rd of the next month, 12:00 UTC. */
  drawsAt: Date
}

/** Returns the scholarship month of an instant in Lagos (UTC+1 all year). */
export function scholarshipMonth(now: Date): ScholarshipMonth {
  return monthCloses(lagosDate(now).slice(0, 7))
}

/** Returns when a month closes and its winner is drawn. @param month YYYY-MM */
export function monthCloses(month: string): ScholarshipMonth {
  const next = nextMonth(month)
  return {
    month,
    closesAt: new Date(Date.parse(`${next}-01T00:00:00+01:00`) - 1),
    drawsAt: new Date(`${next}-03T12:00:00Z`),
  }
}

/** Returns the month before the one of an instant in Lagos. */
export function lastMonth(now: Date): string {
  const begin = Date.parse(`${lagosDate(now).slice(0, 7)}-01T00:00:00+01:00`)
  return lagosDate(new Date(begin - 1)).slice(0, 7)
}

/** Returns how many days after a day its month ends; 0 on the last one. @param day in Lagos, YYYY-MM-DD */
export function daysToMonthEnd(day: string): number {
  const nextMonthBegins = `${nextMonth(day.slice(0, 7))}-01`
  return countDays({ from: day, to: nextMonthBegins }) - 2
}

/** Returns the month after a month. */
export function nextMonth(month: string): string {
  const [year, number] = [Number(month.slice(0, 4)), Number(month.slice(5))]
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
}

/** A month in addresses and data: YYYY-MM. */
export const monthPattern = /^\d{4}-(0[1-9]|1[0-2])$/

const monthFormat = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** Returns a month as people read it: November 2026. @param month YYYY-MM; another text is returned as it is */
export function monthName(month: string): string {
  return monthPattern.test(month) ? monthFormat.format(new Date(`${month}-01T00:00:00Z`)) : month
}
