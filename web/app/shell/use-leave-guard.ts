import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { adminSession } from '../api/session.ts'

/**
 * Asks before leaving a page with unsaved work: the browser asks when the tab is closed, and the returned blocker stops a
 * link so that the page can ask. Logging out is never stopped.
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
