// Rules for videos: who may open one, and its initial state. Pure.
import type { Publication } from '@baobab/contract/videos/endpoints.ts'
import { secondsNeeded } from '@baobab/contract/videos/rules.ts'
import { videosAdminText } from '@baobab/contract/videos/text.ts'

type Caller = { user: { kind: 'student' | 'guardian' | 'admin' } | undefined; hasPaid: boolean }

/**
 * Decides whether a caller may play a video and take its quiz: free videos are open to everyone, premium ones to admins
 * and to students who have paid.
 * @returns 'log_in' if a login is missing, 'pay' if a payment is
 */
export function checkVideoAccess(
  video: { access: 'free' | 'premium' },
  { user, hasPaid }: Caller,
): 'open' | 'log_in' | 'pay' {
  if (video.access === 'free' || user?.kind === 'admin') return 'open'
  if (user?.kind !== 'student') return 'log_in'
  return hasPaid ? 'open' : 'pay'
}

type Published = { isDraft: boolean; publishAt: Date | null }

/** Returns whether students see a video at a time, unless it failed. */
export function publicationAt({ isDraft, publishAt }: Published, now: Date): Publication {
  if (isDraft) return 'draft'
  return publishAt !== null && publishAt > now ? 'scheduled' : 'published'
}

/**
 * Whether students and visitors can see a video at a time. No job publishes a video: each read compares its date with
 * the clock. In SQL: `isListed` in queries.ts.
 */
export function isListedAt(video: Published & { state: string }, now: Date): boolean {
  return video.state !== 'failed' && publicationAt(video, now) === 'published'
}

/** How long ago a chosen time may have passed and still be accepted: the form may have been open for a while. */
const SLOW_FORM_MS = 60_000

/** What an admin chose about the time: columns of the video, or why it is refused. */
export function choosePublication(
  { publish, publishAt }: { publish: 'now' | 'draft' | 'later'; publishAt?: string | undefined },
  { before, now }: { before: Published; now: Date },
): Published | { refusal: string } {
  if (publish === 'draft') return { isDraft: true, publishAt: null }
  // A video that students already see keeps its date.
  if (publish === 'now') return publicationAt(before, now) === 'published' ? before : { isDraft: false, publishAt: now }
  if (publishAt === undefined) return { refusal: videosAdminText.publishAtMissing }
  const at = new Date(publishAt)
  // The form also sends the video's current time, which may have passed since the form was opened.
  if (at.getTime() === before.publishAt?.getTime() && !before.isDraft) return before
  return at.getTime() < now.getTime() - SLOW_FORM_MS
    ? { refusal: videosAdminText.publishAtPast }
    : { isDraft: false, publishAt: at }
}

// Constrained Baseline, Main, Extended and High, which the H.264 decoder of every browser supports. Videos with 10 bits
// per sample or 4:4:4 colour use other profiles.
const widelySupportedH264 = /^avc[13]\.(42|4d|58|64)/i

/** Whether every browser can play these codecs (as RFC 6381 names them) in an mp4: H.264, with AAC or without sound. */
export function isPlayableInBrowsers({
  videoCodec,
  audioCodec,
}: {
  videoCodec: string
  audioCodec: string | null
}): boolean {
  return widelySupportedH264.test(videoCodec) && (audioCodec === null || audioCodec.startsWith('mp4a.40'))
}

export type ProcessingState =
  | { state: 'processing'; failure: null; progress: 0 }
  | { state: 'ready'; failure: null; progress: null }
  | { state: 'failed'; failure: string; progress: null }

/**
 * Returns the state of a video that has a new file or whose stream must be made again.
 * @param video.isPlayable whether browsers can play what is stored already: the file itself, or an earlier stream
 * @param video.canProcess whether this server can make a stream
 */
export function initialState({
  isPlayable,
  canProcess,
}: {
  isPlayable: boolean
  canProcess: boolean
}): ProcessingState {
  if (canProcess) return { state: 'processing', failure: null, progress: 0 }
  if (isPlayable) return { state: 'ready', failure: null, progress: null }
  return { state: 'failed', failure: videosAdminText.notForBrowsers, progress: null }
}

/** What a student has played of a video. */
export type Play = { playedAt: Date | null; playedSeconds: number }

/** Returns how many more seconds must be played before a video counts as played; null while its length is unknown. */
export function secondsToPlay(
  { durationSeconds }: { durationSeconds: number | null },
  play: Play | null,
): number | null {
  if (play?.playedAt) return 0
  return durationSeconds === null ? null : Math.max(0, secondsNeeded(durationSeconds) - (play?.playedSeconds ?? 0))
}

/** Returns the list with one of its ids moved before another, or to the end if `before` is null. */
export function moveBefore(ids: readonly string[], id: string, before: string | null): string[] {
  if (before === id) return [...ids]
  const others = ids.filter((other) => other !== id)
  return others.toSpliced(before === null ? others.length : others.indexOf(before), 0, id)
}
