import type { Quality } from '@baobab/contract/videos/endpoints.ts'
import { useSyncExternalStore } from 'react'
import { phoneStorage } from '../browser/storage.ts'
import { createQualityStore, qualityFor, type QualitySettings, DEFAULT_QUALITY } from './quality.ts'

const KEY = 'quality'

type Connection = EventTarget & { saveData?: boolean }

/** The Network Information API, which is missing from many browsers and from TypeScript's types. */
function getConnection(): Connection | undefined {
  return typeof navigator !== 'undefined' && 'connection' in navigator && navigator.connection instanceof EventTarget
    ? navigator.connection
    : undefined
}

let created: ReturnType<typeof createQualityStore> | undefined

/** Creates the store on first use, which is in a browser; prerendering has no storage. */
function getStore() {
  if (!created) {
    const store = createQualityStore({
      read: () => phoneStorage.getItem(KEY),
      save: (quality) => void (quality === null ? phoneStorage.removeItem(KEY) : phoneStorage.setItem(KEY, quality)),
      prefersReducedData: () => getConnection()?.saveData === true,
    })
    getConnection()?.addEventListener('change', store.handleConnectionChange)
    created = store
  }
  return created
}

const defaults: QualitySettings = { forAll: DEFAULT_QUALITY, once: null, isSavingData: false }

function useSettings(): QualitySettings {
  return useSyncExternalStore(
    (listener) => getStore().subscribe(listener),
    () => getStore().read(),
    () => defaults,
  )
}

/** Returns the quality in which a video plays now, or videos in general. */
export function useQuality(videoId?: string): Quality {
  return qualityFor(useSettings(), videoId)
}

/** Returns the quality of one video, and functions to choose another. */
export function useQualityChoice(videoId: string) {
  const settings = useSettings()
  return {
    quality: qualityFor(settings, videoId),
    isRemembered: settings.once?.videoId !== videoId,
    isSavingData: settings.isSavingData,
    choose: (quality: Quality) => getStore().choose(videoId, quality),
    remember: (isForAll: boolean) => getStore().remember(videoId, isForAll),
  }
}
