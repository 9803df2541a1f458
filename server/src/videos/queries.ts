// Finds videos by title or id, and lists them as their callers may see them.
import { toComparisonKey, toSearchKey } from '@baobab/contract/kernel/comparison.ts'
import { toStoredKey } from '@baobab/contract/kernel/text.ts'
import {
  and,
  asc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  ne,
  sql,
  type AnyColumn,
  type Placeholder,
  type SQL,
} from 'drizzle-orm'
import { type Video } from '@baobab/contract/videos/endpoints.ts'
import { hasAccess } from '../payments/queries.ts'
import type { App } from '../platform/app.ts'
import { isId, preparedQuery, type Db, type Tx } from '../platform/database/database.ts'
import type { SessionUser } from '../platform/http/auth.ts'
import { mapWithoutBlocking } from '../platform/jobs/map-without-blocking.ts'
import { bookmarks, formerTitles, plays, series, videos, watches, type SeriesRow, type VideoRow } from './tables.ts'
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
    .where(sql`${videos.id} = (${selectIdByTitle(toWantedTitles([title]))})`)
  return other
}

type NamedVideo = Pick<VideoRow, 'id' | 'title'>

/**
 * Selects the video of each title: the one with exactly this title, otherwise one with an equal title, otherwise the last one
 * that had this or an equal title before. A deleted video has no title.
 * @param wanted from `toWantedTitles`
 */
function selectByTitles(wanted: string | Placeholder): SQL {
  return sql`
    select wanted.title as wanted, named.id, named.title
    from jsonb_to_recordset(${wanted}::jsonb) as wanted (title text, key text, comparison text)
    cross join lateral (
      select id, title, case when title_key = wanted.key then 1 else 2 end as rank from ${videos}
      where comparison_key(title_key) = wanted.comparison and deleted_at is null
      union all
      select id, title, case when f.title_key = wanted.key then 3 else 4 end
      from ${formerTitles} as f join ${videos} on id = f.video_id
      where comparison_key(f.title_key) = wanted.comparison and deleted_at is null
      order by rank, id limit 1
    ) as named`
}

/** Returns what a statement needs to find videos by their titles, as JSON. */
export function toWantedTitles(titles: readonly string[]): string {
  return JSON.stringify(titles.map((title) => ({ title, key: toStoredKey(title), comparison: toComparisonKey(title) })))
}

/**
 * Selects the id of the video that `findVideoByTitle` finds.
 * @param wanted from `toWantedTitles`, for one title
 */
export function selectIdByTitle(wanted: string | Placeholder): SQL {
  return sql`select id from (${selectByTitles(wanted)}) as found`
}

/**
 * Finds the videos whose titles people typed, like `findVideoByTitle`. If that finds none, compares without tone marks, dots
 * below and hooks, provided that only one video has or had such a title.
 */
export async function findVideosByTitles(db: Db | Tx, titles: readonly string[]): Promise<Map<string, NamedVideo>> {
  const { rows } = await db.execute<NamedVideo & { wanted: string }>(selectByTitles(toWantedTitles(titles)))
  const exact = new Map(rows.map(({ wanted, id, title }) => [wanted, { id, title }]))
  const others = titles.filter((title) => !exact.has(title))
  if (others.length === 0) return exact
  const wanted = others.map((title) => ({ title, search: toSearchKey(title) }))
  const { rows: alike } = await db.execute<NamedVideo & { wanted: string }>(sql`
    with named as materialized (
      select id, title, search_key(title_key) as search from ${videos} where deleted_at is null
      union
      select id, title, search_key(f.title_key) from ${formerTitles} as f join ${videos} on id = f.video_id where deleted_at is null
    )
    select wanted.title as wanted, min(named.id::text) as id, min(named.title) as title
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as wanted (title text, search text) join named using (search)
    group by wanted.title having count(distinct named.id) = 1`)
  return new Map([
    ...exact,
    ...alike.map((row): [string, NamedVideo] => [row.wanted, { id: row.id, title: row.title }]),
  ])
}

/** At most this many unknown titles get suggestions: a file with more belongs to another product. */
const MAX_UNKNOWN_TITLES = 50
/** The similarity of trigrams from which a title is suggested: 'Anasi' suggests 'Anansi', but 'Malaria' not 'Mali'. */
const LEAST_SIMILARITY = 0.3
const MAX_SUGGESTIONS = 5

