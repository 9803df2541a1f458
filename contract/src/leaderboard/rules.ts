// Rules for an admin's adjustment of a student's points.
import { ageCategories, lagosDate, type AgeCategory } from '../accounts/rules.ts'
import { startOfLagosDay } from '../kernel/days.ts'

/** Adjustments are made in steps of what a correct answer is worth. */
export const ADJUSTMENT_STEP = 10
/** The most that one adjustment may give or take away. */
export const ADJUSTMENT_MAX = 10_000
export const ADJUSTMENT_REASON_MIN = 5
export const ADJUSTMENT_REASON_MAX = 500
/** Above this sum of one student's adjustments in a month, in one category or in both and in either direction, two admins decide. */
export const STUDENT_MONTH_LIMIT = 50
/** Above this sum of what one admin gave and took away in a month, two admins decide. */
export const ADMIN_MONTH_LIMIT = 500

/**
 * What was adjusted in a month before another adjustment. `net`: the sum of the student's adjustments in each category, in which
 * those that were undone cancel out. `byAdmin`: the sum of what the admin gave and what the admin took away, for all students.
 */
export type MonthOfAdjustments = { net: Record<AgeCategory, number>; byAdmin: number }

/**
 * Returns whether a second admin has to agree to an adjustment. What is taken away in one category does not allow more in the
 * other: points of a category that the student has left are worth nothing.
 */
export function needsSecondAdmin(
  { amount, ageCategory }: { amount: number; ageCategory: AgeCategory },
  { net, byAdmin }: MonthOfAdjustments,
): boolean {
  const ofAll = ageCategories.reduce((sum, each) => sum + net[each], amount)
  return (
    Math.abs(ofAll) > STUDENT_MONTH_LIMIT ||
    Math.abs(net[ageCategory] + amount) > STUDENT_MONTH_LIMIT ||
    byAdmin + Math.abs(amount) > ADMIN_MONTH_LIMIT
  )
}

/** Returns when the month of an instant began in Lagos. */
export function startOfLagosMonth(at: Date): Date {
  return startOfLagosDay(`${lagosDate(at).slice(0, 7)}-01`)
}
