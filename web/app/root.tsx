import './zod-config.ts'
import type { ReactNode } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router'
import './app.css'
import { earlyScript } from './api/early-replies.ts'
import type { Route } from './+types/root.ts'
import { ErrorPage, PageDidNotLoad } from './shell/error-page.tsx'
import { fontLinks } from './fonts.ts'
import { paths } from './paths.ts'
import { NavigationProgress } from './shell/navigation-progress.tsx'
import { text } from './shell/text.ts'
import { useFocusOnNavigation } from './shell/use-focus-on-navigation.ts'
import { useDocumentPolicy } from './shell/use-document-policy.ts'
import { Logo } from './ui/logo.tsx'
import { OfflineBanner } from './ui/offline-banner.tsx'
import { themeScript } from './ui/theme.ts'
import { ToastHost } from './ui/toast.tsx'

export const links: Route.LinksFunction = () => [
  ...fontLinks,
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/icons/apple-touch.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
]

/** The title in the HTML of the page. */
const loadedTitle = typeof document === 'undefined' ? 'Baobab' : document.title

/** The title of pages without a `meta` of their own: while a page's script loads, and errors. */
export const meta: Route.MetaFunction = ({ error }) => [
  { title: error ? 'Something went wrong | Baobab' : loadedTitle },
]

export function Layout({ children }: { children: ReactNode }) {
  return (
    // The theme script may set data-theme before React hydrates this element.
    <html lang="en-NG" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content="#263185" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#0b0e2b" media="(prefers-color-scheme: dark)" />
        <script>{earlyScript}</script>
        <script>{themeScript}</script>
        <Meta />
        <Links />
      </head>
      <body>
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

/** What the HTML of the page shows until the app has arrived (web/build-app-pages.ts). */
const skeleton = typeof document === 'undefined' ? undefined : document.getElementById('skeleton')?.innerHTML

/** Keeps what the HTML of a page shows until the page's script is loaded. */
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
