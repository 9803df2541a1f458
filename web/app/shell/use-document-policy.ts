import { isPaymentPage, isScriptFreePage } from '@baobab/contract/pages.ts'
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

/** The path at which this document is the app although a page without script is there: it could not be loaded. */
const unreachablePath = typeof window !== 'undefined' && isScriptFreePage(loadedPath()) ? loadedPath() : undefined

/**
 * Whether this document may show the current page; `unreachable` if the page is not part of the app and the server, which
 * has it, did not reply. The payment pages have a content policy of their own, and a policy belongs to a document, so a
 * navigation between them and the rest by the router (a link, a redirect, Back) reloads the page. So does one to a page
 * that is not part of the app. Open toasts are carried over.
 */
export function useDocumentPolicy(): boolean | 'unreachable' {
  const { pathname } = useLocation()
  const isAllowed =
    isPaymentDocument === undefined || (isPaymentPage(pathname) === isPaymentDocument && !isScriptFreePage(pathname))
  useEffect(restoreToasts, [])
  const isUnreachable = pathname === unreachablePath
  useEffect(() => {
    if (isAllowed || isUnreachable) return
    storeToasts()
    window.location.reload()
  }, [isAllowed, isUnreachable])
  return isUnreachable ? 'unreachable' : isAllowed
}
