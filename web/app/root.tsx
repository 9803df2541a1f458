import './shell/missing-methods.ts'
import './zod-config.ts'
import { documentKind } from '@baobab/contract/kernel/pages.ts'
import { type ReactNode, useEffect, useRef } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useNavigation, useLocation } from 'react-router'
import './app.css'
import type { Route } from './+types/root.ts'
import { earlyScript } from './api/early-replies.ts'
import { fontLinks } from './fonts.ts'
import { paths } from './paths.ts'
import { ErrorPage, PageDidNotLoad } from './shell/error-page.tsx'
import { oldBrowserPage } from './shell/old-browser.ts'
import { text } from './shell/text.ts'
import { Logo } from './ui/logo.tsx'
import { OfflineBanner } from './ui/online.tsx'
import { themeScript } from './ui/theme.ts'
import { ToastHost } from './ui/toast.tsx'
import { storeToasts, restoreToasts } from './ui/toasts.ts'

export const links: Route.LinksFunction = () => [
  ...fontLinks,
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/icons/apple-touch.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
]

/** The title in the page's HTML. */
const loadedTitle = typeof document === 'undefined' ? 'Baobab' : document.title

/** The title for pages without a `meta` of their own, while a page's script loads, and for errors. */
export const meta: Route.MetaFunction = ({ error }) => [
  { title: error ? 'Something went wrong | Baobab' : loadedTitle },
]

/** Written into the HTML by the build only. In a browser they have already run, so the app does not load their source again. */
const inlineScripts = import.meta.env.SSR
  ? { early: earlyScript, theme: themeScript, oldBrowser: oldBrowserPage }
  : undefined

function InlineScript({ text: script = '' }: { text: string | undefined }) {
  // oxlint-disable-next-line react/no-danger -- the build's own script
  return <script dangerouslySetInnerHTML={{ __html: script }} suppressHydrationWarning />
}

export function Layout({ children }: { children: ReactNode }) {
  return (
    // The theme script may set data-theme before React hydrates this element.
    <html lang="en-NG" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content="#263185" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#0b0e2b" media="(prefers-color-scheme: dark)" />
        <InlineScript text={inlineScripts?.early} />
        <InlineScript text={inlineScripts?.theme} />
        <Meta />
        <Links />
      </head>
      <body>
        <InlineScript text={inlineScripts?.oldBrowser} />
        <a className="skip" href="#main">
          {text.skipToMain}
        </a>
        <noscript>
          <p className="needs-script">
            {text.needsScript} <a href={paths.contact}>{text.writeToUs}</a>
          </p>
        </noscript>
        <OfflineBanner />
        {children}
        <ToastHost />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function Root() {
  useFocusOnNavigation()
  const policy = useDocumentPolicy()
  if (policy === 'unreachable') return <PageDidNotLoad />
  return (
    <>
      <NavigationProgress />
      {policy ? <Outlet /> : <HydrateFallback />}
    </>
  )
}

/** What the page's HTML shows until the app has loaded (web/build-app-pages.ts). */
const skeleton = typeof document === 'undefined' ? undefined : document.getElementById('skeleton')?.innerHTML

/** Keeps showing the page's HTML until its script is loaded. */
export function HydrateFallback() {
  if (skeleton !== undefined)
    // oxlint-disable-next-line react/no-danger -- the build's own HTML, read back from this document
    return <div id="skeleton" dangerouslySetInnerHTML={{ __html: skeleton }} suppressHydrationWarning />
  return (
    <div id="skeleton">
      <main id="main" className="starting" aria-busy="true">
        <span className="logo">
          <Logo />
        </span>
        <p className="muted" role="status">
          {text.loading}
        </p>
      </main>
    </div>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />
}

/** Shows a bar while the next page loads, because its script can take seconds on a slow network. */
function NavigationProgress() {
  const isNavigating = useNavigation().state !== 'idle'
  return (
    <div role="status">
      {isNavigating && (
        <>
          <div className="page-progress" />
          <span className="sr">{text.loading}</span>
        </>
      )}
    </div>
  )
}

/**
 * Moves the focus to the main part after each navigation, like a page load does, so that screen readers and the Tab key start there; a
 * field marked `data-first` takes precedence. If only the query changes (a filter, a tab), the focus stays.
 */
function useFocusOnNavigation(): void {
  const { pathname, hash } = useLocation()
  const previous = useRef(pathname)
  useEffect(() => {
    if (previous.current === pathname) return
    previous.current = pathname
    if (hash) return
    const first = document.querySelector<HTMLElement>('#main [data-first]:not(dialog *)')
    if (first) first.focus()
    else document.getElementById('main')?.focus({ preventScroll: true })
  }, [pathname, hash])
}

/** The path that the document was loaded from: going back quickly may change the address bar before this runs. */
function loadedPath(): string {
  const name = performance.getEntriesByType('navigation')[0]?.name ?? ''
  return name.startsWith(window.location.origin) ? new URL(name).pathname : window.location.pathname
}

const loaded = typeof window === 'undefined' ? undefined : { path: loadedPath(), kind: documentKind(loadedPath()) }

/**
 * Whether this document may show the current page; `unreachable` if the page is not part of the app and the server, which has it, did not
 * reply. When the router navigates (a link, a redirect, Back) to a page that needs another kind of document, reloads the page. Open toasts
 * are carried over.
 */
function useDocumentPolicy(): boolean | 'unreachable' {
  const { pathname } = useLocation()
  const kind = documentKind(pathname)
  const isAllowed = loaded === undefined || (kind === loaded.kind && kind !== 'script-free')
  useEffect(restoreToasts, [])
  // The path belongs to a page without script, but the app is running: that page could not be loaded.
  const isUnreachable = loaded?.kind === 'script-free' && pathname === loaded.path
  useEffect(() => {
    if (isAllowed || isUnreachable) return
    storeToasts()
    window.location.reload()
  }, [isAllowed, isUnreachable])
  return isUnreachable ? 'unreachable' : isAllowed
}
