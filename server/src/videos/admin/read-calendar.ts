// Reads what is published when, each kind only for roles that may list it.
import { isAllowed } from '@baobab/contract/accounts/rules.ts'
import type { ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import { addDays, startOfLagosDay } from '@baobab/contract/kernel/days.ts'
import { listNotifications } from '@baobab/contract/notifications/admin.ts'
import { listAdminVideos } from '@baobab/contract/videos/admin.ts'
import {
  CALENDAR_MAX,
  listCalendarDays,
  type CalendarEntry,
  type readCalendar as endpoint,
} from '@baobab/contract/videos/calendar.ts'
import { and, asc, eq, gte, isNull, lt, or, sql } from 'drizzle-orm'
import { notifications } from '../../notifications/tables.ts'
import type { App } from '../../platform/app.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { publicationAt } from '../rules.ts'
import { videos } from '../tables.ts'

type Range = { from: Date; to: Date }

/** Reads what is published in the weeks of a month (YYYY-MM), earliest first. */
export async function readCalendar(
  app: App,
  { roles }: Pick<AdminUser, 'roles'>,
  month: string,
): Promise<ReplyOf<typeof endpoint>> {
  const days = listCalendarDays(month)
  const [first = '', last = ''] = [days[0], days.at(-1)]
  const range = { from: startOfLagosDay(first), to: startOfLagosDay(addDays(last, 1)) }
  const readsVideos = isAllowed(listAdminVideos.who, roles)
  const announcements = isAllowed(listNotifications.who, roles) ? await listAnnouncements(app, range) : []
  const published = readsVideos ? await listVideos(app, range) : []
  const entries = [...published.slice(0, CALENDAR_MAX), ...announcements.slice(0, CALENDAR_MAX)]
  return {
    entries: entries.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at)),
    hasMore: Math.max(published.length, announcements.length) > CALENDAR_MAX,
    drafts: readsVideos ? await listDrafts(app) : null,
  }
}

/**
 * Lists one more video than is shown, by when students first see them. One that was never scheduled was published when it was added.
 */
async function listVideos({ db, clock }: App, { from, to }: Range): Promise<CalendarEntry[]> {
  const at = sql`coalesce(${videos.publishAt}, ${videos.createdAt})`
  const rows = await db
    .select({
      id: videos.id,
      title: videos.title,
      isDraft: videos.isDraft,
      publishAt: videos.publishAt,
      createdAt: videos.createdAt,
    })
    .from(videos)
    .where(and(isNull(videos.deletedAt), eq(videos.isDraft, false), gte(at, from), lt(at, to)))
    .orderBy(asc(at), asc(videos.id))
    .limit(CALENDAR_MAX + 1)
  return rows.map((video) => ({
    kind: 'video',
    _id: video.id,
    title: video.title,
    at: (video.publishAt ?? video.createdAt).toISOString(),
    state: publicationAt(video, clock.now()) === 'scheduled' ? 'scheduled' : 'published',
  }))
}

/** Lists one more than are shown. Leaves out those to one student, such as about a payment, which would hide what is planned. */
async function listAnnouncements({ db }: App, { from, to }: Range): Promise<CalendarEntry[]> {
  const { id, title, publishedAt, publishAt, canceledAt, studentId } = notifications
  const isSent = and(gte(publishedAt, from), lt(publishedAt, to))
  const waits = and(isNull(publishedAt), isNull(canceledAt), gte(publishAt, from), lt(publishAt, to))
  const rows = await db
    .select({ id, title, publishedAt, publishAt })
    .from(notifications)
    .where(and(isNull(studentId), or(isSent, waits)))
    .orderBy(asc(publishAt), asc(id))
    .limit(CALENDAR_MAX + 1)
  return rows.map((row) => ({
    kind: 'notification',
    _id: row.id,
    title: row.title,
    at: (row.publishedAt ?? row.publishAt).toISOString(),
    state: row.publishedAt ? 'published' : 'scheduled',
  }))
}

async function listDrafts({ db }: App): Promise<{ _id: string; title: string }[]> {
  return db
    .select({ _id: videos.id, title: videos.title })
    .from(videos)
    .where(and(isNull(videos.deletedAt), eq(videos.isDraft, true)))
    .orderBy(asc(videos.createdAt), asc(videos.id))
}
