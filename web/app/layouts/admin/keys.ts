import { phoneStorage } from '../../browser/storage.ts'

/** Whether the keyboard has a Cmd key instead of Ctrl. */
export const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent)

// Whether single-character shortcuts are on. Stored in this browser, because they disturb people who control a computer by voice: speech
// arrives as single letters.

const KEY = 'adminKeys'

export function areKeysOn(): boolean {
  return phoneStorage.getItem(KEY) !== 'off'
}

/** Stores the choice. */
export function storeKeysOn(isOn: boolean): void {
  if (isOn) phoneStorage.removeItem(KEY)
  else phoneStorage.setItem(KEY, 'off')
}
