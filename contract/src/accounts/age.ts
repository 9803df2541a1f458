// Ages and age categories. Nigeria is UTC+1 all year, without daylight saving time, so Lagos time is a fixed offset.
import { AGE_MAX, AGE_MIN } from './limits.ts'

export const ageCategories = ['5-10', '11-20'] as const
export type AgeCategory = (typeof ageCategories)[number]

/** Used if a leaderboard request names no category. */
export const DEFAULT_CATEGORY: AgeCategory = '11-20'

const LAGOS_OFFSET_MS = 3_600_000
const DAY_MS = 86_400_000

/** Returns the calendar date in Lagos at an instant, as YYYY-MM-DD. */
export function lagosDate(at: Date): string {
  return new Date(at.getTime() + LAGOS_OFFSET_MS).toISOString().slice(0, 10)
}

/** Returns the milliseconds from an instant to the next 00:00 in Lagos, at least one. */
export function msToLagosMidnight(at: Date): number {
  return DAY_MS - ((at.getTime() + LAGOS_OFFSET_MS) % DAY_MS)
}

/**
 * Returns the age in whole years at an instant, by the date in Lagos. Anyone born on 29 February has their birthday on
 * 1 March in common years.
 * @param birth YYYY-MM-DD
 */
export function ageAt(birth: string, now: Date): number {
  const today = lagosDate(now)
  const years = Number(today.slice(0, 4)) - Number(birth.slice(0, 4))
  // Month and day are compared as text: in a common year, a birthday on 29 February is reached on 1 March.
  return today.slice(5) >= birth.slice(5) ? years : years - 1
}

/** The highest age in each category. */
const lastAge: Record<AgeCategory, number> = { '5-10': 10, '11-20': AGE_MAX }

/** Returns the category for an age: '5-10', '11-20', or null. */
export function getAgeCategory(age: number): AgeCategory | null {
  if (age < AGE_MIN) return null
  return ageCategories.find((category) => age <= lastAge[category]) ?? null
}

/**
 * Returns the birthday, as YYYY-MM-DD, on which a student leaves a category. It takes effect at 00:00 Lagos time.
 * @param birth YYYY-MM-DD
 */
export function leavesCategoryOn(birth: string, category: AgeCategory): string {
  const year = Number(birth.slice(0, 4)) + lastAge[category] + 1
  const birthday = `${year}${birth.slice(4)}`
  return isRealDate(birthday) ? birthday : `${year}-03-01`
}

/** Returns the category at an instant, by the date in Lagos; null for an age outside every category. */
export function ageCategoryAt(birth: string, now: Date): AgeCategory | null {
  return getAgeCategory(ageAt(birth, now))
}

/** Returns whether a text is a real calendar date (YYYY-MM-DD) in 1900 or later. */
export function isRealDate(date: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || date < '1900-01-01') return false
  const parsed = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(date)
}
