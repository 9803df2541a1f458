// Calendar days in Lagos, as YYYY-MM-DD. Lagos is UTC+1 all year, so a day has 24 hours.
import * as z from 'zod/mini'
import { isRealDate } from '../accounts/rules.ts'
import * as field from './fields.ts'

const DAY_MS = 86_400_000

/** Returns midnight in Lagos at the start of a day. */
export function startOfLagosDay(day: string): Date {
  return new Date(`${day}T00:00:00+01:00`)
}

/** Returns 12:00 in Lagos on a day. Used for formatting, because it falls on the same day in every time zone near Lagos. */
export function noonInLagos(day: string): Date {
  return new Date(`${day}T12:00:00+01:00`)
}

/** Returns the day that is `days` days later, or earlier if `days` is negative. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
}

/** Returns the month (YYYY-MM) that is `months` later, or earlier if `months` is negative. */
export function addMonths(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const index = year * 12 + number - 1 + months
  return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`
}

/** Returns the number of days in a period, including its first and last day. */
export function countDays({ from, to }: { from: string; to: string }): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1
}

/** Lists the days of a period; empty if it ends before it begins. */
export function listDays(period: { from: string; to: string }): string[] {
  return Array.from({ length: Math.max(0, countDays(period)) }, (_, index) => addDays(period.from, index))
}

/** Returns the Monday of a day's week; weeks begin on Monday. */
export function mondayOf(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return addDays(day, -((weekday + 6) % 7))
}

// Periods of calendar days in Lagos, chosen by an admin.

/** The maximum number of days in a metrics chart. */
export const METRICS_MAX_DAYS = 366
/** The lengths of periods, in days, that an admin can choose with one click. */
export const periodPresets = [7, 30, 90, 365] as const
export type PeriodPreset = (typeof periodPresets)[number]

/** Returns the period of `days` days that ends today. */
export function lastDays(days: number, today: string): Period {
  return { from: addDays(today, 1 - days), to: today }
}

const realDay = z.string().check(z.refine(isRealDate, { error: field.INVALID_DATE, abort: true }))

/** A period of days, including the first and the last. */
export const Period = z.strictObject({ from: realDay, to: realDay }).check(
  z.refine((period) => countDays(period) >= 1, { path: ['to'], error: 'The last day cannot be before the first' }),
  z.refine((period) => countDays(period) <= METRICS_MAX_DAYS, {
    path: ['to'],
    error: `At most ${METRICS_MAX_DAYS} days can be shown at once`,
  }),
)
export type Period = z.output<typeof Period>
