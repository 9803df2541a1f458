// What a caller sees of a stored video. Links are made here and nowhere else, so that nothing locked gets one.
import type { AgeCategory } from '@baobab/contract/age.ts'
import type { AdminVideo } from '@baobab/contract/videos-admin.ts'
import type { Video } from '@baobab/contract/videos.ts'
import type { App } from '../platform/app.ts'
import type { SessionUser } from '../platform/http/auth.ts'
import { createSignedPath } from '../platform/security/signed-links.ts'
import { processingNote } from './processing/find-ffmpeg.ts'
import type { VideoRow, WatchRow } from './queries.ts'
import { checkVideoAccess } from './rules.ts'
import { choicesOf, MASTER } from './stream.ts'

export type QuestionCounts = Record<AgeCategory, number>
export type Caller = { person: SessionUser | undefined; paid: boolean }
type Seen = { video: VideoRow; watch: WatchRow | null; counts: QuestionCounts; caller: Caller }

/** What depends on whether a video is open to its caller: its story and its links; a premium film is bound to the caller's session, its poster is for everyone to see. */
function openTo(app: Pick<App, 'keys' | 'clock'>, video: VideoRow, { person, paid }: Caller) {
  const isOpen = checkVideoAccess(video, { person, paid }) === 'open'
  const sessionId = video.access === 'premium' ? person?.sessionId : undefined
  const link = (file: string | null, bound?: string) =>
    file && createSignedPath({ key: app.keys.links, file, now: app.clock.now(), sessionId: bound })
  const videoUrl = isOpen && video.plays && video.state !== 'failed' ? link(video.file, sessionId) : null
  const { stream } = video
  const part = (name: string) =>
    stream && isOpen ? (link(`${stream.folder}/${name}`, sessionId) ?? undefined) : undefined
  const streamUrl = part(MASTER)
  return {
    isLocked: !isOpen,
    transcript: isOpen ? video.transcript : '',
    ...(videoUrl ? { videoUrl } : {}),
    ...(streamUrl ? { streamUrl } : {}),
    renditions: (stream ? choicesOf(stream) : []).map(({ name, ...choice }) => ({
      ...choice,
      playlistUrl: part(`${name}.m3u8`),
      fileUrl: part(`${name}.mp4`),
    })),
    posterUrl: link(video.poster),
    captionsUrl: isOpen ? link(video.captions, sessionId) : null,
  }
}

/** A video as its caller may see it. */
export function toVideoReply(app: Pick<App, 'keys' | 'clock'>, { video, watch, counts, caller }: Seen): Video {
  const { id: _id, title, description, access, durationSeconds, sizeBytes } = video
  return {
    _id,
    title,
    description,
    access,
    ...openTo(app, video, caller),
    durationSeconds,
    sizeBytes,
    questionCounts: counts,
    isWatched: Boolean(watch?.watchedAt),
    positionSeconds: watch?.positionSeconds ?? null,
    seenAt: watch?.seenAt.toISOString() ?? null,
    createdAt: video.createdAt.toISOString(),
  }
}

/** A video as the console shows it. */
export function toAdminVideoReply(app: Pick<App, 'keys' | 'clock' | 'config'>, seen: Omit<Seen, 'watch'>): AdminVideo {
  const { state, failure, progress } = seen.video
  return { ...toVideoReply(app, { ...seen, watch: null }), state, failure, progress, note: processingNote(app) }
}
