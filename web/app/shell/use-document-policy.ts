import { isPaymentPage } from '@baobab/contract/pages.ts'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { storeToasts, restoreToasts } from '../ui/toasts.ts'

/** Which of the two content policies this document has; unknown while pages are made at build time. */
const cameForPaying = typeof window === 'undefined' ? undefined : isPaymentPage(loadedPath())

/** The path that was loaded. By the time this runs a quick Back may have changed the one in the address bar. */
function loadedPath(): string {
  const name = performance.getEntriesByType('navigation')[0]?.name ?? ''
  return name.startsWith(window.location.origin) ? new URL(name).pathname : window.location.pathname
}

/**
 * Whether this document may show the page at hand. The pages of paying have a content policy of their own, and a policy
 * belongs to a document: whatever crosses between them and the rest by the router (a link, a redirect, Back) is loaded
 * anew, with what was being said.
 */
export function useDocumentPolicy(): boolean {
  const { pathname } = useLocation()
  const isRight = cameForPaying === undefined || isPaymentPage(pathname) === cameForPaying
  useEffect(restoreToasts, [])
  useEffect(() => {
    if (isRight) return
    storeToasts()
    window.location.reload()
  }, [isRight])
  return isRight
}
