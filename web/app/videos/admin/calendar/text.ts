// Text for the calendar of what is published when.
import type { CalendarEntry } from '@baobab/contract/videos/calendar.ts'

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
  loading: 'Loading the calendar...',
  failed: 'Failed to load the calendar.',
  nothing: 'Nothing is published in these weeks.',
  notAll: (count: number) => `Only the first ${count} notifications are shown.`,
  months: 'Months',
  month: (date: Date) => months.format(date),
  day: (date: Date) => days.format(date),
  previous: 'Previous month',
  next: 'Next month',
  thisMonth: 'This month',
  at: ({ at, state }: Pick<CalendarEntry, 'at' | 'state'>) =>
    `at ${times.format(new Date(at))}${state === 'scheduled' ? ', scheduled' : ''}`,
  more: (count: number) => `${count} more`,
  drafts: 'Drafts without a date',
  noDrafts: 'There are no drafts.',
}
