import { isPaymentRelatedPage } from '@baobab/contract/pages.ts'
import { paymentSafe } from '@baobab/contract/payment-safe.ts'
import { isRouteErrorResponse } from 'react-router'
import { Button, buttonClass } from '../ui/button.tsx'
import { Logo } from '../ui/logo.tsx'
import { Scene } from '../ui/scene.tsx'
import { paths } from '../paths.ts'
import { ChunkLoadError } from './load-route-module.ts'
import { NotFoundContent } from './not-found.tsx'
import { useReloadWhenOnline } from './use-reload-online.ts'

/** The last resort, for whatever a page threw. Links here are plain: the router itself may be what failed. */
export function ErrorPage({ error }: { error: unknown }) {
  const isUnknownPage = isRouteErrorResponse(error) && error.status === 404
  return (
    <>
      <header className="site">
        <div className="wrap">
          <a className="logo" href={paths.home} aria-label="Baobab home">
            <Logo />
          </a>
        </div>
      </header>
      <main id="main" tabIndex={-1} className="wrap sec">
        {isUnknownPage ? <NotFoundContent /> : <Broken error={error} />}
      </main>
    </>
  )
}

function Broken({ error }: { error: unknown }) {
  const isChunk = error instanceof ChunkLoadError
  useReloadWhenOnline(isChunk)
  return (
    <div className="empty empty--page" role="alert">
      <Scene name="offline" />
      <h1>{isChunk ? 'This page did not load' : 'Something went wrong! Please try again.'}</h1>
      <p className="lead">{isChunk ? chunkWords() : 'It is our fault, not yours. Nothing you did is lost.'}</p>
      {isChunk && <p className="small muted">{error.message}</p>}
      <div className="row">
        <Button onClick={() => window.location.reload()}>{isChunk ? 'Load again' : 'Try again'}</Button>
        <a className={buttonClass({ kind: 'line' })} href={paths.home}>
          Go to Home
        </a>
      </div>
    </div>
  )
}

function chunkWords(): string {
  return isPaymentRelatedPage(window.location.pathname)
    ? paymentSafe
    : 'Check your network, then load it again. Nothing you did is lost.'
}
