// What lies on the phone under keys of ours. Small, because every student page looks whether there is any.

export type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

/** The storage of the phone; undefined where it is switched off. */
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
