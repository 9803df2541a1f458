// The quality in which this phone plays videos: one for all, or a different one for a single video. The browser's hint
// to save data overrides the remembered quality until the user chooses again.
import type { Quality } from '@baobab/contract/videos/endpoints.ts'
import { DEFAULT_QUALITY, isQuality } from './quality.ts'

export type QualitySettings = {
  forAll: Quality
  /** A quality chosen only for this video, which is not remembered. */
  once: { videoId: string; quality: Quality } | null
  /** Whether the phone is set to save data and the user has not chosen a quality since. */
  isSavingData: boolean
}

export type QualityPreference = {
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
