import { useEffect } from 'react'

/** Loads the page anew as soon as the network is back, where `isWanted`. */
export function useReloadWhenOnline(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return
    const reload = () => window.location.reload()
    window.addEventListener('online', reload)
    return () => window.removeEventListener('online', reload)
  }, [isWanted])
}
