import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/**
 * After a change of page the focus goes to the new main part, as a full page load would have it: a screen reader starts
 * there, and the next Tab does too. A change of the query alone (a filter, a tab) leaves the focus alone.
 */
export function useFocusOnNavigation(): void {
  const { pathname, hash } = useLocation()
  const previous = useRef(pathname)
  useEffect(() => {
    if (previous.current === pathname) return
    previous.current = pathname
    if (!hash) document.getElementById('main')?.focus({ preventScroll: true })
  }, [pathname, hash])
}
