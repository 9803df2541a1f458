import { lagosDate } from '@baobab/contract/accounts/rules.ts'
import { daysToMonthEnd } from '@baobab/contract/scholarship/rules.ts'

/** Says how many days are left until this month ends. In its own file, so that the first page loads no other text about draws. */
export function formatDaysLeft(nowMs: number): string {
  const days = daysToMonthEnd(lagosDate(new Date(nowMs)))
  return days > 1 ? `${days} days left.` : `${days === 1 ? 'Tomorrow' : 'Today'} is the last day.`
}