/** For each of these titles, which no video has, finds the most similar title, or several if they are equally similar. */
export async function suggestTitles(db: Db | Tx, titles: readonly string[]): Promise<Map<string, string[]>> {
  if (titles.length === 0) return new Map()
  const wanted = titles.slice(0, MAX_UNKNOWN_TITLES).map((title) => ({ title, search: toSearchKey(title) }))
  const { rows } = await db.execute<{ wanted: string; title: string }>(sql`
    with named as materialized (select title, search_key(title_key) as search from ${videos} where deleted_at is null)
    select wanted.title as wanted, nearest.title
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as wanted (title text, search text)
    cross join lateral (
      select title from (select title, similarity(named.search, wanted.search) as likeness from named) as judged
      where likeness >= ${LEAST_SIMILARITY} order by likeness desc fetch first 1 rows with ties
    ) as nearest
    order by nearest.title`)
  const groups = Map.groupBy(rows, (row) => row.wanted)
  return new Map([...groups].map(([title, near]) => [title, near.slice(0, MAX_SUGGESTIONS).map((row) => row.title)]))
}

/** The condition on `videos` that selects those that are published at a time. Every query for students and visitors has it. */
export function isPublished(now: Date): SQL {
  return sql`(not ${videos.isDraft} and (${videos.publishAt} is null or ${lte(videos.publishAt, now)}))`
}

/** The condition on `videos` that selects those that students and visitors can see at a time. */
export function isListed(now: Date): SQL | undefined {
  return and(isNull(videos.deletedAt), ne(videos.state, 'failed'), isPublished(now))
}

/** Reads which of these ids belong to videos, and whether students can open each of them at a time. */
export async function readLinkedVideos(
  db: Db,
  ids: readonly string[],
  at: Date,
): Promise<Map<string, { isOpen: boolean }>> {
  const rows = await db
    .select({ id: videos.id, isOpen: sql<boolean>`${isListed(at)}` })
    .from(videos)
    .where(and(inArray(videos.id, [...ids]), isNull(videos.deletedAt)))
  return new Map(rows.map(({ id, isOpen }) => [id, { isOpen }]))
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

/** The total number of seconds in ranges. */
export const countSeconds = (ranges: SQL | AnyColumn): SQL<number> =>
  sql<number>`(select coalesce(sum(upper(range) - lower(range)), 0)::integer from unnest(${ranges}) as range)`

/** Returns the number of videos that a student has really played or read. */
export function countPlayed(db: Db | Tx, studentId: string): Promise<number> {
  return db.$count(plays, and(eq(plays.studentId, studentId), isNotNull(plays.playedAt)))
}

/** A part of the list: what follows a video, even one that is no longer listed. */
type Part = { after: Pick<VideoRow, 'position' | 'id'> | undefined; limit: number }

/** Returns the videos that students can see, in the admins' order, with the calling student's progress. */
export async function listVideos(
  app: Pick<App, 'db' | 'clock' | 'keys'>,
  user: SessionUser | undefined,
  countQuestions: CountQuestions,
  part?: Part,
): Promise<Video[]> {
  const { after } = part ?? {}
  const studentId = user?.kind === 'student' ? user.id : null
  const listed = app.db
    .select({
      video: videos,
      watch: watches,
      playedAt: plays.playedAt,
      playedSeconds: countSeconds(plays.played),
      series,
      bookmarkedAt: bookmarks.createdAt,
    })
    .from(videos)
    .leftJoin(watches, and(eq(watches.videoId, videos.id), sql`${watches.studentId} = ${studentId}::uuid`))
    .leftJoin(plays, and(eq(plays.videoId, videos.id), sql`${plays.studentId} = ${studentId}::uuid`))
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
  return mapWithoutBlocking(rows, ({ bookmarkedAt, playedAt, playedSeconds, ...row }) =>
    toVideoReply(app, {
      ...row,
      play: { playedAt, playedSeconds },
      isBookmarked: bookmarkedAt !== null,
      questionCounts: questionCounts(row.video.id),
      caller,
    }),
  )
}

/** Finds where a video is in the list, or was before it left the list. */
export async function findPosition(
  { db }: Pick<App, 'db'>,
  id: string,
): Promise<Pick<VideoRow, 'position' | 'id'> | undefined> {
  if (!isId(id)) return undefined
  const [row] = await db.select({ id: videos.id, position: videos.position }).from(videos).where(eq(videos.id, id))
  return row
}

/** Returns when the next scheduled video is published, and to whom it will be open; undefined if none is scheduled. */
export async function findNextScheduled({
  db,
  clock,
}: Pick<App, 'db' | 'clock'>): Promise<{ publishAt: Date; access: VideoRow['access'] } | undefined> {
  const [row] = await db
    .select({ publishAt: videos.publishAt, access: videos.access })
    .from(videos)
    .where(and(isNull(videos.deletedAt), ne(videos.state, 'failed'), gt(videos.publishAt, clock.now())))
    .orderBy(asc(videos.publishAt), asc(videos.position))
    .limit(1)
  return row?.publishAt ? { publishAt: row.publishAt, access: row.access } : undefined
}
