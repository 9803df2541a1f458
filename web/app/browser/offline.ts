// What pages need offline, for the pages and the service worker. Each can be missing or refused.

/** Returns undefined for what a browser lacks or refuses. */
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
