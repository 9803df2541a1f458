import type { Quality } from '@baobab/contract/videos.ts'
import { useSyncExternalStore } from 'react'
import { savePreference, readPreference } from './preferences.ts'
import { createQualityStore, qualityFor, type QualitySettings } from './quality-store.ts'
import { DEFAULT_QUALITY } from './quality.ts'

const KEY = 'quality'

type Connection = EventTarget & { saveData?: boolean }

/** Not in every browser, nor in TypeScript's idea of them. */
function connection(): Connection | undefined {
  return typeof navigator !== 'undefined' && 'connection' in navigator && navigator.connection instanceof EventTarget
    ? navigator.connection
    : undefined
}

let store: ReturnType<typeof createQualityStore> | undefined

/** Made at its first use, which is in a browser: pages are also made where there is none. */
function theStore() {
  if (!store) {
    const made = createQualityStore({
      read: () => readPreference(KEY),
      keep: (quality) => savePreference(KEY, quality),
      wantsToSaveData: () => connection()?.saveData === true,
    })
    connection()?.addEventListener('change', made.handleConnectionChange)
    store = made
  }
  return store
}

const unknown: QualitySettings = { forAll: DEFAULT_QUALITY, once: null, isSavingData: false }

function useChosen(): QualitySettings {
  return useSyncExternalStore(
    (listener) => theStore().subscribe(listener),
    () => theStore().read(),
    () => unknown,
  )
}

/** The quality that films play in now. */
export function useQuality(videoId?: string): Quality {
  return qualityFor(useChosen(), videoId)
}

/** The same with the means to choose another, for the page of one film. */
export function useQualityChoice(videoId: string) {
  const chosen = useChosen()
  return {
    quality: qualityFor(chosen, videoId),
    isRemembered: chosen.once?.videoId !== videoId,
    isSavingData: chosen.isSavingData,
    choose: (quality: Quality) => theStore().choose(videoId, quality),
    remember: (isForAll: boolean) => theStore().remember(videoId, isForAll),
  }
}
