// What lies on the phone under keys of ours. Small, because every student page looks whether there is any.

export type Storing = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

/** The storage of the phone; undefined where it is switched off. */
export function phoneStorage(): Storage | undefined {
  try {
    return localStorage
  } catch {
    return undefined
  }
}

export function keysOf(storage: Storing | undefined): string[] {
  if (!storage) return []
  return Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '')
}
