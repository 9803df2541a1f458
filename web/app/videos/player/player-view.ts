// What the screen shows of a film, read off the media element; and the two places that matter in it.
import type { Video } from '@baobab/contract/videos.ts'
import { DEFAULT_QUALITY, findSource } from '../quality.ts'

export type PlayerView = {
  isPlaying: boolean
  /** Wants to play and has nothing to show yet. */
  isWaiting: boolean
  isEnded: boolean
  /** Loaded as far as a first frame. */
  hasPicture: boolean
  /** What is loaded is sound without a picture. */
  isSoundAlone: boolean
  position: number
  duration: number
  isMuted: boolean
  volume: number
}

const HAVE_CURRENT_DATA = 2
const HAVE_FUTURE_DATA = 3
const NEAR_END = 0.9
/** Too little to be worth coming back to. */
const BARELY_BEGUN_SECONDS = 3

/** Whether there is anything to play: it is neither locked nor still being prepared. */
export function isPlayable(video: Video): boolean {
  return !video.isLocked && findSource(video, DEFAULT_QUALITY) !== undefined
}

/** Where to go on: the place it was left at, or the beginning where that was the very start or near the end. */
export function resumePosition({
  positionSeconds,
  durationSeconds,
}: Pick<Video, 'positionSeconds' | 'durationSeconds'>): number {
  const place = positionSeconds ?? 0
  if (place < BARELY_BEGUN_SECONDS) return 0
  return durationSeconds !== null && isNearEnd(place, durationSeconds) ? 0 : place
}

/** Whether so little is left that the film counts as seen. */
export function isNearEnd(position: number, duration: number): boolean {
  return duration > 0 && position >= duration * NEAR_END
}

/** How far a film is, 0 to 100. */
export function toPercent(position: number, duration: number): number {
  return duration > 0 ? Math.min(100, (position / duration) * 100) : 0
}

type Media = Pick<
  HTMLVideoElement,
  'paused' | 'ended' | 'readyState' | 'currentTime' | 'duration' | 'muted' | 'volume' | 'videoHeight' | 'error'
>

/**
 * @param place shown until the film has loaded
 * @param length what the list says the film's length is, in seconds, for as long as the file has not told
 */
export function readView(media: Media, place: number, length: number): PlayerView {
  const isLoaded = media.readyState > 0
  return {
    isPlaying: !media.paused && !media.ended,
    isWaiting: !media.paused && !media.ended && media.readyState < HAVE_FUTURE_DATA && media.error === null,
    isEnded: media.ended,
    hasPicture: media.readyState >= HAVE_CURRENT_DATA && media.videoHeight > 0,
    isSoundAlone: isLoaded && media.videoHeight === 0,
    position: isLoaded ? media.currentTime : place,
    duration: Number.isFinite(media.duration) && media.duration > 0 ? media.duration : length,
    isMuted: media.muted || media.volume === 0,
    volume: media.volume,
  }
}
