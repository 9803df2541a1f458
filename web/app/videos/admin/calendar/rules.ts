// A month's calendar: which days it shows, and what is published on each. Days and months are Lagos dates.
import { lagosDate } from '@baobab/contract/accounts/rules.ts'
import { addDays, listDays, mondayOf } from '@baobab/contract/kernel/days.ts'
import type { AdminNotification } from '@baobab/contract/notifications/admin.ts'
import type { AdminVideo } from '@baobab/contract/videos/admin.ts'

/** Something that students see from a time on. `state` is 'scheduled' while that time is to come. */
export type CalendarEntry = {
  kind: 'video' | 'notification'
  id: string
  title: string
  at: Date
  state: 'published' | 'scheduled'
}

type Video = Pick<AdminVideo, '_id' | 'title' | 'publication' | 'publishAt' | 'createdAt'>
type Notification = Pick<AdminNotification, '_id' | 'title' | 'date'>

/** Returns what is published, earliest first. A video that was never scheduled was published when it was added; drafts are left out. */
export function listEntries(videos: readonly Video[], scheduled: readonly Notification[]): CalendarEntry[] {
  const ofVideos = videos.flatMap(({ _id: id, title, publication, publishAt, createdAt }): CalendarEntry[] => {
    if (publication === 'draft') return []
    const state = publication === 'scheduled' ? 'scheduled' : 'published'
    return [{ kind: 'video', id, title, at: new Date(publishAt ?? createdAt), state }]
  })
  const ofNotifications = scheduled.map(({ _id: id, title, date }): CalendarEntry => {
    return { kind: 'notification', id, title, at: new Date(date), state: 'scheduled' }
  })
  return [...ofVideos, ...ofNotifications].toSorted((a, b) => a.at.getTime() - b.at.getTime())
}

/** Returns the entries of each day that has any. */
export function groupByDay(entries: readonly CalendarEntry[]): Map<string, CalendarEntry[]> {
  const byDay = new Map<string, CalendarEntry[]>()
  for (const entry of entries) {
    const day = lagosDate(entry.at)
    byDay.set(day, [...(byDay.get(day) ?? []), entry])
  }
  return byDay
}

/** Returns the days of all weeks that a month (YYYY-MM) touches, from a Monday to a Sunday. */
export function listCalendarDays(month: string): string[] {
  const last = addDays(`${moveMonth(month, 1)}-01`, -1)
  return listDays({ from: mondayOf(`${month}-01`), to: addDays(mondayOf(last), 6) })
}

/** Returns the month that is `months` later, or earlier if `months` is negative. */
export function moveMonth(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const index = year * 12 + number - 1 + months
  return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`
}

/** Returns the month that an address names, or the present one. */
export function parseMonth(named: string | null, now: Date): string {
  return named !== null && /^20\d\d-(0[1-9]|1[0-2])$/.test(named) ? named : lagosDate(now).slice(0, 7)
}
