// Which rendition of a video plays in the chosen quality, and what it costs. Of the contract it imports only types, so
// that Home can show sizes without loading zod.
import type { Quality, Rendition, Video } from '@baobab/contract/videos.ts'
import { formatDuration, formatMegabytes } from '../ui/format.ts'

export const DEFAULT_QUALITY: Quality = 'saver'

export const qualityLabels: Record<Quality, { name: string; detail: string }> = {
  saver: { name: 'Data saver', detail: 'Small picture, clear sound' },
  standard: { name: 'Standard', detail: 'Good on most phones' },
  sharp: { name: 'Sharp', detail: 'Best on Wi-Fi' },
  sound: { name: 'Sound only', detail: 'Listen like radio' },
}

/** What plays where a video lacks a quality: never one that costs more, except for videos without sound. */
const fallbacks: Record<Quality, readonly Quality[]> = {
  saver: ['saver'],
  standard: ['standard', 'saver'],
  sharp: ['sharp', 'standard', 'saver'],
  sound: ['sound', 'saver'],
}

export function isQuality(value: string | null): value is Quality {
  return value !== null && Object.hasOwn(qualityLabels, value)
}

/** Returns the rendition that plays; undefined where the video has no stream. */
export function findRendition({ renditions }: Pick<Video, 'renditions'>, quality: Quality): Rendition | undefined {
  for (const one of fallbacks[quality]) {
    const found = renditions.find((rendition) => rendition.quality === one)
    if (found) return found
  }
  return undefined
}

/** Bytes of one play: the size of the rendition that plays, or of the uploaded file where there is no stream. */
export function playbackBytes(video: Pick<Video, 'renditions' | 'sizeBytes'>, quality: Quality): number {
  return findRendition(video, quality)?.bytes ?? video.sizeBytes
}

/** Where a video is played from. */
export type VideoSource = {
  /** The playlist of the chosen rendition; missing where there is no stream. */
  playlistUrl?: string
  /** The playlist of all renditions, given where playback may fall below the chosen one on a poor network. */
  ladderUrl?: string
  /** One file that plays without any playlist. */
  fileUrl: string
}

type VideoLinks = Pick<Video, 'renditions' | 'videoUrl' | 'streamUrl'>

/**
 * Returns where a video plays from; undefined where it is locked or not ready. Data saver and sound never change their
 * rendition; the others may fall to a lower one.
 */
export function findSource(video: VideoLinks, quality: Quality): VideoSource | undefined {
  const rendition = findRendition(video, quality)
  if (!rendition?.playlistUrl || !rendition.fileUrl) {
    return video.videoUrl === undefined ? undefined : { fileUrl: video.videoUrl }
  }
  const { playlistUrl, fileUrl } = rendition
  const canFall = rendition.quality === 'standard' || rendition.quality === 'sharp'
  return { playlistUrl, fileUrl, ...(canFall && video.streamUrl && { ladderUrl: video.streamUrl }) }
}

/** Whether there is anything to play: the video is neither locked nor still being prepared. */
export function isPlayable(video: Video): boolean {
  return !video.isLocked && findSource(video, DEFAULT_QUALITY) !== undefined
}

/** '3:40, 4 MB' */
export function formatLengthAndSize(
  video: Pick<Video, 'durationSeconds' | 'renditions' | 'sizeBytes'>,
  quality: Quality,
): string {
  const length = video.durationSeconds === null ? [] : [formatDuration(video.durationSeconds)]
  return [...length, formatMegabytes(playbackBytes(video, quality))].join(', ')
}
