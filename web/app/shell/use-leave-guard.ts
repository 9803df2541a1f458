import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { adminSession } from '../api/session.ts'

/**
 * Asks before a page with something on its way is left: the browser for a closed tab, the answered blocker for a link.
 * Whoever logs out is not held back.
 */
export function useLeaveGuard(isBusy: boolean) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isBusy && currentLocation.pathname !== nextLocation.pathname && adminSession() !== undefined,
  )
  useEffect(() => {
    if (!isBusy) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isBusy])
  return blocker
}
