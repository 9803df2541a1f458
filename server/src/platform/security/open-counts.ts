// Counts what is open at the same time, such as connections, for each key, such as an address.
import { listNetworks } from './networks.ts'

export type LimitedKey = {
  key: string
  /** How many may be open for the key. */
  limit: number
}

/**
 * Returns the keys of an address: its networks. A /56 may have twice, and a /48 three times as many as an IPv4 address or a /64. If
 * the limit is a quarter of the total, no network can have everything.
 * @param limit for an IPv4 address or a /64
 */
export function limitAddress(address: string, limit: number): LimitedKey[] {
  return listNetworks(address).map(({ key }, index) => ({ key, limit: limit * (index + 1) }))
}

type OpenCounts = {
  /** Returns a key that is at its limit; undefined if there is room for one more. */
  findFull(keys: readonly LimitedKey[]): LimitedKey | undefined
  /** Counts one more for all keys. @returns a function that undoes this, to be called once */
  add(keys: readonly LimitedKey[]): () => void
  /** Returns how many are open for a key. */
  count(key: string): number
}

export function createOpenCounts(): OpenCounts {
  const counts = new Map<string, number>()
  const change = (key: string, by: number) => {
    const count = (counts.get(key) ?? 0) + by
    if (count > 0) counts.set(key, count)
    else counts.delete(key)
  }
  return {
    count: (key) => counts.get(key) ?? 0,
    findFull: (keys) => keys.find(({ key, limit }) => (counts.get(key) ?? 0) >= limit),
    add(keys) {
      for (const { key } of keys) change(key, 1)
      return () => {
        for (const { key } of keys) change(key, -1)
      }
    },
  }
}
