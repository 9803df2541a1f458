// What the browser's Cache API does, for tests: as much of it as films on the phone need.

export function fakeCaches() {
  const stores = new Map<string, ReturnType<typeof fakeCache>>()
  return {
    has: async (name: string) => stores.has(name),
    open: async (name: string) => {
      const store = stores.get(name) ?? fakeCache()
      stores.set(name, store)
      return store as unknown as Cache
    },
    delete: async (name: string) => stores.delete(name),
    /** The addresses that lie in a cache. */
    urls: (name: string) => [...(stores.get(name)?.entries.keys() ?? [])].toSorted(),
    /** From now on nothing more fits. */
    fill: (name: string) => {
      const store = stores.get(name)
      if (store) store.isFull = true
    },
  }
}

function fakeCache() {
  const entries = new Map<string, Response>()
  const bare = (url: string) => url.split('?')[0]
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
        if (key === url || (options?.ignoreSearch && bare(key) === bare(url))) entries.delete(key)
      return true
    },
  }
}
