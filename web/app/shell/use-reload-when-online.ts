import { useEffect, useState } from 'react'

const KEY = 'networkReturnedAt'
/** How long after the network returned a page that did not load is tried again, and how often. */
const RETRIES_MS = 60_000
const RETRY_MS = 3_000

const reloadPage = () => window.location.reload()

/**
 * Reloads a page that did not load when the network returns. A phone announces its network before anything passes through
 * it, and then announces nothing more: so a page that does not load right after is tried again for a minute.
 */
export function useReloadWhenOnline(reload = reloadPage): void {
  const [wasOnline] = useState(() => navigator.onLine)
  useEffect(() => {
    const reloadNow = () => {
      storeReturn()
      reload()
    }
    window.addEventListener('online', reloadNow)
    // The network may have returned before this effect ran.
    if (!wasOnline && navigator.onLine) reloadNow()
    const timer = wasOnline && hasJustReturned() ? setTimeout(reload, RETRY_MS) : undefined
    return () => {
      window.removeEventListener('online', reloadNow)
      clearTimeout(timer)
    }
  }, [reload, wasOnline])
}

function storeReturn(): void {
  try {
    sessionStorage.setItem(KEY, String(Date.now()))
  } catch {
    // Storage is disabled: the page is reloaded once, and then by its button.
  }
}

function hasJustReturned(): boolean {
  try {
    return Date.now() - Number(sessionStorage.getItem(KEY)) < RETRIES_MS
  } catch {
    return false
  }
}
