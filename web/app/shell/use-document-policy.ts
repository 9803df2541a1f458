import { isPaymentPage } from '@baobab/contract/pages.ts'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { storeToasts, restoreToasts } from '../ui/toasts.ts'

/** Whether this document has the content policy of the payment pages. Unknown at build time. */
const isPaymentDocument = typeof window === 'undefined' ? undefined : isPaymentPage(loadedPath())

/** The path that the document was loaded from: a quick Back may have changed the address bar by the time this runs. */
function loadedPath(): string {
  const name = performance.getEntriesByType('navigation')[0]?.name ?? ''
  return name.startsWith(window.location.origin) ? new URL(name).pathname : window.location.pathname
}

/**
 * Whether this document may show the current page. The payment pages have a content policy of their own, and a policy
 * belongs to a document, so a navigation between them and the rest by the router (a link, a redirect, Back) reloads the
 * page. Open toasts are carried over.
 */
export function useDocumentPolicy(): boolean {
  const { pathname } = useLocation()
  const isAllowed = isPaymentDocument === undefined || isPaymentPage(pathname) === isPaymentDocument
  useEffect(restoreToasts, [])
  useEffect(() => {
    if (isAllowed) return
    storeToasts()
    window.location.reload()
  }, [isAllowed])
  return isAllowed
}
