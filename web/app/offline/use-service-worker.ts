import { useEffect } from 'react'

/** Registers the service worker, for students only: visitors have no use for it, and it costs data. */
export function useServiceWorker(): void {
  useEffect(() => {
    if (import.meta.env.PROD) navigator.serviceWorker?.register('/sw.js').catch(() => undefined)
  }, [])
}
