import { useEffect, useState } from 'react'
import { retryDelayMs, retrying } from '../api/retry.ts'
import { reloadForNewVersion } from '../forms/reload-for-new-version.ts'
import type { ChunkLoadError } from './load-route-module.ts'

/**
 * Loads the page anew as soon as the server replies, once. Returns whether that is still being decided, so that nothing
 * needs to be said yet.
 */
export function useReloadForNewVersion({ type, url }: Pick<ChunkLoadError, 'type' | 'url'>): boolean {
  const [isDeciding, setDeciding] = useState(type === 'missing' && navigator.onLine)
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    async function reload() {
      const outcome = await reloadForNewVersion({ url, signal })
      if (outcome === 'reloading') return
      setDeciding(false)
      if (outcome === 'unreachable') throw new Error('The server does not reply.')
    }
    const delayMs = (failures: number) => retryDelayMs(failures, { random: Math.random() })
    // Rejects only when the page is left.
    retrying(reload, { signal, delayMs }).catch(() => undefined)
    return () => stop.abort()
  }, [url])
  return isDeciding
}
