import { monthCloses } from '@baobab/contract/scholarship-month.ts'
import { formatMonth } from '../ui/dates.ts'

/** Returns a month as people read it: November 2026. @param month YYYY-MM; another text is returned as it is */
export function monthName(month: string): string {
  return /^\d{4}-\d{2}$/.test(month) ? formatMonth(monthCloses(month).closesAt) : month
}
