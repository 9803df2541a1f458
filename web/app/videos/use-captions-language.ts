import { chooseCaptions, type Captions } from './captions.ts'
import { useSyncExternalStore } from 'react'
import { phoneStorage } from '../browser/storage.ts'

/** The storage key of the language that was chosen last on this phone. */
const KEY = 'captionsLanguage'
const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function choose(language: string) {
  phoneStorage.setItem(KEY, language)
  for (const listener of listeners) listener()
}

/**
 * Returns which of a video's captions are shown: in the language that was chosen last on this phone, otherwise in a language of the
 * browser, otherwise in English; undefined if there are none.
 */
export function useCaptionsLanguage(captions: readonly Captions[]) {
  const stored = useSyncExternalStore(
    subscribe,
    () => phoneStorage.getItem(KEY),
    () => null,
  )
  return { chosen: chooseCaptions(captions, [stored, ...navigator.languages]), choose }
}
