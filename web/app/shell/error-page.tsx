import { isPaymentRelatedPage } from '@baobab/contract/kernel/pages.ts'
import { commonText } from '@baobab/contract/kernel/text.ts'
import { paymentSafe } from '@baobab/contract/payments/text.ts'
import { type ReactNode, useEffect, useState } from 'react'
import { isRouteErrorResponse } from 'react-router'
import { retryDelayMs, retrying } from '../api/retry.ts'
import { tabStorage } from '../browser/storage.ts'
import { reloadForNewVersion } from '../forms/reload-for-new-version.ts'
import { paths } from '../paths.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Logo } from '../ui/logo.tsx'
import { Scene } from '../ui/scene.tsx'
import { toChunkLoadError, type ChunkLoadError } from './load-route-module.ts'
import { NotFoundContent } from './not-found.tsx'
import { text } from './text.ts'

/** Shown for any error thrown by a page. Its links are plain `<a>`, because the router itself may have failed. */
export function ErrorPage({ error }: { error: unknown }) {
  if (isRouteErrorResponse(error) && error.status === 404) {
    return (
      <Frame>
        <NotFoundContent />
      </Frame>
    )
  }
  const chunkError = toChunkLoadError(error)
  if (chunkError) return <ScriptDidNotLoad error={chunkError} />
  return (
    <Frame>
      <div className="empty empty--page" role="alert">
        <Scene name="offline" />
        <h1>{commonText.somethingWentWrong}</h1>
        <p className="lead">{text.ourFault}</p>
        <Actions reload={text.tryAgain} />
      </div>
    </Frame>
  )
}

/** Shows nothing while it is undecided whether the page will be reloaded for a new version. */
function ScriptDidNotLoad({ error }: { error: ChunkLoadError }) {
  if (!useReloadForNewVersion(error)) return <PageDidNotLoad detail={error.message} />
  return (
    <main id="main" className="starting" tabIndex={-1} aria-busy="true">
      <p className="muted" role="status">
        {text.loading}
      </p>
    </main>
  )
}

/** Replaces a page that could not be loaded over the network, and loads it when the network returns. */
export function PageDidNotLoad({ detail }: { detail?: string }) {
  useReloadWhenOnline()
  return (
    <Frame>
      <div className="empty empty--page" role="alert">
        <Scene name="offline" />
        <h1>{text.pageDidNotLoad}</h1>
        {/* On the pages after a payment, first say that the money is safe. */}
        <p className="lead">{isPaymentRelatedPage(window.location.pathname) ? paymentSafe : text.checkNetwork}</p>
        {detail && <p className="small muted">{detail}</p>}
        <Actions reload={text.loadAgain} />
      </div>
    </Frame>
  )
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <>
      <header className="site">
        <div className="wrap">
          <a className="logo" href={paths.home} aria-label={text.home}>
            <Logo />
          </a>
        </div>
      </header>
      <main id="main" tabIndex={-1} className="wrap sec">
        {children}
      </main>
    </>
  )
}

function Actions({ reload }: { reload: string }) {
  return (
    <div className="row">
      <Button onClick={() => window.location.reload()}>{reload}</Button>
      <a className={buttonClass({ kind: 'line' })} href={paths.home}>
        {text.goHome}
      </a>
    </div>
  )
}

/** Reloads the page once, as soon as the server replies. Returns whether that is still undecided, so that nothing needs to be said yet. */
function useReloadForNewVersion({ type, url }: Pick<ChunkLoadError, 'type' | 'url'>): boolean {
  const [isDeciding, setDeciding] = useState(type === 'missing' && navigator.onLine)
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    async function reload() {
      const outcome = await reloadForNewVersion({ url, signal })
      if (outcome === 'reloading') return
      setDeciding(false)
      if (outcome === 'unreachable') throw new Error('The server does not reply.')
    }
    const delayMs = (failures: number) => retryDelayMs(failures, { random: Math.random() })
    // Rejects only when the user leaves the page.
    retrying(reload, { signal, delayMs }).catch(() => undefined)
    return () => stop.abort()
  }, [url])
  return isDeciding
}

const KEY = 'networkReturnedAt'
/** For how long, and how often, a page that did not load is retried after the network returns. */
const RETRIES_MS = 60_000
const RETRY_MS = 3_000

const reloadPage = () => window.location.reload()

/**
 * Reloads a page that did not load when the network returns. Phones announce a network before it works, and nothing afterwards, so a page
 * that fails right after the announcement is retried for a minute.
 */
export function useReloadWhenOnline(reload = reloadPage): void {
  const [wasOnline] = useState(() => navigator.onLine)
  useEffect(() => {
    const reloadNow = () => {
      storeReturn()
      reload()
    }
    window.addEventListener('online', reloadNow)
    // The network may have returned before this effect ran.
    if (!wasOnline && navigator.onLine) reloadNow()
    const timer = wasOnline && hasJustReturned() ? setTimeout(reload, RETRY_MS) : undefined
    return () => {
      window.removeEventListener('online', reloadNow)
      clearTimeout(timer)
    }
  }, [reload, wasOnline])
}

function storeReturn(): void {
  tabStorage.setItem(KEY, String(Date.now()))
}

function hasJustReturned(): boolean {
  return Math.abs(Date.now() - Number(tabStorage.getItem(KEY))) < RETRIES_MS
}
