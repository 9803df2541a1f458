import { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import type { Checkout } from '@baobab/contract/payments/endpoints.ts'
import { paymentsText } from '@baobab/contract/payments/text.ts'
import { type ComponentProps, useState } from 'react'
import { errorMessage } from '../api/error-message.ts'
import { useRestoredPage } from '../shell/use-restored-page.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Note } from '../ui/note.tsx'
import { payInPopUp, type PopUpEnd } from './pay-in-pop-up.ts'
import { loadPaystackInline, supportsPopUp, hasApplePay, type WalletRequest } from './paystack-inline.ts'
import { text } from './text.ts'

const busyLabels: Record<PayStage, string | undefined> = {
  idle: undefined,
  opening: text.openingWindow,
  open: text.windowIsOpen,
  leaving: text.openingPage,
}

type Props = {
  paying: ReturnType<typeof usePay>
  /** Disables the button while the page waits for something else. */
  busyLabel?: string | undefined
} & Pick<ComponentProps<'button'>, 'type' | 'onClick'>

/** The pay button, with a failure or the link to the provider's page below it. */
export function PayButton({ paying: { stage, failure, pageUrl }, busyLabel, type = 'button', onClick }: Props) {
  return (
    <div className="stack stack-3">
      <Button block type={type} onClick={onClick} busyLabel={busyLabels[stage] ?? busyLabel}>
        <Icon name="lock-simple" />
        {paymentsText.proceedToPay}
      </Button>
      {failure !== undefined && (
        <Note kind="bad" role="alert">
          {failure}
        </Note>
      )}
      {pageUrl !== undefined && (
        <Note role="status">
          <p>{text.windowDidNotOpen}</p>
          <a className={buttonClass({ kind: 'line', size: 'sm' })} href={pageUrl}>
            {text.openPaymentPage}
          </a>
        </Note>
      )}
      <p className="small muted">{text.cardStaysPrivate}</p>
    </div>
  )
}

type PayStage = 'idle' | 'opening' | 'open' | 'leaving'

type Options = {
  /** Opens the payment on our server. */
  initialize: () => Promise<Checkout>
  onPaid: (reference: string) => void
  /** Called when the payer returns without having paid; the reference is undefined if no payment was opened. */
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
function paymentErrorMessage(error: unknown): string {
  return error instanceof ApiError && (error.code === 'provider_away' || error.code === 'payment_unseen')
    ? error.message
    : errorMessage(error)
}

/** The element where the provider's script puts its Apple Pay button. */
const CONTAINER_ID = 'apple-pay'

type WalletButtonProps = {
  /** Opens a payment on our server; undefined if the form has to be completed first. */
  initialize: () => Promise<Checkout | undefined>
  onPaid: (reference: string) => void
  onClosed: (reference: string) => void
}

/** Pays with Apple Pay on devices that have it. After a click, the provider's script loads and shows its own button. */
export function WalletButton(props: WalletButtonProps) {
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

function useWallet({ initialize, onPaid, onClosed }: WalletButtonProps) {
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
