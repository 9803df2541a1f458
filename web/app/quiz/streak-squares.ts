import type { Square } from '../ui/squares.tsx'

const WEEK = 7

/** Returns the squares of the current week of a streak. A full week stays visible until the next one begins. */
export function streakSquares(days: number): Square[] {
  const done = days === 0 ? 0 : ((days - 1) % WEEK) + 1
  return Array.from({ length: WEEK }, (_, index) => (index < done ? 'done' : 'waiting'))
}
