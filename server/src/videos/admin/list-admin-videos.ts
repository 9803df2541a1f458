import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { ParsedOf, ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import type { listAdminVideos as endpoint } from '@baobab/contract/videos/admin.ts'
import type { App } from '../../platform/app.ts'
import { containsSearch } from '../../platform/database/compare-texts.ts'
import { decodeCursor, toPage } from '../../platform/database/pagination.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { series, videos } from '../tables.ts'
import { toAdminVideoReply, type CountQuestions } from '../video-reply.ts'

/**
 * Returns one page of videos, newest first, including failed ones. With `search`, returns only videos whose title
 * contains it.
 */
export async function listAdminVideos(
  app: App,
  admin: AdminUser,
  { limit, cursor, search = '' }: ParsedOf<typeof endpoint>['query'],
  countQuestions: CountQuestions,
): Promise<ReplyOf<typeof endpoint>> {
  const after = cursor === undefined ? undefined : decodeCursor(cursor)
  const rows = await app.db
    .select({ video: videos, series })
    .from(videos)
    .leftJoin(series, eq(series.id, videos.seriesId))
    .where(
      and(
        isNull(videos.deletedAt),
        search === '' ? undefined : containsSearch(videos.title, search),
        after && sql`(${videos.createdAt}, ${videos.id}) < (${after.at}::timestamptz, ${after.id}::uuid)`,
      ),
    )
    .orderBy(desc(videos.createdAt), desc(videos.id))
    .limit(limit + 1)
  const { page, nextCursor } = toPage(rows, limit, ({ video: { createdAt: at, id } }) => ({ at, id }))
  const videoIds = page.map(({ video }) => video.id)
  const questionCounts = await countQuestions(app.db, videoIds)
  return {
    videos: page.map((row) => toAdminVideoReply(app, admin, { ...row, questionCounts: questionCounts(row.video.id) })),
    nextCursor,
  }
}
