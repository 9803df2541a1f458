// Text for the calendar of what is published when.
import type { CalendarEntry } from './rules.ts'

const months = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'Africa/Lagos' })
const days = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', timeZone: 'Africa/Lagos' })
const times = new Intl.DateTimeFormat('en-GB', {
  hour: 'numeric',
  minute: '2-digit',
  hour12: true,
  timeZone: 'Africa/Lagos',
})

export const text = {
  title: 'Calendar',
  months: 'Months',
  month: (date: Date) => months.format(date),
  day: (date: Date) => days.format(date),
  previous: 'Previous month',
  next: 'Next month',
  thisMonth: 'This month',
  at: ({ at, state }: Pick<CalendarEntry, 'at' | 'state'>) =>
    state === 'scheduled' ? `at ${times.format(at)}, scheduled` : `at ${times.format(at)}`,
  more: (count: number) => `${count} more`,
  drafts: 'Drafts without a date',
  noDrafts: 'There are no drafts.',
}
