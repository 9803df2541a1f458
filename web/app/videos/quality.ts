// Which rendition of a video plays in the chosen quality, and how much data it uses. Imports only types from the
// contract, so that Home can show sizes without loading zod.
import type { Rendition, Video, Quality } from '@baobab/contract/videos/endpoints.ts'
import { formatDuration, formatMegabytes } from '../ui/format.ts'

export const DEFAULT_QUALITY: Quality = 'saver'

export const qualityLabels: Record<Quality, { name: string; detail: string }> = {
  saver: { name: 'Data saver', detail: 'Uses less data' },
  standard: { name: 'Standard', detail: 'Good on most phones' },
  sharp: { name: 'Sharp', detail: 'Best on Wi-Fi' },
  sound: { name: 'Sound only', detail: 'Only the sound' },
}

/** The fallbacks for a quality that a video lacks: never a larger one, except for videos without a sound rendition. */
const fallbacks: Record<Quality, readonly Quality[]> = {
  saver: ['saver'],
  standard: ['standard', 'saver'],
  sharp: ['sharp', 'standard', 'saver'],
  sound: ['sound', 'saver'],
}

export function isQuality(value: string | null): value is Quality {
  return value !== null && Object.hasOwn(qualityLabels, value)
}

/** Returns the rendition that plays; undefined if the video has no stream. */
export function findRendition({ renditions }: Pick<Video, 'renditions'>, quality: Quality): Rendition | undefined {
  for (const one of fallbacks[quality]) {
    const found = renditions.find((rendition) => rendition.quality === one)
    if (found) return found
  }
  return undefined
}

/**
 * Returns the bytes of one play: the size of the rendition that plays, or of the uploaded file if there is no stream.
 */
export function playbackBytes(video: Pick<Video, 'renditions' | 'sizeBytes'>, quality: Quality): number {
  return findRendition(video, quality)?.bytes ?? video.sizeBytes
}

/** The source that a video is played from. */
export type VideoSource = {
  /** The playlist of the chosen rendition; undefined if there is no stream. */
  playlistUrl?: string
  /** The playlist of all renditions, set if playback may fall below the chosen one on a poor network. */
  ladderUrl?: string
  /** A single file that plays without a playlist. */
  fileUrl: string
}

type VideoLinks = Pick<Video, 'renditions' | 'videoUrl' | 'streamUrl'>

/**
 * Returns the source of a video; undefined if it is locked or not ready. With Data saver and sound the rendition never
 * changes; with the others it may fall to a lower one.
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

/** Returns whether a video can be played: it is neither locked nor still being prepared. */
export function isPlayable(video: Video): boolean {
  return !video.isLocked && findSource(video, DEFAULT_QUALITY) !== undefined
}

/** Formats length and size: '3:40, 4 MB'. */
export function formatLengthAndSize(
  video: Pick<Video, 'durationSeconds' | 'renditions' | 'sizeBytes'>,
  quality: Quality,
): string {
  const length = video.durationSeconds === null ? [] : [formatDuration(video.durationSeconds)]
  return [...length, formatMegabytes(playbackBytes(video, quality))].join(', ')
}

// The quality in which this phone plays videos: one for all, or a different one for a single video. The browser's hint
// to save data overrides the remembered quality until the user chooses again.

export type QualitySettings = {
  forAll: Quality
  /** A quality chosen only for this video, which is not remembered. */
  once: { videoId: string; quality: Quality } | null
  /** Whether the phone is set to save data and the user has not chosen a quality since. */
  isSavingData: boolean
}

type QualityPreference = {
  read: () => string | null
  /** Null deletes the preference. */
  save: (quality: Quality | null) => void
  prefersReducedData: () => boolean
}

export function qualityFor({ forAll, once }: QualitySettings, videoId?: string): Quality {
  return once !== null && once.videoId === videoId ? once.quality : forAll
}

export function createQualityStore(preference: QualityPreference) {
  const listeners = new Set<() => void>()
  let settings = readSettings(preference)
  let wasReduced = settings.isSavingData
  const change = (to: QualitySettings) => {
    settings = to
    for (const listener of listeners) listener()
  }
  const chooseForAll = (quality: Quality) => {
    preference.save(quality)
    change({ forAll: quality, once: null, isSavingData: false })
  }
  const chooseOnce = (videoId: string, quality: Quality) =>
    change({ forAll: settings.forAll, once: { videoId, quality }, isSavingData: false })

  return {
    read: () => settings,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    choose: (videoId: string, quality: Quality) =>
      settings.once?.videoId === videoId ? chooseOnce(videoId, quality) : chooseForAll(quality),
    /** Uses the chosen quality for all videos, or only for this one; the others then play in Data saver. */
    remember: (videoId: string, isForAll: boolean) => {
      const quality = qualityFor(settings, videoId)
      if (isForAll) return chooseForAll(quality)
      preference.save(null)
      change({ forAll: DEFAULT_QUALITY, once: { videoId, quality }, isSavingData: false })
    },
    /** Called when the connection changes, because the phone's setting to save data may have changed with it. */
    handleConnectionChange: () => {
      const isReduced = preference.prefersReducedData()
      if (isReduced === wasReduced) return
      wasReduced = isReduced
      change(readSettings(preference))
    },
  }
}

function readSettings(preference: QualityPreference): QualitySettings {
  const saved = preference.read()
  const isSavingData = preference.prefersReducedData()
  return { forAll: isSavingData || !isQuality(saved) ? DEFAULT_QUALITY : saved, once: null, isSavingData }
}
