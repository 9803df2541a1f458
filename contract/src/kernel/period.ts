// Periods of calendar days in Lagos, which an admin chooses.
import * as z from 'zod/mini'
import { isRealDate } from '../accounts/age.ts'
import * as field from './fields.ts'
import { addDays, countDays } from './lagos-days.ts'
import { METRICS_MAX_DAYS } from '../metrics/limits.ts'

/** The lengths of periods, in days, that an admin can choose with one click. */
export const periodPresets = [7, 30, 90, 365] as const
export type PeriodPreset = (typeof periodPresets)[number]

/** Returns the period of `days` days that ends today. */
export function lastDays(days: number, today: string): Period {
  return { from: addDays(today, 1 - days), to: today }
}

const day = z.string().check(z.refine(isRealDate, { error: field.INVALID_DATE, abort: true }))

/** A period of days, including the first and the last. */
export const Period = z.strictObject({ from: day, to: day }).check(
  z.refine((period) => countDays(period) >= 1, { path: ['to'], error: 'The last day cannot be before the first' }),
  z.refine((period) => countDays(period) <= METRICS_MAX_DAYS, {
    path: ['to'],
    error: `At most ${METRICS_MAX_DAYS} days can be shown at once`,
  }),
)
export type Period = z.output<typeof Period>
