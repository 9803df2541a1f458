// The browser's storage and channels, which can be missing or refused: web views have no localStorage, blocked cookies make every access
// throw, and full phones refuse writes. Other files must not use these globals (.oxlintrc.json); inline scripts read with `inlineRead`.
// Kept small, because every page loads it. Nothing uses indexedDB.

import { attempt } from './offline.ts'

type BrowserStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

export type KeyValueStorage = Omit<BrowserStorage, 'setItem'> & {
  /** Returns whether the browser stored it. If not, the value lasts as long as the document. */
  setItem: (key: string, value: string) => boolean
}

/**
 * Adds memory to a storage, for values that it does not take, until another tab changes the key. Gets the storage at each use,
 * because it may be refused at any time.
 */
export function wrapStorage(open: () => BrowserStorage | null | undefined): KeyValueStorage {
  /** Values whose write failed, each with the stored value at that time. */
  const memory = new Map<string, { value: string; stored: string | null }>()
  const getItem = (key: string) => {
    const kept = memory.get(key)
    const read = attempt(() => ({ stored: open()?.getItem(key) ?? null }))
    if (kept && (!read || read.stored === kept.stored)) return kept.value
    memory.delete(key)
    return read?.stored ?? null
  }
  const stored = () =>
    attempt(() => Array.from({ length: open()?.length ?? 0 }, (_, at) => open()?.key(at) ?? '')) ?? []
  const keys = () => [...new Set([...memory.keys(), ...stored()])].filter((key) => getItem(key) !== null)
  return {
    get length() {
      return keys().length
    },
    key: (at) => keys()[at] ?? null,
    getItem,
    setItem(key, value) {
      const isStored = attempt(() => {
        const storage = open()
        storage?.setItem(key, value)
        return Boolean(storage)
      })
      if (isStored) memory.delete(key)
      else memory.set(key, { value, stored: attempt(() => open()?.getItem(key)) ?? null })
      return isStored ?? false
    },
    removeItem(key) {
      memory.delete(key)
      attempt(() => open()?.removeItem(key))
    },
  }
}

/** What is stored for this tab. */
export const tabStorage = wrapStorage(() => globalThis.sessionStorage)
/** What is stored on this phone, for all tabs. */
export const phoneStorage = wrapStorage(() => globalThis.localStorage)

/** Returns all stored keys. */
export const listKeys = ({ length, key }: Pick<Storage, 'length' | 'key'>): string[] =>
  Array.from({ length }, (_, at) => key(at) ?? '')

/** About the size of a login. */
const PROBE = { key: 'probe', value: 'x'.repeat(1000) }

/** Returns what this browser stores: with 'tab' nothing outlives the tab, with 'nothing' nothing outlives the document. */
export function findStored(): 'all' | 'tab' | 'nothing' {
  const canStore = (storage: KeyValueStorage) => {
    const isStored = storage.setItem(PROBE.key, PROBE.value)
    storage.removeItem(PROBE.key)
    return isStored
  }
  if (!canStore(tabStorage)) return 'nothing'
  return canStore(phoneStorage) ? 'all' : 'tab'
}

/** The source of a function for inline scripts: returns what is stored under a key for the tab, else on the phone, or null. */
export const inlineRead = `function(k){var v=null;['sessionStorage','localStorage'].forEach(function(s){try{if(v===null)v=window[s].getItem(k)}catch(x){}});return v}`

/** Opens a channel to this origin's other documents. */
export const openChannel = (name: string): BroadcastChannel | undefined => attempt(() => new BroadcastChannel(name))

/** Where forms/unsent-forms.ts stores what has been typed in this tab. */
export const UNSENT_FORMS_KEY = 'unsentForms'
