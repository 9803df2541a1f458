// The state that the player shows, read from the media element, and the two positions that matter in a video.
import type { Video } from '@baobab/contract/videos/endpoints.ts'

export type PlayerView = {
  isPlaying: boolean
  /** The video is playing, but has no data to show yet. */
  isWaiting: boolean
  isEnded: boolean
  /** The first frame has loaded. */
  hasPicture: boolean
  /** The video has loaded and has no picture. */
  isSoundOnly: boolean
  position: number
  duration: number
  isMuted: boolean
  volume: number
}

const HAVE_CURRENT_DATA = 2
const HAVE_FUTURE_DATA = 3
const NEAR_END = 0.9
/** A position before this is not worth resuming. */
const MIN_RESUME_SECONDS = 3

/**
 * Returns the position to resume at in seconds: where the video was left, or 0 if that was near the start or the end.
 */
export function resumePosition({
  positionSeconds,
  durationSeconds,
}: Pick<Video, 'positionSeconds' | 'durationSeconds'>): number {
  const position = positionSeconds ?? 0
  if (position < MIN_RESUME_SECONDS) return 0
  return durationSeconds !== null && isNearEnd(position, durationSeconds) ? 0 : position
}

/** Returns whether so little is left that the video counts as watched. */
export function isNearEnd(position: number, duration: number): boolean {
  return duration > 0 && position >= duration * NEAR_END
}

/** Returns the position as a share of the duration, 0 to 100. */
export function toPercent(position: number, duration: number): number {
  return duration > 0 ? Math.min(100, (position / duration) * 100) : 0
}

type Media = Pick<
  HTMLVideoElement,
  'paused' | 'ended' | 'readyState' | 'currentTime' | 'duration' | 'muted' | 'volume' | 'videoHeight' | 'error'
>

/**
 * Reads the state from the media element.
 * @param position in seconds, shown until the video has loaded
 * @param length of the video in seconds according to the server, used until the video has loaded
 */
export function readView(media: Media, position: number, length: number): PlayerView {
  const isLoaded = media.readyState > 0
  return {
    isPlaying: !media.paused && !media.ended,
    isWaiting: !media.paused && !media.ended && media.readyState < HAVE_FUTURE_DATA && media.error === null,
    isEnded: media.ended,
    hasPicture: media.readyState >= HAVE_CURRENT_DATA && media.videoHeight > 0,
    isSoundOnly: isLoaded && media.videoHeight === 0,
    position: isLoaded ? media.currentTime : position,
    duration: Number.isFinite(media.duration) && media.duration > 0 ? media.duration : length,
    isMuted: media.muted || media.volume === 0,
    volume: media.volume,
  }
}
