import {
  FIRST_INACTIVITY_MAIL_DAYS,
  INACTIVE_MONTHS,
  LAST_INACTIVITY_MAIL_DAYS,
} from '@baobab/contract/privacy/endpoints.ts'

const DAY_MS = 24 * 3_600_000

/** Returns the time a number of calendar months later or earlier, or the last day of a month that is too short. */
export function addMonths(at: Date, months: number): Date {
  const moved = new Date(at)
  moved.setUTCDate(1)
  moved.setUTCMonth(moved.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate()
  moved.setUTCDate(Math.min(at.getUTCDate(), lastDay))
  return moved
}

const addDays = (at: Date, days: number) => new Date(at.getTime() + days * DAY_MS)
const latest = (...instants: Date[]) => new Date(Math.max(...instants.map((at) => at.getTime())))

/** When an account was last used, and when the two emails announcing its erasure were handed over. */
export type Inactivity = { lastActiveAt: Date; firstSentAt: Date | null; lastSentAt: Date | null }

/**
 * Returns when an account is erased: 24 months after it was last used, but at least 30 days after the first email and 7 days
 * after the last one. An email that has not been sent counts as sent now.
 */
export function computeEraseAt({ lastActiveAt, firstSentAt, lastSentAt }: Inactivity, now: Date): Date {
  const firstAllows = addDays(firstSentAt ?? now, FIRST_INACTIVITY_MAIL_DAYS)
  const due = latest(addMonths(lastActiveAt, INACTIVE_MONTHS), firstAllows)
  return firstSentAt === null ? due : latest(due, addDays(lastSentAt ?? now, LAST_INACTIVITY_MAIL_DAYS))
}

/** Returns the next step for an unused account: send the first or the last email, erase it, or wait. */
export function nextInactivityStep(inactivity: Inactivity, now: Date): 'first' | 'last' | 'erase' | 'wait' {
  const { firstSentAt, lastSentAt } = inactivity
  const eraseAt = computeEraseAt(inactivity, now)
  if (firstSentAt === null) return addDays(now, FIRST_INACTIVITY_MAIL_DAYS) >= eraseAt ? 'first' : 'wait'
  if (lastSentAt === null) return addDays(now, LAST_INACTIVITY_MAIL_DAYS) >= eraseAt ? 'last' : 'wait'
  return now >= eraseAt ? 'erase' : 'wait'
}

/** What was erased: an account of a student or guardian, or a registration refused by a guardian. */
export type Erasure = { kind: 'student' | 'registration' | 'guardian'; id: string }

/** Returns the line beside the backups that records an erasure. */
export const formatErasure = ({ kind, id }: Erasure): string => `${kind} ${id}`

/** Parses such a line. Returns undefined for anything else, such as a line cut off by a full disk. */
export function parseErasure(line: string): Erasure | undefined {
  const [, kind, id] =
    /^(student|registration|guardian) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(line) ?? []
  if ((kind !== 'student' && kind !== 'registration' && kind !== 'guardian') || id === undefined) return undefined
  return { kind, id }
}
