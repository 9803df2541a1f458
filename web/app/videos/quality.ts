// Which rendition of a film plays in the quality somebody chose, and what it costs. Of the contract only types come
// along, so that Home can say a cost without carrying zod.
import type { Quality, Rendition, Video } from '@baobab/contract/videos.ts'

export const DEFAULT_QUALITY: Quality = 'saver'

export const qualityLabels: Record<Quality, { name: string; detail: string }> = {
  saver: { name: 'Data saver', detail: 'Small picture, clear sound' },
  standard: { name: 'Standard', detail: 'Good on most phones' },
  sharp: { name: 'Sharp', detail: 'Best on Wi-Fi' },
  sound: { name: 'Sound only', detail: 'Listen like radio' },
}

/** What stands in for a choice that a film does not have: never one that costs more, but for a film without sound. */
const instead: Record<Quality, readonly Quality[]> = {
  saver: ['saver'],
  standard: ['standard', 'saver'],
  sharp: ['sharp', 'standard', 'saver'],
  sound: ['sound', 'saver'],
}

export function isQuality(value: string | null): value is Quality {
  return value !== null && Object.hasOwn(qualityLabels, value)
}

/** The rendition that plays; undefined where a film has no stream. */
export function findRendition({ renditions }: Pick<Video, 'renditions'>, quality: Quality): Rendition | undefined {
  for (const one of instead[quality]) {
    const found = renditions.find((rendition) => rendition.quality === one)
    if (found) return found
  }
  return undefined
}

/** What a whole play costs, in bytes: of the chosen rendition, else of the file as it came. */
export function playbackBytes(video: Pick<Video, 'renditions' | 'sizeBytes'>, quality: Quality): number {
  return findRendition(video, quality)?.bytes ?? video.sizeBytes
}

/** Where a film is played from. */
export type VideoSource = {
  /** The playlist of the chosen rung; missing where there is no stream. */
  playlistUrl?: string
  /** All rungs, where the film may fall to one below the chosen one on a poor network. */
  ladderUrl?: string
  /** One file that plays without any playlist. */
  fileUrl: string
}

type Linked = Pick<Video, 'renditions' | 'videoUrl' | 'streamUrl'>

/** Data saver and the sound alone stay where they are; the others may fall. Undefined where there is nothing to play. */
export function findSource(video: Linked, quality: Quality): VideoSource | undefined {
  const rendition = findRendition(video, quality)
  if (!rendition?.playlistUrl || !rendition.fileUrl) {
    return video.videoUrl === undefined ? undefined : { fileUrl: video.videoUrl }
  }
  const { playlistUrl, fileUrl } = rendition
  const mayFall = rendition.quality === 'standard' || rendition.quality === 'sharp'
  return { playlistUrl, fileUrl, ...(mayFall && video.streamUrl && { ladderUrl: video.streamUrl }) }
}
