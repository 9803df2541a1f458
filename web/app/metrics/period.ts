// Which days the charts show, as the address says it: so many days up to today, or days of one's own.
import { dayAfter, daysIn, noonInLagos } from '@baobab/contract/lagos-days.ts'
import { Period } from '@baobab/contract/metrics.ts'

export const presets = [7, 30, 90, 365] as const
export type Preset = (typeof presets)[number]
export type Choice = `${Preset}` | 'own'
export type Chosen = Period & { choice: Choice }

const USUAL: Preset = 30

export const choiceLabels: readonly { value: Choice; label: string }[] = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'A year' },
  { value: 'own', label: 'Own dates' },
]

/** So many days, the last of them today. */
export function lastDays(preset: Preset, today: string): Chosen {
  return { choice: `${preset}`, from: dayAfter(today, 1 - preset), to: today }
}

/** What an address says; what makes no sense counts for nothing. */
export function parsePeriod(params: URLSearchParams, today: string): Chosen {
  const own = Period.safeParse({ from: params.get('from'), to: params.get('to') })
  if (own.success && own.data.from <= today) {
    const { from, to } = own.data
    return { choice: 'own', from, to: to < today ? to : today }
  }
  return lastDays(presets.find((preset) => String(preset) === params.get('days')) ?? USUAL, today)
}

/** The address of a choice. Own dates begin with those that are shown. */
export function toSearchParams(choice: Choice, shown: Period): URLSearchParams {
  if (choice === 'own') return new URLSearchParams({ from: shown.from, to: shown.to })
  return new URLSearchParams(choice === String(USUAL) ? {} : { days: choice })
}

const long = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'Africa/Lagos',
})

/** 3 to 9 June 2026, in the shortest words. */
export function formatPeriod({ from, to }: Period): string {
  return daysIn({ from, to }) === 1
    ? long.format(noonInLagos(to))
    : long.formatRange(noonInLagos(from), noonInLagos(to))
}
