// Whether keys of one character do something. Stored in this browser, because they disturb people who control a computer by
// voice: speech is read as single letters.
import { browserStorage } from '../../api/browser-storage.ts'

const KEY = 'adminKeys'

export function areKeysOn(): boolean {
  return browserStorage()?.getItem(KEY) !== 'off'
}

/** Stores the choice. Ignores storage that is off or full: the keys then stay on. */
export function storeKeysOn(isOn: boolean): void {
  try {
    if (isOn) browserStorage()?.removeItem(KEY)
    else browserStorage()?.setItem(KEY, 'off')
  } catch {
    // The keys stay on.
  }
}
