import { commonText } from '@baobab/contract/common-text.ts'
import { isPaymentRelatedPage } from '@baobab/contract/pages.ts'
import { paymentSafe } from '@baobab/contract/payment-safe.ts'
import { isRouteErrorResponse } from 'react-router'
import { Button, buttonClass } from '../ui/button.tsx'
import { Logo } from '../ui/logo.tsx'
import { Scene } from '../ui/scene.tsx'
import { paths } from '../paths.ts'
import { toChunkLoadError } from './load-route-module.ts'
import { NotFoundContent } from './not-found.tsx'
import { text } from './text.ts'
import { useReloadWhenOnline } from './use-reload-when-online.ts'

/** Shown for any error that a page threw. Its links are plain `<a>`, because the router itself may have failed. */
export function ErrorPage({ error }: { error: unknown }) {
  const isUnknownPage = isRouteErrorResponse(error) && error.status === 404
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
        {isUnknownPage ? <NotFoundContent /> : <Broken error={error} />}
      </main>
    </>
  )
}

function Broken({ error }: { error: unknown }) {
  const chunkError = toChunkLoadError(error)
  const isChunk = chunkError !== undefined
  useReloadWhenOnline(isChunk)
  return (
    <div className="empty empty--page" role="alert">
      <Scene name="offline" />
      <h1>{isChunk ? text.pageDidNotLoad : commonText.somethingWentWrong}</h1>
      <p className="lead">{isChunk ? chunkErrorHelp() : text.ourFault}</p>
      {chunkError && <p className="small muted">{chunkError.message}</p>}
      <div className="row">
        <Button onClick={() => window.location.reload()}>{isChunk ? text.loadAgain : text.tryAgain}</Button>
        <a className={buttonClass({ kind: 'line' })} href={paths.home}>
          {text.goHome}
        </a>
      </div>
    </div>
  )
}

/** On the pages after a payment, says first that the money is safe. */
function chunkErrorHelp(): string {
  return isPaymentRelatedPage(window.location.pathname) ? paymentSafe : text.checkNetwork
}
