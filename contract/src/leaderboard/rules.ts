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
 * Above this sum of one student's adjustments in a month, in one category or in both and in either direction, two admins decide; and
 * above this sum of what one admin does for one student without another.
 */
export const STUDENT_MONTH_LIMIT = 50
/** Above this sum of what one admin gave and took away in a month, two admins decide. */
export const ADMIN_MONTH_LIMIT = 500

/**
 * What was adjusted before another adjustment. `net`: the sum of the student's adjustments of the month in each category, in which
 * those that were undone cancel out. `byAdmin`: the sum of what the admin gave and what the admin took away this month, for all
 * students. `alone`: what the admin did for this student without a second admin, given and taken away alike: this month, and since
 * two admins last decided about the student also what went the other way in earlier months.
 */
export type MonthOfAdjustments = { net: Record<AgeCategory, number>; byAdmin: number; alone: number }

/** `isAlone`: whether it undoes what is part of `alone`. */
type Adjusting = { amount: number; ageCategory: AgeCategory; isAlone: boolean }

/**
 * Returns whether a second admin has to agree to an adjustment. What is taken away in one category does not allow more in the
 * other: points of a category that the student has left are worth nothing.
 *
 * The net sums do not suffice: after two admins gave 300 points, taking 300 away leaves a net sum of 0. So an admin may also not
 * do more than the limit without another one, and the opposite direction counts like the same one. In this sum, only undoing one's
 * own adjustment that is part of it costs nothing, because that moves the score back to where others left it.
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
