import type { App } from '../platform/app.ts'

/**
 * Returns a function that loads each key's value at most once every `ms` milliseconds: calls in between get the same value, even
 * while it is loading. Failures are not kept. For public replies that are expensive to compute and may be a few seconds old.
 */
export function keepBriefly<K, T>(
  { clock }: Pick<App, 'clock'>,
  ms: number,
  load: (key: K) => Promise<T>,
): (key: K) => Promise<T> {
  const kept = new Map<K, { at: number; value: Promise<T> }>()
  return (key) => {
    const now = clock.now().getTime()
    const known = kept.get(key)
    if (known && now >= known.at && now < known.at + ms) return known.value
    const value = load(key)
    kept.set(key, { at: now, value })
    value.catch(() => kept.delete(key))
    return value
  }
}
