import { formatCount } from '../ui/format.ts'
import type { Square } from '../ui/squares.tsx'

const WEEK = 7

/** '2 days in a row'; a row that has ended is a new beginning, not a zero. */
export function streakLabel(days: number): string {
  return days === 0 ? 'Start a row of days' : `${formatCount(days, 'day')} in a row`
}

/** The week of cloth that is being dyed: a full one stays to be seen until the next day begins another. */
export function streakSquares(days: number): Square[] {
  const dyed = days === 0 ? 0 : ((days - 1) % WEEK) + 1
  return Array.from({ length: WEEK }, (_, at) => (at < dyed ? 'done' : 'waiting'))
}
