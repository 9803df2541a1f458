// Calendar days in Lagos, as YYYY-MM-DD. Lagos is UTC+1 all year, so a day has 24 hours.

const DAY_MS = 86_400_000

/** 00:00 in Lagos on a day. */
export function startOfLagosDay(day: string): Date {
  return new Date(`${day}T00:00:00+01:00`)
}

/** 12:00 in Lagos on a day, for formatting the day: it falls on that day in every time zone near Lagos. */
export function noonInLagos(day: string): Date {
  return new Date(`${day}T12:00:00+01:00`)
}

/** The day `days` after another; before it where `days` is negative. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
}

/** How many days a period has; its first and its last count. */
export function countDays({ from, to }: { from: string; to: string }): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1
}

/** Every day of a period; none where it ends before it begins. */
export function listDays(period: { from: string; to: string }): string[] {
  return Array.from({ length: Math.max(0, countDays(period)) }, (_, index) => addDays(period.from, index))
}
