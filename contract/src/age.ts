// Ages and age categories. Nigeria is UTC+1 all year, without daylight saving time, so Lagos time is a fixed offset.
import { AGE_MAX, AGE_MIN } from './limits.ts'

export const ageCategories = ['5-10', '11-20'] as const
export type AgeCategory = (typeof ageCategories)[number]

/** The category of a leaderboard whose category is not given. */
export const DEFAULT_CATEGORY: AgeCategory = '11-20'

const LAGOS_OFFSET_MS = 3_600_000
const DAY_MS = 86_400_000

/** The calendar date in Lagos at an instant, as YYYY-MM-DD. */
export function lagosDate(at: Date): string {
  return new Date(at.getTime() + LAGOS_OFFSET_MS).toISOString().slice(0, 10)
}

/** Milliseconds from an instant to the next 00:00 in Lagos, at least one. */
export function msToLagosMidnight(at: Date): number {
  return DAY_MS - ((at.getTime() + LAGOS_OFFSET_MS) % DAY_MS)
}

/**
 * Whole years of age in Lagos at an instant. Somebody born on 29 February has their birthday on 1 March in common years.
 * @param birth YYYY-MM-DD
 */
export function ageAt(birth: string, now: Date): number {
  const today = lagosDate(now)
  const years = Number(today.slice(0, 4)) - Number(birth.slice(0, 4))
  // Comparing month and day as text puts 29 February before 1 March, and no common year has a 29 February to reach.
  return today.slice(5) >= birth.slice(5) ? years : years - 1
}

/** The last age of each category. */
const lastAge: Record<AgeCategory, number> = { '5-10': 10, '11-20': AGE_MAX }

/** Returns the category of an age: 5 to 10, 11 to 20, or null. */
export function getAgeCategory(age: number): AgeCategory | null {
  if (age < AGE_MIN) return null
  return ageCategories.find((category) => age <= lastAge[category]) ?? null
}

/**
 * The birthday on which someone leaves a category, as YYYY-MM-DD: from 00:00 Lagos time of that day on.
 * @param birth YYYY-MM-DD
 */
export function leavesCategoryOn(birth: string, category: AgeCategory): string {
  const year = Number(birth.slice(0, 4)) + lastAge[category] + 1
  const birthday = `${year}${birth.slice(4)}`
  return isRealDate(birthday) ? birthday : `${year}-03-01`
}

/** Returns today's category, in Lagos, of somebody born on a date; null for those who can neither answer nor rank. */
export function ageCategoryAt(birth: string, now: Date): AgeCategory | null {
  return getAgeCategory(ageAt(birth, now))
}

/** Whether a text names a real calendar date, YYYY-MM-DD, not before 1900. */
export function isRealDate(date: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || date < '1900-01-01') return false
  const parsed = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(date)
}
