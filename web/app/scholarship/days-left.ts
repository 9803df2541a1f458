import { text } from './text.ts'

const DAY_MS = 86_400_000

/** Says how many days are left until a month closes. */
export function formatDaysLeft(closesAt: Date, now: number): string {
  return text.daysLeft(Math.max(0, Math.ceil((closesAt.getTime() - now) / DAY_MS)))
}
