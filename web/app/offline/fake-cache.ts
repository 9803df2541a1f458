// A fake of the part of the Cache API that downloads use, for tests.

export function fakeCaches() {
  const caches = new Map<string, ReturnType<typeof fakeCache>>()
  return {
    has: async (name: string) => caches.has(name),
    open: async (name: string) => {
      const cache = caches.get(name) ?? fakeCache()
      caches.set(name, cache)
      return cache as unknown as Cache
    },
    delete: async (name: string) => caches.delete(name),
    /** Returns the URLs in a cache. */
    urls: (name: string) => [...(caches.get(name)?.entries.keys() ?? [])].toSorted(),
    /** Makes every later write fail as if the storage were full. */
    fill: (name: string) => {
      const cache = caches.get(name)
      if (cache) cache.isFull = true
    },
  }
}

function fakeCache() {
  const entries = new Map<string, Response>()
  const withoutQuery = (url: string) => url.split('?')[0]
  return {
    entries,
    isFull: false,
    match: async (url: string) => entries.get(url)?.clone(),
    async put(url: string, response: Response) {
      if (this.isFull) throw new DOMException('full', 'QuotaExceededError')
      entries.set(url, response)
    },
    async delete(url: string, options?: CacheQueryOptions) {
      for (const key of entries.keys())
        if (key === url || (options?.ignoreSearch && withoutQuery(key) === withoutQuery(url))) entries.delete(key)
      return true
    },
  }
}
