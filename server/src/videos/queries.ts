// Reads of videos: one by its title or id, and the lists as their callers may see them.
import { and, asc, count, desc, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import type { ParsedOf } from '@baobab/contract/endpoint.ts'
import type { AdminVideo, listAdminVideos as endpoint } from '@baobab/contract/videos-admin.ts'
import { titleKey, type Video } from '@baobab/contract/videos.ts'
import type { App } from '../platform/app.ts'
import { isPaid } from '../payments/queries.ts'
import type { AdminUser, SessionUser } from '../platform/http/auth.ts'
import { toPage, decodeCursor } from '../platform/database/pagination.ts'
import { isId, preparedQuery, type Db, type Tx } from '../platform/database/database.ts'
import { questions } from '../quiz/tables.ts'
import { toAdminVideoReply, toVideoReply, type QuestionCounts } from './video-reply.ts'
import { formerTitles, videos, watches } from './tables.ts'

export type VideoRow = typeof videos.$inferSelect
export type WatchRow = typeof watches.$inferSelect

const videoOfTitle = preparedQuery((db) =>
  db
    .select()
    .from(videos)
    .where(and(eq(videos.titleKey, sql.placeholder('titleKey')), isNull(videos.deletedAt)))
    .prepare('video-of-title'),
)

/** The video that bears a title now, else the one that bore it last (decisions 3); never a deleted one. */
export async function findVideoByTitle(db: Db | Tx, title: string): Promise<VideoRow | undefined> {
  const key = titleKey(title)
  const [current] = await videoOfTitle(db).execute({ titleKey: key })
  if (current) return current
  const [former] = await db
    .select({ video: videos })
    .from(formerTitles)
    .innerJoin(videos, eq(videos.id, formerTitles.videoId))
    .where(and(eq(formerTitles.titleKey, key), isNull(videos.deletedAt)))
  return former?.video
}

/** A video that is not deleted; an id that is no UUID is simply unknown. */
export async function findVideoById(db: Db | Tx, id: string): Promise<VideoRow | undefined> {
  if (!isId(id)) return undefined
  const [row] = await db
    .select()
    .from(videos)
    .where(and(eq(videos.id, id), isNull(videos.deletedAt)))
  return row
}

/** The same, held until the transaction ends: whoever changes it next sees what was changed. */
export async function lockVideo(tx: Tx, id: string): Promise<VideoRow | undefined> {
  if (!isId(id)) return undefined
  const [row] = await tx
    .select()
    .from(videos)
    .where(and(eq(videos.id, id), isNull(videos.deletedAt)))
    .for('update')
  return row
}

/** How many questions each of these videos has in each category. */
export async function questionCounts(db: Db | Tx, videoIds: string[]): Promise<(videoId: string) => QuestionCounts> {
  const rows = await db
    .select({ videoId: questions.videoId, ageCategory: questions.ageCategory, questions: count() })
    .from(questions)
    .where(inArray(questions.videoId, videoIds))
    .groupBy(questions.videoId, questions.ageCategory)
  const found = new Map(rows.map((row) => [`${row.videoId} ${row.ageCategory}`, row.questions]))
  const of = (videoId: string, category: string) => found.get(`${videoId} ${category}`) ?? 0
  return (videoId) => ({ '5-10': of(videoId, '5-10'), '11-20': of(videoId, '11-20') })
}

/** All videos but the failed ones in the operator's order, with what the calling student has seen of each. */
export async function listVideos(app: App, person: SessionUser | undefined): Promise<Video[]> {
  const studentId = person?.kind === 'student' ? person.id : null
  const [rows, paid] = await Promise.all([
    app.db
      .select({ video: videos, watch: watches })
      .from(videos)
      .leftJoin(watches, and(eq(watches.videoId, videos.id), sql`${watches.studentId} = ${studentId}::uuid`))
      .where(and(isNull(videos.deletedAt), ne(videos.state, 'failed')))
      .orderBy(asc(videos.position), asc(videos.id)),
    studentId !== null && isPaid(app.db, studentId),
  ])
  const counts = await questionCounts(
    app.db,
    rows.map(({ video }) => video.id),
  )
  return rows.map((row) => toVideoReply(app, { ...row, counts: counts(row.video.id), caller: { person, paid } }))
}

/** A video as the console shows it to an admin. */
export async function adminVideo(app: App, person: AdminUser, video: VideoRow): Promise<AdminVideo> {
  const counts = (await questionCounts(app.db, [video.id]))(video.id)
  return toAdminVideoReply(app, { video, counts, caller: { person, paid: false } })
}

type Page = ParsedOf<typeof endpoint>['query']

/** One page of the console's list, the newest first, with the failed ones; of those whose title has the words sought. */
export async function listAdminVideos(
  app: App,
  person: AdminUser,
  { limit, cursor, search = '' }: Page,
): Promise<{ videos: AdminVideo[]; nextCursor: string | null }> {
  const after = cursor === undefined ? undefined : decodeCursor(cursor)
  const rows = await app.db
    .select()
    .from(videos)
    .where(
      and(
        isNull(videos.deletedAt),
        // Compared as titles are told apart, and as it stands: no character of it means another.
        search === '' ? undefined : sql`strpos(${videos.titleKey}, ${titleKey(search)}) > 0`,
        after && sql`(${videos.createdAt}, ${videos.id}) < (${after.at}::timestamptz, ${after.id}::uuid)`,
      ),
    )
    .orderBy(desc(videos.createdAt), desc(videos.id))
    .limit(limit + 1)
  const { page, nextCursor } = toPage(rows, limit, ({ createdAt: at, id }) => ({ at, id }))
  const counts = await questionCounts(
    app.db,
    page.map((video) => video.id),
  )
  return {
    videos: page.map((video) =>
      toAdminVideoReply(app, { video, counts: counts(video.id), caller: { person, paid: false } }),
    ),
    nextCursor,
  }
}
