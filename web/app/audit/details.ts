// Reads and formats the details of an audit line.
import type { AuditLine } from '@baobab/contract/audit/endpoints.ts'
import { noonInLagos } from '@baobab/contract/kernel/days.ts'
import { formatNaira } from '@baobab/contract/payments/rules.ts'
import { formatDate, formatDateTime } from '../ui/format.ts'

export type Details = ReturnType<typeof readDetails>

/** Reads the details of a line by name and kind. A missing detail is an empty text, 0 or false. */
export function readDetails(details: AuditLine['details']) {
  const read = <T>(name: string, isKind: (value: unknown) => value is T, otherwise: T): T => {
    const value = details[name]
    return isKind(value) ? value : otherwise
  }
  return {
    has: (name: string) => details[name] !== undefined,
    text: (name: string) => read(name, (value): value is string => typeof value === 'string', ''),
    count: (name: string) => read(name, (value): value is number => typeof value === 'number', 0),
    is: (name: string) => details[name] === true,
  }
}

export const join = (...parts: (string | false)[]) => parts.filter(Boolean).join(' ')
export const labelOf = (labels: Readonly<Record<string, string>>, value: string) => labels[value] ?? value
export const formatDay = (day: string) => formatDate(noonInLagos(day))
export const formatInstant = (instant: string) => formatDateTime(new Date(instant))

const isMachineText = (value: string) => /^[0-9a-f-]{32,}$/i.test(value)

/** Describes details by their names: filters, and what another release wrote. Leaves out ids and values that say nothing. */
export function describeOther(details: AuditLine['details']): string {
  return Object.entries(details)
    .filter(([, value]) => value && value !== 'all' && !(typeof value === 'string' && isMachineText(value)))
    .map(([name, value]) =>
      value === true ? `${formatName(name)}.` : `${formatName(name)}: ${formatValue(name, value)}.`,
    )
    .join(' ')
}

/** Turns 'startedAt' and 'started_at' into 'Started at'. */
function formatName(name: string): string {
  const words = name
    .replace(/Kobo$/, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function formatValue(name: string, value: string | number | boolean | null): string {
  if (typeof value === 'number') return name.endsWith('Kobo') ? formatNaira(value) : value.toLocaleString('en-NG')
  const text = String(value)
  if (/^\d{4}-\d\d-\d\dT/.test(text)) return formatInstant(text)
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return formatDay(text)
  return text
}
