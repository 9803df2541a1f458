// What a caller sees of a stored video. Links are made here and nowhere else, so that nothing locked gets one.
import type { AgeCategory } from '@baobab/contract/age.ts'
import type { AdminVideo, Video } from '@baobab/contract/videos.ts'
import type { App } from '../app.ts'
import type { Person } from '../platform/auth.ts'
import { signedPath } from '../platform/links.ts'
import { processingNote } from './processing/programs.ts'
import type { VideoRow, WatchRow } from './queries.ts'
import { mayOpen } from './rules.ts'
import { choicesOf, MASTER } from './stream.ts'

export type QuestionCounts = Record<AgeCategory, number>
export type Caller = { person: Person | undefined; paid: boolean }
type Seen = { video: VideoRow; watch: WatchRow | null; counts: QuestionCounts; caller: Caller }

/** What depends on whether a video is open to its caller: its story and its links; a premium film is bound to the caller's session, its poster is for everyone to see. */
function openTo(app: Pick<App, 'keys' | 'clock'>, video: VideoRow, { person, paid }: Caller) {
  const isOpen = mayOpen(video, { person, paid }) === 'open'
  const sessionId = video.access === 'premium' ? person?.sessionId : undefined
  const link = (file: string | null, bound?: string) =>
    file && signedPath({ key: app.keys.links, file, now: app.clock.now(), sessionId: bound })
  const videoUrl = isOpen && video.plays && video.state !== 'failed' ? link(video.file, sessionId) : null
  const { stream } = video
  const part = (name: string) =>
    stream && isOpen ? (link(`${stream.folder}/${name}`, sessionId) ?? undefined) : undefined
  const streamUrl = part(MASTER)
  return {
    isLocked: !isOpen,
    story: isOpen ? video.story : '',
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
export function videoOf(app: Pick<App, 'keys' | 'clock'>, { video, watch, counts, caller }: Seen): Video {
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
export function adminVideoOf(app: Pick<App, 'keys' | 'clock' | 'config'>, seen: Omit<Seen, 'watch'>): AdminVideo {
  const { state, failure, progress } = seen.video
  return { ...videoOf(app, { ...seen, watch: null }), state, failure, progress, note: processingNote(app) }
}
