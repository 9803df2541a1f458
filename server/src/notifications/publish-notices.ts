// A notice appears: at once, or at its time by a job of each minute, exactly once on however many servers.
import { sql } from 'drizzle-orm'
import { and, inArray } from 'drizzle-orm'
import type { App } from '../app.ts'
import type { Tx } from '../platform/database.ts'
import { noticeMailRounds } from './mail-notices.ts'
import { tellOf } from './notice-news.ts'
import type { NoticeRow } from './shapes.ts'
import { notices } from './tables.ts'

/** Notices of one transaction; the next ones come right after. */
const AT_ONCE = 100

/** Publishes what is due; answers how many were. */
export async function publishDueNotices(app: App): Promise<number> {
  const published = await app.db.transaction((tx) => publish(app, tx, sql`true`))
  return published.length < AT_ONCE ? published.length : published.length + (await publishDueNotices(app))
}

/**
 * Publishes those of some notices that are due. Each row is taken under its lock, so another server, a change or a
 * cancelling finds it either before or after, never in between.
 */
export async function publish(app: App, tx: Tx, which: ReturnType<typeof sql>): Promise<NoticeRow[]> {
  const now = app.clock.now()
  const due = sql`select id from ${notices}
    where published_at is null and canceled_at is null and publish_at <= ${now}::timestamptz and ${which}
    order by publish_at limit ${AT_ONCE} for update skip locked`
  const published = await tx
    .update(notices)
    .set({ publishedAt: now })
    .where(and(inArray(notices.id, sql`(${due})`)))
    .returning()
  for (const notice of published) {
    await tellOf(app, tx, notice)
    if (notice.method === 'in-app+email') await app.jobs.send(tx, noticeMailRounds, { noticeId: notice.id })
  }
  return published
}
