import { useEffect } from 'react'
import { useBlocker, type Location } from 'react-router'
import { adminSession } from '../api/session.ts'

/**
 * Asks before leaving a page with unsaved work: the browser asks when the tab is closed, and the returned blocker stops a link so that the
 * page can ask. Logging out is never blocked.
 * @param isLeaving whether a link leaves the work; by default every link to another path does
 */
export function useLeaveGuard(isBusy: boolean, isLeaving = isOtherPath) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isBusy && isLeaving(currentLocation, nextLocation) && adminSession() !== undefined,
  )
  useEffect(() => {
    if (!isBusy) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isBusy])
  return blocker
}

function isOtherPath(from: Location, to: Location): boolean {
  return from.pathname !== to.pathname
}
