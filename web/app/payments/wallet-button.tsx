import type { Checkout } from '@baobab/contract/payments/endpoints.ts'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'
import { hasApplePay, loadPaystackInline, type WalletRequest } from './paystack-inline.ts'
import { text } from './text.ts'
import { paymentErrorMessage } from './use-pay.ts'

/** The element into which the provider's script puts its Apple Pay button. */
const CONTAINER_ID = 'apple-pay'

type Props = {
  /** Opens a payment on our server; undefined if the form has to be completed first. */
  initialize: () => Promise<Checkout | undefined>
  onPaid: (reference: string) => void
  onClosed: (reference: string) => void
}

/** Pays with Apple Pay on devices that have it. The provider's script loads and shows its own button after a press. */
export function WalletButton(props: Props) {
  const { stage, failure, open } = useWallet(props)
  if (!hasApplePay() || stage === 'unavailable')
    return failure === undefined ? null : <Note role="status">{failure}</Note>
  return (
    <div className="stack stack-3">
      {stage !== 'shown' && (
        <Button kind="line" block onClick={() => void open()} busyLabel={stage === 'opening' && text.openingApplePay}>
          {text.useApplePay}
        </Button>
      )}
      <div id={CONTAINER_ID} className="wallet" hidden={stage === 'idle'} />
      {failure !== undefined && (
        <Note kind="bad" role="alert">
          {failure}
        </Note>
      )}
    </div>
  )
}

/** `shown`: the provider's button is on the page. `unavailable`: the provider offers none. */
type WalletStage = 'idle' | 'opening' | 'shown' | 'unavailable'

function useWallet({ initialize, onPaid, onClosed }: Props) {
  const [stage, setStage] = useState<WalletStage>('idle')
  const [failure, setFailure] = useState<string>()

  function giveUp() {
    setStage('unavailable')
    setFailure(text.noApplePay)
  }

  async function open() {
    setStage('opening')
    setFailure(undefined)
    const checkout = await initialize().catch((error: unknown) => setFailure(paymentErrorMessage(error)))
    if (!checkout) return setStage('idle')
    try {
      const PaystackPop = await loadPaystackInline(checkout.scriptUrl)
      await new PaystackPop().paymentRequest({
        ...toWalletRequest(checkout),
        onSuccess: () => onPaid(checkout.reference),
        onCancel: () => onClosed(checkout.reference),
        onError: giveUp,
        onElementsMount: (elements) => (elements?.applePay ? setStage('shown') : giveUp()),
      })
    } catch {
      giveUp()
    }
  }

  return { stage, failure, open }
}

type Callback = 'onSuccess' | 'onCancel' | 'onError' | 'onElementsMount'

function toWalletRequest(checkout: Checkout): Omit<WalletRequest, Callback> {
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
    container: CONTAINER_ID,
    styles,
    style: styles,
  }
}
