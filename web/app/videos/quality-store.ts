// What this phone plays films in: one quality for all, or for one film another. The browser's hint to save data goes
// before what was remembered, until somebody chooses again.
import type { Quality } from '@baobab/contract/videos.ts'
import { DEFAULT_QUALITY, isQuality } from './quality.ts'

export type QualitySettings = {
  forAll: Quality
  /** A choice that is not to be remembered, for this film alone. */
  once: { videoId: string; quality: Quality } | null
  /** The phone asks to save data, and nobody has chosen since. */
  isSavingData: boolean
}

export type QualityPreference = {
  read: () => string | null
  keep: (quality: Quality | null) => void
  wantsToSaveData: () => boolean
}

export function qualityFor({ forAll, once }: QualitySettings, videoId?: string): Quality {
  return once !== null && once.videoId === videoId ? once.quality : forAll
}

export function createQualityStore(device: QualityPreference) {
  const listeners = new Set<() => void>()
  let chosen = atStart(device)
  let wasAsked = chosen.isSavingData
  const change = (to: QualitySettings) => {
    chosen = to
    for (const listener of listeners) listener()
  }
  const chooseForAll = (quality: Quality) => {
    device.keep(quality)
    change({ forAll: quality, once: null, isSavingData: false })
  }
  const chooseOnce = (videoId: string, quality: Quality) =>
    change({ forAll: chosen.forAll, once: { videoId, quality }, isSavingData: false })

  return {
    read: () => chosen,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    choose: (videoId: string, quality: Quality) =>
      chosen.once?.videoId === videoId ? chooseOnce(videoId, quality) : chooseForAll(quality),
    /** Takes the present choice of a film for all, or for it alone; then the others fall back to Data saver. */
    remember: (videoId: string, isForAll: boolean) => {
      const quality = qualityFor(chosen, videoId)
      if (isForAll) return chooseForAll(quality)
      device.keep(null)
      change({ forAll: DEFAULT_QUALITY, once: { videoId, quality }, isSavingData: false })
    },
    /** The network has changed, and perhaps the phone's wish to save data. */
    handleConnectionChange: () => {
      const isAsked = device.wantsToSaveData()
      if (isAsked === wasAsked) return
      wasAsked = isAsked
      change(atStart(device))
    },
  }
}

function atStart(device: QualityPreference): QualitySettings {
  const kept = device.read()
  const isSavingData = device.wantsToSaveData()
  return { forAll: isSavingData || !isQuality(kept) ? DEFAULT_QUALITY : kept, once: null, isSavingData }
}
