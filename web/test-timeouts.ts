/**
 * Notes timeouts started from now on, until `end`. `stop` stops them, because they would call what later tests replace, in the same file or
 * in another one of the worker. Intervals end with their component, and those of jsdom must continue.
 */
export function trackTimeouts(): { stop: () => void; end: () => void } {
  const untracked = setTimeout
  const timeouts = new Set<ReturnType<typeof setTimeout>>()
  globalThis.setTimeout = new Proxy(untracked, {
    apply(_, __, call: Parameters<typeof setTimeout>) {
      const timeout = untracked(...call)
      timeouts.add(timeout)
      return timeout
    },
  })
  const stop = () => {
    for (const timeout of timeouts) clearTimeout(timeout)
    timeouts.clear()
  }
  return {
    stop,
    end: () => {
      stop()
      globalThis.setTimeout = untracked
    },
  }
}
