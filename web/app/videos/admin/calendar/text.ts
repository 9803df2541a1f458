// Text for the calendar of what is published when.
import type { CalendarEntry } from '@baobab/contract/videos/calendar.ts'
import { formatTime } from '../../../ui/format.ts'

const days = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', timeZone: 'Africa/Lagos' })
const otherDays = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'Africa/Lagos',
})

export const text = {
  title: 'Calendar',
  loading: 'Loading the calendar...',
  failed: 'Failed to load the calendar.',
  nothing: 'Nothing is published in these weeks.',
  notAll: (count: number) => `Only the first ${count} videos and ${count} notifications are shown.`,
  months: 'Months',
  month: ' month',
  day: (date: Date) => days.format(date),
  dayInOtherMonth: (date: Date) => otherDays.format(date),
  previous: 'Previous',
  next: 'Next',
  thisMonth: 'This month',
  at: ({ at, state }: Pick<CalendarEntry, 'at' | 'state'>) =>
    `at ${formatTime(new Date(at))}${state === 'scheduled' ? ', scheduled' : ''}`,
  more: (count: number) => `${count} more`,
  drafts: 'Drafts without a date',
  noDrafts: 'There are no drafts.',
}
