import { browserStorage } from '../../api/browser-storage.ts'

/** Whether the keyboard has a Cmd key where others have Ctrl. */
export const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent)

// Whether keys of one character do something. Stored in this browser, because they disturb people who control a computer by
// voice: speech is read as single letters.

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
