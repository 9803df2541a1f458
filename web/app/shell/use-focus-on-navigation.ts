import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/**
 * Moves the focus to the main part after each navigation, as a page load does, so that screen readers and the Tab key
 * start there. A change of only the query (a filter, a tab) keeps the focus.
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
