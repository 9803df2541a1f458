// What pages and the service worker need offline. Each of these can be missing or refused.

/** Returns undefined if the browser lacks or refuses a feature. */
export function attempt<T>(use: () => T | null | undefined): T | undefined {
  try {
    return use() ?? undefined
  } catch {
    return undefined
  }
}

/** The Cache API. Missing without https. */
export const cacheStorage = (): CacheStorage | undefined => attempt(() => globalThis.caches)

/** Where service workers are registered. Missing without https. */
export const serviceWorkers = (): ServiceWorkerContainer | undefined => attempt(() => navigator.serviceWorker)
