// The charts' period, as in the address: a number of days up to today, or two dates.
import {
  lastDays,
  Period,
  periodPresets,
  type PeriodPreset,
  countDays,
  noonInLagos,
} from '@baobab/contract/kernel/days.ts'

export type PeriodChoice = `${PeriodPreset}` | 'own'
export type ChosenPeriod = Period & { choice: PeriodChoice }

const DEFAULT_DAYS: PeriodPreset = 30

/** Whether an address has a period, which means that the charts are open. */
export function hasPeriod(params: URLSearchParams): boolean {
  return ['days', 'from', 'to'].some((name) => params.has(name))
}

/** Returns the address of the period that the charts open with. */
export function defaultPeriod(): URLSearchParams {
  return new URLSearchParams({ days: String(DEFAULT_DAYS) })
}

/** Reads the period from an address. Ignores invalid parameters. */
export function parsePeriod(params: URLSearchParams, today: string): ChosenPeriod {
  const own = Period.safeParse({ from: params.get('from'), to: params.get('to') })
  if (own.success && own.data.from <= today) {
    const { from, to } = own.data
    return { choice: 'own', from, to: to < today ? to : today }
  }
  const days = periodPresets.find((preset) => String(preset) === params.get('days')) ?? DEFAULT_DAYS
  return { choice: `${days}`, ...lastDays(days, today) }
}

/** Returns the address for a choice. Custom dates start as the dates currently shown. */
export function toSearchParams(choice: PeriodChoice, shown: Period): URLSearchParams {
  if (choice === 'own') return new URLSearchParams({ from: shown.from, to: shown.to })
  return new URLSearchParams({ days: choice })
}

const longDate = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'Africa/Lagos',
})

/** Formats a period without repeating the month or the year: '3 to 9 June 2026'. */
export function formatPeriod({ from, to }: Period): string {
  return countDays({ from, to }) === 1
    ? longDate.format(noonInLagos(to))
    : longDate.formatRange(noonInLagos(from), noonInLagos(to))
}
