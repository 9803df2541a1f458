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

/** Whole megabytes from 2 on, tenths below, and kilobytes for less than a tenth. Never 0, also for an empty file. */
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
