import { documentKind } from '@baobab/contract/kernel/pages.ts'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { storeToasts, restoreToasts } from '../ui/toasts.ts'

/** The path that the document was loaded from: a quick Back may have changed the address bar by the time this runs. */
function loadedPath(): string {
  const name = performance.getEntriesByType('navigation')[0]?.name ?? ''
  return name.startsWith(window.location.origin) ? new URL(name).pathname : window.location.pathname
}

const loaded = typeof window === 'undefined' ? undefined : { path: loadedPath(), kind: documentKind(loadedPath()) }

/**
 * Whether this document may show the current page; `unreachable` if the page is not part of the app and the server, which
 * has it, did not reply. A navigation by the router (a link, a redirect, Back) to a page that needs another kind of
 * document reloads the page. Open toasts are carried over.
 */
export function useDocumentPolicy(): boolean | 'unreachable' {
  const { pathname } = useLocation()
  const kind = documentKind(pathname)
  const isAllowed = loaded === undefined || (kind === loaded.kind && kind !== 'script-free')
  useEffect(restoreToasts, [])
  // This document is the app although a page without script is at its path: it could not be loaded.
  const isUnreachable = loaded?.kind === 'script-free' && pathname === loaded.path
  useEffect(() => {
    if (isAllowed || isUnreachable) return
    storeToasts()
    window.location.reload()
  }, [isAllowed, isUnreachable])
  return isUnreachable ? 'unreachable' : isAllowed
}
