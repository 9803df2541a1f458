// Rules for an admin's adjustment of a student's points.
import { ageCategories, lagosDate, type AgeCategory } from '../accounts/rules.ts'
import { startOfLagosDay } from '../kernel/days.ts'

/** Adjustments are made in steps of what a correct answer is worth. */
export const ADJUSTMENT_STEP = 10
/** The most that one adjustment may give or take away. */
export const ADJUSTMENT_MAX = 10_000
export const ADJUSTMENT_REASON_MIN = 5
export const ADJUSTMENT_REASON_MAX = 500
/**
 * Two admins decide if one student's adjustments in a month sum to more points than this, given or taken away, in one category
 * or in both. The same limit applies to what one admin does for one student without a second admin.
 */
export const STUDENT_MONTH_LIMIT = 50
/** Two admins decide if what one admin gave and took away in a month adds up to more than this. */
export const ADMIN_MONTH_LIMIT = 500

/**
 * The adjustments that were made before another one. `net`: the student's sum for this month in each category; adjustments that
 * were undone cancel out. `byAdmin`: what the admin gave plus what the admin took away this month, for all students. `alone`: the
 * same for this student only, without a second admin. It also includes earlier months, back to when two admins last decided about
 * the student, but only adjustments in the opposite direction.
 */
export type MonthOfAdjustments = { net: Record<AgeCategory, number>; byAdmin: number; alone: number }

/** `isAlone`: whether it undoes an adjustment that is part of `alone`. */
type Adjusting = { amount: number; ageCategory: AgeCategory; isAlone: boolean }

/**
 * Returns whether a second admin has to agree to an adjustment. Taking points away in one category does not allow giving more in
 * the other, because points in a category that the student has left are worth nothing.
 *
 * The net sums are not enough: after two admins gave 300 points, taking 300 away leaves a net sum of 0. So the limit also applies
 * to what one admin does without another, where points given and points taken away add up. Only undoing an adjustment that is
 * part of this sum does not count, because it moves the score back to where others left it.
 */
export function needsSecondAdmin(
  { amount, ageCategory, isAlone }: Adjusting,
  { net, byAdmin, alone }: MonthOfAdjustments,
): boolean {
  const ofAll = ageCategories.reduce((sum, each) => sum + net[each], amount)
  return (
    Math.abs(ofAll) > STUDENT_MONTH_LIMIT ||
    Math.abs(net[ageCategory] + amount) > STUDENT_MONTH_LIMIT ||
    (!isAlone && alone + Math.abs(amount) > STUDENT_MONTH_LIMIT) ||
    byAdmin + Math.abs(amount) > ADMIN_MONTH_LIMIT
  )
}

/** Returns when the month of an instant began in Lagos. */
export function startOfLagosMonth(at: Date): Date {
  return startOfLagosDay(`${lagosDate(at).slice(0, 7)}-01`)
}
