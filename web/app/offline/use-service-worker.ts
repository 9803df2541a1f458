import { useEffect } from 'react'

/** Starts the service worker for students: visitors have no use for it, and data is dear. A page without it works as well. */
export function useServiceWorker(): void {
  useEffect(() => {
    if (import.meta.env.PROD) navigator.serviceWorker?.register('/sw.js').catch(() => undefined)
  }, [])
}
