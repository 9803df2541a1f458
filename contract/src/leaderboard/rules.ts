// Rules for an admin's adjustment of a student's points.
import { lagosDate } from '../accounts/rules.ts'
import { startOfLagosDay } from '../kernel/days.ts'

/** Adjustments are made in steps of what a correct answer is worth. */
export const ADJUSTMENT_STEP = 10
/** The most that one adjustment may give or take away. */
export const ADJUSTMENT_MAX = 10_000
export const ADJUSTMENT_REASON_MIN = 5
export const ADJUSTMENT_REASON_MAX = 500
/** Above this sum of one student's adjustments in a month, in either direction, two admins decide. */
export const STUDENT_MONTH_LIMIT = 50
/** Above this sum of what one admin gave and took away in a month, two admins decide. */
export const ADMIN_MONTH_LIMIT = 500

/**
 * What was adjusted in a month before another adjustment. `net`: the sum of the student's adjustments, in which those that were
 * undone cancel out. `byAdmin`: the sum of what the admin gave and what the admin took away, for all students.
 */
export type MonthOfAdjustments = { net: number; byAdmin: number }

/** Returns whether a second admin has to agree to an adjustment. */
export function needsSecondAdmin(amount: number, { net, byAdmin }: MonthOfAdjustments): boolean {
  return Math.abs(net + amount) > STUDENT_MONTH_LIMIT || byAdmin + Math.abs(amount) > ADMIN_MONTH_LIMIT
}

/** Returns when the month of an instant began in Lagos. */
export function startOfLagosMonth(at: Date): Date {
  return startOfLagosDay(`${lagosDate(at).slice(0, 7)}-01`)
}
