// Access to the browser's storage. Small, because every page loads it.

/** Where forms/unsent-forms.ts stores what somebody has typed, for the tab. */
export const UNSENT_FORMS_KEY = 'unsentForms'

export type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

/** localStorage, or undefined if it is disabled. */
export function browserStorage(): Storage | undefined {
  try {
    return localStorage
  } catch {
    return undefined
  }
}

export function listKeys(storage: KeyValueStorage | undefined): string[] {
  if (!storage) return []
  return Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '')
}
