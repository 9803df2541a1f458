import { useEffect } from 'react'

/** Reloads the page when the network returns, if `isWanted`. */
export function useReloadWhenOnline(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return
    const reload = () => window.location.reload()
    window.addEventListener('online', reload)
    return () => window.removeEventListener('online', reload)
  }, [isWanted])
}
