/** 83 -> '1:23', 3725 -> '1:02:05'. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}

/** The quiz clock, mm:ss: 84 -> '01:24'. */
export function formatClock(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds))
  return `${two(Math.floor(whole / 60))}:${two(whole % 60)}`
}

/** Whole megabytes from 2 on, tenths below that, and kilobytes below a tenth. Never 0, even for an empty file. */
export function formatMegabytes(bytes: number): string {
  const mb = bytes / 1_000_000
  if (mb >= 1.95) return `${Math.round(mb)} MB`
  return mb < 0.1 ? `${Math.max(1, Math.round(bytes / 1_000))} KB` : `${Math.round(mb * 10) / 10} MB`
}

/** 1 -> '1 question', 8 -> '8 questions'. */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-NG')} ${count === 1 ? one : many}`
}

const ordinalRules = new Intl.PluralRules('en-GB', { type: 'ordinal' })
const ordinalEndings: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd' }

/** 3 -> '3rd', 1204 -> '1,204th'. */
export function formatOrdinal(n: number): string {
  return `${n.toLocaleString('en-NG')}${ordinalEndings[ordinalRules.select(n)] ?? 'th'}`
}

function two(n: number): string {
  return String(n).padStart(2, '0')
}

// Dates and times as people in Nigeria write them, in Lagos time.
const ZONE = 'Africa/Lagos'

/** 30 November */
export function formatDay(at: Date): string {
  return new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: ZONE }).format(at)
}

/** 30 Nov */
export function formatShortDay(at: Date): string {
  return new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: ZONE }).format(at)
}

/** Monday */
export function formatWeekday(at: Date): string {
  return new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: ZONE }).format(at)
}

/** 3 Dec 2026 */
export function formatDate(at: Date): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: ZONE }).format(at)
}

/** 3 December 2026 */
export function formatLongDate(at: Date): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: ZONE }).format(at)
}

/** 1:00 pm */
export function formatTime(at: Date): string {
  const time = new Intl.DateTimeFormat('en-GB', { hour: 'numeric', minute: '2-digit', hour12: true, timeZone: ZONE })
  return time.format(at)
}

/** 3 December 2026, 1:00 pm */
export function formatDateTime(at: Date): string {
  return `${formatLongDate(at)}, ${formatTime(at)}`
}

/** November 2026 */
export function formatMonth(at: Date): string {
  return new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: ZONE }).format(at)
}
