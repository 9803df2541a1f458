import { lagosDate } from '@baobab/contract/accounts/rules.ts'
import { daysToMonthEnd } from '@baobab/contract/scholarship/rules.ts'
import { text } from './text.ts'

/** Says how many days are left until this month ends. */
export const formatDaysLeft = (nowMs: number): string => text.daysLeft(daysToMonthEnd(lagosDate(new Date(nowMs))))
