// Stores what a student has really played or read of a video.
import { text } from 'node:stream/consumers'
import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { PlayedRange, ReportedPlay } from '@baobab/contract/videos/endpoints.ts'
import { PLAYED_SPEED_MAX, secondsNeeded, VIDEO_SECONDS } from '@baobab/contract/videos/rules.ts'
import { captionsToParagraphs, readingSeconds, splitParagraphs } from '@baobab/contract/videos/transcript.ts'
import type { App } from '../platform/app.ts'
import type { StudentUser } from '../platform/http/auth.ts'
import { loadOpenVideo } from './access.ts'
import { countSeconds } from './queries.ts'
import { secondsToPlay } from './rules.ts'
import { plays, type VideoRow } from './tables.ts'

/** Allowed because later reports may arrive faster than the first. Shorter than any video, so it alone never completes one. */
const GRACE_SECONDS = 3

type Report = { videoId: string; ranges: readonly PlayedRange[]; hasRead?: boolean | undefined }

/**
 * Adds seconds to what a student has played of a video, or notes that the transcript was read. The first report starts the
 * clock by which later ones are judged: the server's own, so that no script can claim a whole video at once, and what was
 * played offline counts a little later. Refuses a report as a whole.
 */
export async function reportPlayed(
  app: App,
  student: StudentUser,
  { videoId, ranges, hasRead = false }: Report,
): Promise<ReportedPlay> {
  const video = await loadOpenVideo(app, student, videoId)
  const isOfStudent = and(eq(plays.studentId, student.id), eq(plays.videoId, video.id))
  const now = app.clock.now()
  const at = sql`${now.toISOString()}::timestamptz`
  const elapsed = sql`extract(epoch from ${at} - ${plays.startedAt})`
  const played = addRanges(ranges, video)
  const read = hasRead ? await loadReadingSeconds(app, video) : null
  const isPlayed =
    read === null
      ? sql`${countSeconds(played)} >= ${video.durationSeconds === null ? null : secondsNeeded(video.durationSeconds)}::integer`
      : sql`true`
  const progress = { playedAt: plays.playedAt, playedSeconds: countSeconds(plays.played) }
  const [stored] = await app.db
    .update(plays)
    .set({ played, playedAt: sql`coalesce(${plays.playedAt}, case when ${isPlayed} then ${at} end)` })
    .where(
      and(
        isOfStudent,
        sql`${countSeconds(played)} <= ${PLAYED_SPEED_MAX} * ${elapsed} + ${GRACE_SECONDS}`,
        read === null ? undefined : sql`${elapsed} >= ${read}`,
      ),
    )
    .returning(progress)
  if (stored) return { isAccepted: true, secondsToPlay: secondsToPlay(video, stored) }
  await app.db.insert(plays).values({ studentId: student.id, videoId: video.id, startedAt: now }).onConflictDoNothing()
  const [earlier] = await app.db.select(progress).from(plays).where(isOfStudent)
  return { isAccepted: ranges.length === 0 && !hasRead, secondsToPlay: secondsToPlay(video, earlier ?? null) }
}

/** The ranges played before and these ones, cut off at the end of the video. */
function addRanges(ranges: readonly PlayedRange[], { durationSeconds }: VideoRow): SQL {
  const reported = `{${ranges.map(({ from, to }) => `[${from},${to})`).join(',')}}`
  const whole = `{[0,${Math.ceil(durationSeconds ?? VIDEO_SECONDS)})}`
  return sql`(${plays.played} + ${reported}::int4multirange * ${whole}::int4multirange)`
}

/** Returns how long the transcript takes to read; null if there is none. */
async function loadReadingSeconds(app: App, { transcript, captions, title }: VideoRow): Promise<number | null> {
  const written = splitParagraphs(transcript)
  if (written.length > 0) return readingSeconds(written)
  const file = captions === null ? undefined : await app.files.read(captions)
  const lines = file ? captionsToParagraphs(await text(file), title) : []
  return lines.length > 0 ? readingSeconds(lines) : null
}
