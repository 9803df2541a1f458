import { ApiError } from '@baobab/contract/api-error.ts'
import type { Checkout } from '@baobab/contract/payments.ts'
import { useEffect, useState } from 'react'
import { errorMessage } from '../api/error-message.ts'
import { supportsPopUp, loadPaystackInline } from './paystack-inline.ts'
import { payInPopUp, type PopUpEnd } from './pay-in-pop-up.ts'

export type PayStage = 'idle' | 'opening' | 'open' | 'leaving'

type Options = {
  /** Opens the payment on our server. */
  initialize: () => Promise<Checkout>
  onPaid: (reference: string) => void
  /** The payer came back without a word of having paid; which payment it is about is not known where none was opened. */
  onClosed: (reference?: string) => void
}

/** The way from the press of the button to the provider: its pop-up, or its page where the pop-up does not come. */
export function usePay({ initialize, onPaid, onClosed }: Options) {
  const [stage, setStage] = useState<PayStage>('idle')
  const [refusal, setRefusal] = useState<string>()
  const [pageUrl, setPageUrl] = useState<string>()

  function comeBack(reference?: string) {
    setStage('idle')
    onClosed(reference)
  }
  useReturn(comeBack)

  async function pay() {
    setStage('opening')
    setRefusal(undefined)
    setPageUrl(undefined)
    try {
      const checkout = await initialize()
      const end = await toProvider(checkout, () => setStage('open'))
      if (end === 'paid') return onPaid(checkout.reference)
      if (end === 'closed') return comeBack(checkout.reference)
      setStage('leaving')
      if (checkout.authorizationUrl === null) throw new Error('a payment without a page')
      setPageUrl(checkout.authorizationUrl)
      window.location.assign(checkout.authorizationUrl)
    } catch (error) {
      setStage('idle')
      setRefusal(paymentErrorMessage(error))
      if (error instanceof ApiError && error.status === 409) onClosed()
    }
  }

  return { stage, refusal, pageUrl, pay }
}

function toProvider({ accessCode, scriptUrl }: Checkout, onOpen: () => void): Promise<PopUpEnd> {
  if (accessCode === null || !supportsPopUp()) return Promise.resolve('away')
  return payInPopUp({ accessCode, load: () => loadPaystackInline(scriptUrl), onOpen })
}

/** That the provider is away is the server's own sentence, not trouble of ours. */
export function paymentErrorMessage(error: unknown): string {
  return error instanceof ApiError && (error.code === 'provider_away' || error.code === 'payment_unseen')
    ? error.message
    : errorMessage(error)
}

/** Whoever comes back by the browser's button from the provider's page finds this page as it was left. */
function useReturn(onReturn: () => void): void {
  useEffect(() => {
    const listen = ({ persisted }: PageTransitionEvent) => {
      if (persisted) onReturn()
    }
    window.addEventListener('pageshow', listen)
    return () => window.removeEventListener('pageshow', listen)
  })
}
