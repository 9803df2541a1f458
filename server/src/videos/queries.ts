// Finds videos by title or id, and lists them as their callers may see them.
import { toStoredKey } from '@baobab/contract/kernel/text.ts'
import { and, asc, eq, gt, isNull, lte, ne, sql, type SQL } from 'drizzle-orm'
import { type Video } from '@baobab/contract/videos/endpoints.ts'
import { hasAccess } from '../payments/queries.ts'
import type { App } from '../platform/app.ts'
import { isSameText } from '../platform/database/compare-texts.ts'
import { isId, preparedQuery, type Db, type Tx } from '../platform/database/database.ts'
import type { SessionUser } from '../platform/http/auth.ts'
import { mapWithoutBlocking } from '../platform/jobs/map-without-blocking.ts'
import { bookmarks, formerTitles, series, videos, watches, type SeriesRow, type VideoRow } from './tables.ts'
import { toVideoReply, type CountQuestions } from './video-reply.ts'

const selectByTitleKey = preparedQuery((db) =>
  db
    .select()
    .from(videos)
    .where(and(eq(videos.titleKey, sql.placeholder('titleKey')), isNull(videos.deletedAt)))
    .prepare('video-of-title'),
)

/** Returns the video that has this title, otherwise the last one that had it, but never a deleted one. */
export async function findVideoByTitle(db: Db | Tx, title: string): Promise<VideoRow | undefined> {
  const [current] = await selectByTitleKey(db).execute({ titleKey: toStoredKey(title) })
  if (current) return current
  const [other] = await db
    .select()
    .from(videos)
    .where(sql`${videos.id} = (${selectIdByTitle(title)})`)
  return other
}

/**
 * Selects the id of the video that has a title: as it is written, otherwise one that is equal to it, otherwise a former title.
 * A deleted video has none.
 */
export function selectIdByTitle(title: string): SQL {
  const key = toStoredKey(title)
  const isKept = isNull(videos.deletedAt)
  return sql`select id from (
      select ${videos.id}, 1 as rank from ${videos} where ${videos.titleKey} = ${key} and ${isKept}
      union all select ${videos.id}, 2 from ${videos} where ${isSameText(videos.titleKey, title)} and ${isKept}
      union all select ${videos.id}, case when ${formerTitles.titleKey} = ${key} then 3 else 4 end
        from ${formerTitles} join ${videos} on ${videos.id} = ${formerTitles.videoId}
        where ${isSameText(formerTitles.titleKey, title)} and ${isKept}
    ) as named order by rank, id limit 1`
}

/** The condition on `videos` that selects those that are published at a time. Every read of students and visitors has it. */
export function isPublished(now: Date): SQL {
  return sql`(not ${videos.isDraft} and (${videos.publishAt} is null or ${lte(videos.publishAt, now)}))`
}

/** The condition on `videos` that selects those that students and visitors know at a time. */
export function isListed(now: Date): SQL | undefined {
  return and(isNull(videos.deletedAt), ne(videos.state, 'failed'), isPublished(now))
}

/** Returns a video that is not deleted; undefined also for an id that is not a UUID. */
export async function findVideoById(db: Db | Tx, id: string): Promise<VideoRow | undefined> {
  if (!isId(id)) return undefined
  const [row] = await db
    .select()
    .from(videos)
    .where(and(eq(videos.id, id), isNull(videos.deletedAt)))
  return row
}

/** Like `findVideoById`, but also locks the row until the transaction ends. */
export async function lockVideo(tx: Tx, id: string): Promise<VideoRow | undefined> {
  if (!isId(id)) return undefined
  const [row] = await tx
    .select()
    .from(videos)
    .where(and(eq(videos.id, id), isNull(videos.deletedAt)))
    .for('update')
  return row
}

/** Returns the series of a video, or null. */
export async function findSeriesOf(db: Db | Tx, { seriesId }: Pick<VideoRow, 'seriesId'>): Promise<SeriesRow | null> {
  if (seriesId === null) return null
  const [row] = await db.select().from(series).where(eq(series.id, seriesId))
  return row ?? null
}

/** A part of the list: what comes after a video, also after one that is no longer listed. */
type Part = { after: Pick<VideoRow, 'position' | 'id'> | undefined; limit: number }

/** Returns the videos that students know in the admins' order, with the progress of the calling student. */
export async function listVideos(
  app: Pick<App, 'db' | 'clock' | 'keys'>,
  user: SessionUser | undefined,
  countQuestions: CountQuestions,
  part?: Part,
): Promise<Video[]> {
  const { after } = part ?? {}
  const studentId = user?.kind === 'student' ? user.id : null
  const listed = app.db
    .select({ video: videos, watch: watches, series, bookmarkedAt: bookmarks.createdAt })
    .from(videos)
    .leftJoin(watches, and(eq(watches.videoId, videos.id), sql`${watches.studentId} = ${studentId}::uuid`))
    .leftJoin(bookmarks, and(eq(bookmarks.videoId, videos.id), sql`${bookmarks.studentId} = ${studentId}::uuid`))
    .leftJoin(series, eq(series.id, videos.seriesId))
    .where(
      and(
        isListed(app.clock.now()),
        after && sql`(${videos.position}, ${videos.id}) > (${after.position}::integer, ${after.id}::uuid)`,
      ),
    )
    .orderBy(asc(videos.position), asc(videos.id))
  const [rows, hasPaid] = await Promise.all([
    part ? listed.limit(part.limit) : listed,
    studentId !== null && hasAccess(app.db, studentId),
  ])
  const videoIds = rows.map(({ video }) => video.id)
  const questionCounts = await countQuestions(app.db, videoIds)
  const caller = { user, hasPaid }
  return mapWithoutBlocking(rows, ({ bookmarkedAt, ...row }) =>
    toVideoReply(app, {
      ...row,
      isBookmarked: bookmarkedAt !== null,
      questionCounts: questionCounts(row.video.id),
      caller,
    }),
  )
}

/** Finds where a video is in the list, or was. */
export async function findPosition(
  { db }: Pick<App, 'db'>,
  id: string,
): Promise<Pick<VideoRow, 'position' | 'id'> | undefined> {
  if (!isId(id)) return undefined
  const [row] = await db.select({ id: videos.id, position: videos.position }).from(videos).where(eq(videos.id, id))
  return row
}

/** Returns when the next video is published whose date was set; null if none is. */
export async function findNextPublication({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<Date | null> {
  const [row] = await db
    .select({ publishAt: videos.publishAt })
    .from(videos)
    .where(and(isNull(videos.deletedAt), gt(videos.publishAt, clock.now())))
    .orderBy(asc(videos.publishAt))
    .limit(1)
  return row?.publishAt ?? null
}
