import { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import type { Checkout } from '@baobab/contract/payments/endpoints.ts'
import { useState } from 'react'
import { errorMessage } from '../api/error-message.ts'
import { useRestoredPage } from '../shell/use-restored-page.ts'
import { payInPopUp, type PopUpEnd } from './pay-in-pop-up.ts'
import { loadPaystackInline, supportsPopUp } from './paystack-inline.ts'

export type PayStage = 'idle' | 'opening' | 'open' | 'leaving'

type Options = {
  /** Opens the payment on our server. */
  initialize: () => Promise<Checkout>
  onPaid: (reference: string) => void
  /** Called when the payer returns without having paid; the reference is missing if no payment was opened. */
  onClosed: (reference?: string) => void
}

/** Opens the provider's pop-up from the pay button, or the provider's page if the pop-up does not open. */
export function usePay({ initialize, onPaid, onClosed }: Options) {
  const [stage, setStage] = useState<PayStage>('idle')
  const [failure, setFailure] = useState<string>()
  const [pageUrl, setPageUrl] = useState<string>()

  function comeBack(reference?: string) {
    setStage('idle')
    onClosed(reference)
  }
  useRestoredPage(comeBack)

  async function pay() {
    setStage('opening')
    setFailure(undefined)
    setPageUrl(undefined)
    try {
      const checkout = await initialize()
      const end = await openPopUp(checkout, () => setStage('open'))
      if (end === 'paid') return onPaid(checkout.reference)
      if (end === 'closed') return comeBack(checkout.reference)
      setStage('leaving')
      if (checkout.authorizationUrl === null) throw new Error('a checkout without a page')
      setPageUrl(checkout.authorizationUrl)
      window.location.assign(checkout.authorizationUrl)
    } catch (error) {
      setStage('idle')
      setFailure(paymentErrorMessage(error))
      if (error instanceof ApiError && error.status === 409) onClosed()
    }
  }

  return { stage, failure, pageUrl, pay }
}

function openPopUp({ accessCode, scriptUrl }: Checkout, onOpen: () => void): Promise<PopUpEnd> {
  if (accessCode === null || !supportsPopUp()) return Promise.resolve('unavailable')
  return payInPopUp({ accessCode, load: () => loadPaystackInline(scriptUrl), onOpen })
}

/** Turns an error into a sentence. If the provider is unavailable, the server's own message (a 503) is shown. */
export function paymentErrorMessage(error: unknown): string {
  return error instanceof ApiError && (error.code === 'provider_away' || error.code === 'payment_unseen')
    ? error.message
    : errorMessage(error)
}
