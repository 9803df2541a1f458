import type { Checkout } from '@baobab/contract/payments.ts'
import { useState } from 'react'
import { loadPaystackInline, type WalletRequest } from './paystack-inline.ts'
import { paymentErrorMessage } from './use-pay.ts'

/** The element that takes the provider's Apple Pay button. */
export const WALLET_ID = 'apple-pay'

export type WalletWays = {
  /** Opens a payment on our server; answers none where something has to be typed first. */
  initialize: () => Promise<Checkout | undefined>
  onPaid: (reference: string) => void
  onClosed: (reference: string) => void
}

/** `there`: the provider's button stands; `none`: the provider gave none. */
type WalletStage = 'idle' | 'opening' | 'there' | 'none'

/** Lets the provider put its Apple Pay button on the page, for a payment that our server has opened. */
export function useWallet({ initialize, onPaid, onClosed }: WalletWays) {
  const [stage, setStage] = useState<WalletStage>('idle')
  const [refusal, setRefusal] = useState<string>()

  function giveUp() {
    setStage('none')
    setRefusal('Apple Pay is not available here. Please use the button above.')
  }

  async function open() {
    setStage('opening')
    setRefusal(undefined)
    const checkout = await initialize().catch((error: unknown) => setRefusal(paymentErrorMessage(error)))
    if (!checkout) return setStage('idle')
    try {
      const PaystackPop = await loadPaystackInline(checkout.scriptUrl)
      await new PaystackPop().paymentRequest({
        ...walletRequest(checkout),
        onSuccess: () => onPaid(checkout.reference),
        onCancel: () => onClosed(checkout.reference),
        onError: giveUp,
        onElementsMount: (elements) => (elements?.applePay ? setStage('there') : giveUp()),
      })
    } catch {
      giveUp()
    }
  }

  return { stage, refusal, open }
}

type Callback = 'onSuccess' | 'onCancel' | 'onError' | 'onElementsMount'

function walletRequest(checkout: Checkout): Omit<WalletRequest, Callback> {
  const { publicKey, email, amountKobo, currency, country, reference } = checkout
  const isDark = window.matchMedia('(prefers-color-scheme: dark)').matches
  const styles = {
    theme: isDark ? 'light' : 'dark',
    applePay: { width: '100%', height: '48px', borderRadius: '12px', type: 'pay', locale: 'en' },
  } as const
  return {
    key: publicKey,
    email,
    amount: amountKobo,
    currency,
    country,
    reference,
    ref: reference,
    container: WALLET_ID,
    styles,
    style: styles,
  }
}
