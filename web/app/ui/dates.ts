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
