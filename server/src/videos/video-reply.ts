// Builds replies with only what the caller may see of a video. Links to its files are signed only here, so that no link
// to a locked video can leak.
import type { AgeCategory } from '@baobab/contract/accounts/rules.ts'
import type { AdminVideo } from '@baobab/contract/videos/admin.ts'
import type { Video, VideoSeries } from '@baobab/contract/videos/endpoints.ts'
import { videosReplyText } from '@baobab/contract/videos/text.ts'
import type { App } from '../platform/app.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import type { AdminUser, SessionUser } from '../platform/http/auth.ts'
import { createSignedPath } from '../platform/security/signed-links.ts'
import { listOtherCaptions } from './caption-files.ts'
import { processingNote } from './processing/find-ffmpeg.ts'
import { checkVideoAccess, publicationAt, secondsToPlay, type Play } from './rules.ts'
import { listStreamQualities, MASTER_PLAYLIST } from './stream.ts'
import type { SeriesRow, VideoRow, WatchRow } from './tables.ts'

/** How many questions each student is asked, and how many are in the pool from which these are chosen. */
export type QuestionCounts = Record<'asked' | 'pool', Record<AgeCategory, number>>

/**
 * Counts the questions of each video. The quiz feature implements it and is passed in where the routes are added,
 * because quizzes depend on videos and not the other way round.
 */
export type CountQuestions = (db: Db | Tx, videoIds: readonly string[]) => Promise<(videoId: string) => QuestionCounts>

type VideoReplyInput = {
  video: VideoRow
  series: SeriesRow | null
  watch: WatchRow | null
  /** Null for visitors and admins. */
  play: Play | null
  isBookmarked: boolean
  questionCounts: QuestionCounts
  caller: { user: SessionUser | undefined; hasPaid: boolean }
}

/**
 * Returns the fields that depend on whether the caller may open the video: the transcript and the links. Links to a
 * premium or unpublished video are bound to the caller's session; its poster is public.
 */
function describeAccess(app: Pick<App, 'keys' | 'clock'>, { video, caller }: VideoReplyInput) {
  const isOpen = checkVideoAccess(video, caller) === 'open'
  const isPublic = video.access === 'free' && publicationAt(video, app.clock.now()) === 'published'
  const boundTo = isPublic ? undefined : caller.user?.sessionId
  const sign = (file: string, sessionId?: string) =>
    createSignedPath({ key: app.keys.links, file, now: app.clock.now(), sessionId })
  const link = (file: string | null, sessionId?: string) => file && sign(file, sessionId)
  const { stream } = video
  const streamLink = (name: string) =>
    stream && isOpen ? (link(`${stream.folder}/${name}`, boundTo) ?? undefined) : undefined
  const videoUrl = isOpen && video.plays && video.state !== 'failed' ? link(video.file, boundTo) : null
  const streamUrl = streamLink(MASTER_PLAYLIST)
  const others = isOpen ? listOtherCaptions(video) : []
  return {
    isLocked: !isOpen,
    transcript: isOpen ? video.transcript : '',
    ...(videoUrl ? { videoUrl } : {}),
    ...(streamUrl ? { streamUrl } : {}),
    renditions: (stream ? listStreamQualities(stream) : [])
      .filter(({ quality }) => quality !== 'sound' || video.speech !== 'none')
      .map(({ name, ...rendition }) => ({
        ...rendition,
        playlistUrl: streamLink(`${name}.m3u8`),
        fileUrl: streamLink(`${name}.mp4`),
      })),
    posterUrl: link(video.poster),
    captionsUrl: isOpen ? link(video.captions, boundTo) : null,
    ...(others.length > 0 && {
      otherCaptions: others.map(({ language, key }) => ({ language, url: sign(key, boundTo) })),
    }),
  }
}

function toVideoSeries(series: SeriesRow, video: VideoRow): VideoSeries {
  const { id: _id, title, description, position: order } = series
  return { _id, title, description, order, position: video.seriesPosition ?? 0 }
}

/** Returns a video as its caller may see it. */
export function toVideoReply(app: Pick<App, 'keys' | 'clock'>, input: VideoReplyInput): Video {
  const { video, series, watch, play, isBookmarked, questionCounts, caller } = input
  const { id: _id, title, description, access, values, speech, durationSeconds, sizeBytes } = video
  return {
    _id,
    title,
    description,
    access,
    values,
    series: series && toVideoSeries(series, video),
    ...describeAccess(app, input),
    speech,
    durationSeconds,
    sizeBytes,
    questionCounts: questionCounts.asked,
    isWatched: Boolean(watch?.watchedAt),
    positionSeconds: watch?.positionSeconds ?? null,
    secondsToPlay: caller.user?.kind === 'student' ? secondsToPlay(video, play) : null,
    seenAt: watch?.seenAt.toISOString() ?? null,
    isBookmarked,
    createdAt: (video.publishAt ?? video.createdAt).toISOString(),
  }
}

/** Returns a video as admins see it. */
export function toAdminVideoReply(
  app: Pick<App, 'keys' | 'clock' | 'config'>,
  admin: AdminUser,
  { video, series, questionCounts }: Pick<VideoReplyInput, 'video' | 'series' | 'questionCounts'>,
): AdminVideo {
  const { state, failure, progress, position } = video
  const caller = { user: admin, hasPaid: false }
  const reply = toVideoReply(app, {
    video,
    series,
    watch: null,
    play: null,
    isBookmarked: false,
    questionCounts,
    caller,
  })
  return {
    ...reply,
    createdAt: video.createdAt.toISOString(),
    poolCounts: questionCounts.pool,
    publication: publicationAt(video, app.clock.now()),
    publishAt: video.publishAt?.toISOString() ?? null,
    position,
    state,
    failure,
    progress,
    note: video.stream?.isPale ? videosReplyText.hdrNotConverted : processingNote(app),
  }
}
