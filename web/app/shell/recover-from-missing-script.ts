// A page whose script is missing: the server has a new version of the app, whose scripts have other names, or the network
// failed. The first is repaired by loading the page anew, which must not happen without a network: a page that shows
// something would be lost.
import { useEffect, useState } from 'react'
import { retryDelayMs } from '../api/retry.ts'
import { storeUnsentForms } from '../forms/unsent-forms.ts'
import { storeToasts } from '../ui/toasts.ts'
import type { ChunkLoadError } from './load-route-module.ts'

const REPLY_MS = 5_000
/** A page that was loaded anew for this reason is not loaded again by itself within this time. */
const ONCE_IN_MS = 5 * 60_000
const KEY = 'reloadedPage'

/**
 * Whether the server replies, and with a word about the file itself: it has the file (200), or another version of the app
 * (404). Anything else comes from a server that cannot send a page now either.
 */
export async function isServerReachable(url: string): Promise<boolean> {
  const signal = AbortSignal.timeout(REPLY_MS)
  const reply = await fetch(url, { method: 'HEAD', cache: 'no-store', redirect: 'manual', signal }).catch(
    () => undefined,
  )
  return reply !== undefined && (reply.ok || reply.status === 404)
}

/**
 * Records that a page is loaded anew. Returns false if it was a short while ago, or if that cannot be known: a page whose
 * script stays missing must not be loaded for ever.
 */
export function recordReload(page: string, now: number): boolean {
  try {
    const [at, before] = (sessionStorage.getItem(KEY) ?? '').split(' ')
    if (before === page && now - Number(at) < ONCE_IN_MS) return false
    sessionStorage.setItem(KEY, `${now} ${page}`)
    return true
  } catch {
    return false
  }
}

/**
 * Loads the page anew if the server replies, once. What was typed into open forms is put back afterwards.
 * @param url the script that is missing
 */
export async function reloadForNewVersion(
  url: string,
  signal: AbortSignal,
): Promise<'reloading' | 'unreachable' | 'done-before'> {
  if (!(await isServerReachable(url)) || signal.aborted) return 'unreachable'
  if (!recordReload(location.href, Date.now())) return 'done-before'
  storeUnsentForms()
  storeToasts()
  location.reload()
  return 'reloading'
}

/**
 * Loads the page anew as soon as the server replies, once. Returns whether that is still being decided, so that nothing
 * needs to be said yet.
 */
export function useReloadForNewVersion({ type, url }: Pick<ChunkLoadError, 'type' | 'url'>): boolean {
  const [isDeciding, setDeciding] = useState(type === 'missing' && navigator.onLine)
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    async function reloadWhenReachable() {
      for (let failures = 1; !signal.aborted; failures += 1) {
        const outcome = await reloadForNewVersion(url, signal)
        if (outcome === 'reloading') return
        setDeciding(false)
        if (outcome === 'done-before') return
        await new Promise((resolve) => setTimeout(resolve, retryDelayMs(failures, { random: Math.random() })))
      }
    }
    void reloadWhenReachable()
    return () => stop.abort()
  }, [url])
  return isDeciding
}
