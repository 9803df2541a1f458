// The calendar of what is published when: videos, and notifications to many students. Days and months are Lagos dates.
import { z } from 'zod'
import { lagosDate } from '../accounts/rules.ts'
import { addDays, addMonths, listDays, mondayOf } from '../kernel/days.ts'
import { endpoint } from '../kernel/endpoint.ts'
import * as field from '../kernel/fields.ts'

/** Only this century, so that all its weeks have dates. */
const MONTH = /^20\d\d-(0[1-9]|1[0-2])$/
/** The most videos, and the most notifications, that a calendar shows. */
export const CALENDAR_MAX = 500

/** Something that students can see from the time `at`. Until then its state is 'scheduled'. */
export const CalendarEntry = z
  .object({
    kind: z.enum(['video', 'notification']),
    _id: z.string(),
    title: z.string(),
    at: field.instant,
    state: z.enum(['published', 'scheduled']),
  })
  .meta({ id: 'CalendarEntry' })
export type CalendarEntry = z.infer<typeof CalendarEntry>

export const readCalendar = endpoint({
  group: 'Videos',
  method: 'GET',
  path: '/admin/calendar-entries',
  who: ['owner', 'content', 'support', 'auditor'],
  summary:
    'What is published in the weeks of a month, earliest first: videos and notifications to many students, each only for roles that may list them',
  query: z.strictObject({ month: z.string().regex(MONTH, field.INVALID_DATE) }),
  reply: z.object({
    entries: z.array(CalendarEntry),
    /** Whether there are more videos or notifications than are listed. */
    hasMore: z.boolean(),
    /** The videos that have no day yet; null for roles that may not list videos. */
    drafts: z.nullable(z.array(z.object({ _id: z.string(), title: z.string() }))),
  }),
})

/** Returns the days of all weeks that a month (YYYY-MM) touches, from a Monday to a Sunday. */
export function listCalendarDays(month: string): string[] {
  const last = addDays(`${addMonths(month, 1)}-01`, -1)
  return listDays({ from: mondayOf(`${month}-01`), to: addDays(mondayOf(last), 6) })
}

/** Returns the month that an address names, otherwise the current one. */
export function parseMonth(named: string | null, now: Date): string {
  return named !== null && MONTH.test(named) ? named : lagosDate(now).slice(0, 7)
}
