// Types and a loader for the part of Paystack's InlineJS v2 that we use. The script is loaded only on payment pages, once, on the first
// click of a pay button.

type Callbacks = {
  onLoad?: () => void
  onSuccess?: (paid: { reference: string }) => void
  onCancel?: () => void
  onError?: (error: { message?: string }) => void
}

/** A wallet request. The provider's guide and README name two properties differently, so both names are sent. */
export type WalletRequest = Callbacks & {
  key: string
  email: string
  amount: number
  currency: 'NGN'
  country: 'NG'
  reference: string
  ref: string
  /** The id of the element for the wallet's button. */
  container: string
  styles: WalletStyles
  style: WalletStyles
  onElementsMount: (elements: { applePay?: boolean } | null) => void
}
type WalletStyles = {
  theme: 'dark' | 'light'
  applePay: { width: string; height: string; borderRadius: string; type: 'pay'; locale: string }
}

export type Pop = {
  resumeTransaction(accessCode: string, callbacks: Callbacks): unknown
  cancelTransaction(transaction: unknown): unknown
  paymentRequest(request: WalletRequest): Promise<unknown>
}
export type PopClass = new () => Pop

declare global {
  interface Window {
    PaystackPop?: PopClass
    ApplePaySession?: { canMakePayments(): boolean }
    /** Set by Opera Mini. */
    operamini?: unknown
  }
}

let loading: Promise<PopClass> | undefined

/** Loads the provider's script once. After a failure the next call tries again. */
export function loadPaystackInline(scriptUrl: string): Promise<PopClass> {
  loading ??= addScript(scriptUrl).catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

function addScript(src: string): Promise<PopClass> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    const fail = () => {
      script.remove()
      reject(new Error('the script of the payment provider did not load'))
    }
    script.addEventListener('load', () => (window.PaystackPop ? resolve(window.PaystackPop) : fail()))
    script.addEventListener('error', fail)
    script.async = true
    script.src = src
    document.head.append(script)
  })
}

/** Whether the browser can run the provider's pop-up; Opera Mini cannot. */
export function supportsPopUp(): boolean {
  return window.operamini === undefined && !/Opera Mini/i.test(navigator.userAgent)
}

/** Whether the device has Apple Pay with a card. */
export function hasApplePay(): boolean {
  try {
    return window.ApplePaySession?.canMakePayments() ?? false
  } catch {
    return false
  }
}
