import { useEffect } from 'react'
import { serviceWorkers } from '../browser/offline.ts'

/** Registers the service worker, for students only: visitors have no use for it, and it costs data. */
export function useServiceWorker(): void {
  useEffect(() => {
    if (import.meta.env.PROD)
      serviceWorkers()
        ?.register('/sw.js')
        .catch(() => undefined)
  }, [])
}
