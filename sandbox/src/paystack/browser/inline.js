// A stand-in for the provider's InlineJS v2: the checkout in a frame over the page, and a wallet button. Styles are set
// through the CSSOM, because the pages that load this allow no inline styles.
;(() => {
  const home = new URL('.', document.currentScript.src)
  const nothing = () => {}

  /** @type {Overlay | null} */
  let current = null

  class Transaction {
    constructor() {
      this.id = null
      this.reference = null
      this.accessCode = null
      this.status = null
    }

    getStatus() {
      return this.status
    }
  }

  function make(tag, { style = {}, ...properties } = {}, children = []) {
    const element = Object.assign(document.createElement(tag), properties)
    Object.assign(element.style, style)
    element.append(...children)
    return element
  }

  const dialogStyle = {
    margin: '0',
    padding: '0',
    border: '0',
    width: '100vw',
    maxWidth: '100vw',
    height: '100dvh',
    maxHeight: '100dvh',
    background: 'rgb(11 14 43 / 78%)',
    overflow: 'hidden',
  }
  const sheetStyle = {
    position: 'relative',
    width: 'min(100%, 480px)',
    height: 'min(100%, 860px)',
    margin: 'auto',
    background: '#fff',
    borderRadius: '12px',
    overflow: 'hidden',
  }
  const closeStyle = {
    position: 'absolute',
    top: '6px',
    right: '8px',
    minHeight: '48px',
    padding: '0 14px',
    border: '0',
    borderRadius: '12px',
    background: '#1c2566',
    color: '#fff',
    font: '600 16px/1.2 system-ui, sans-serif',
    cursor: 'pointer',
  }
  const font = 'system-ui, -apple-system, sans-serif'

  /** Opens a frame over the page. A modal dialog traps the focus and restores it. */
  class Overlay {
    constructor(handlers) {
      this.handlers = handlers
      this.transaction = new Transaction()
      this.isLoaded = false
      this.isOpen = true
      this.frame = make('iframe', {
        title: 'Pay with the sandbox checkout',
        allow: 'payment',
        style: { display: 'block', width: '100%', height: '100%', border: '0', background: '#fff' },
      })
      const close = make('button', { type: 'button', textContent: 'Close ×', style: closeStyle })
      close.setAttribute('aria-label', 'Close the payment')
      close.addEventListener('click', () => this.cancel())
      this.dialog = make('dialog', { style: dialogStyle }, [make('div', { style: sheetStyle }, [close, this.frame])])
      this.dialog.setAttribute('aria-label', 'Payment')
      this.dialog.style.display = 'grid'
      this.dialog.addEventListener('cancel', (event) => {
        event.preventDefault()
        this.cancel()
      })
      this.handleMessage = (event) => this.onMessage(event)
      window.addEventListener('message', this.handleMessage)
      this.overflow = document.documentElement.style.overflow
      document.documentElement.style.overflow = 'hidden'
      document.body.append(this.dialog)
      this.dialog.showModal()
      close.focus()
    }

    load(accessCode) {
      if (!this.isOpen) return
      this.transaction.accessCode = accessCode
      this.frame.src = new URL(`checkout/${encodeURIComponent(accessCode)}?frame=1`, home).href
    }

    onMessage({ origin, source, data }) {
      if (origin !== home.origin || source !== this.frame.contentWindow) return
      if (typeof data !== 'object' || data === null || data.source !== 'sandbox-checkout') return
      const { type, id, reference, accessCode, customer, message, status } = data
      const known = type === 'error' ? {} : { id, reference, accessCode, status: statusOf(status) }
      Object.assign(this.transaction, known)
      if (type === 'loaded' && !this.isLoaded) {
        this.isLoaded = true
        this.frame.focus()
        this.handlers.onLoad({ id, customer, accessCode })
      }
      if (type === 'cancel') this.cancel()
      if (type === 'error') this.fail(message)
      if (type === 'success') {
        this.transaction.status = 'success'
        this.close()
        this.handlers.onSuccess({ id, reference, trxref: reference, status: 'success', message })
      }
    }

    cancel() {
      if (!this.isOpen) return
      this.close()
      this.handlers.onCancel()
    }

    fail(message) {
      if (!this.isOpen) return
      this.transaction.status = 'error'
      this.close()
      this.handlers.onError({ message })
    }

    close() {
      if (!this.isOpen) return
      this.isOpen = false
      window.removeEventListener('message', this.handleMessage)
      document.documentElement.style.overflow = this.overflow
      this.dialog.close()
      this.dialog.remove()
      if (current === this) current = null
    }
  }

  function statusOf(status) {
    return status === 'reversed' ? 'success' : status
  }

  function handlersOf({ onSuccess, onLoad, onCancel, onError } = {}) {
    return {
      onSuccess: onSuccess ?? nothing,
      onLoad: onLoad ?? nothing,
      onCancel: onCancel ?? nothing,
      onError: onError ?? nothing,
    }
  }

  function open(handlers) {
    current?.close()
    current = new Overlay(handlersOf(handlers))
    return current
  }

  /** Opens a payment from the browser. Throws the provider's refusal. */
  async function create(path, { key, email, amount, currency, reference, ref, metadata, channels }) {
    const response = await fetch(new URL(path, home), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ key, email, amount, currency, reference: reference ?? ref, metadata, channels }),
    })
    const answer = await response.json()
    if (!answer.status) throw new Error(answer.message)
    return answer.data
  }

  const loader = (options) => {
    const created = create('transactions', options)
    // Sent once the checkout is open.
    created.catch(nothing)
    return () => {
      const overlay = open(options)
      created.then(
        ({ accessCode }) => overlay.load(accessCode),
        ({ message }) => overlay.fail(message),
      )
      return overlay.transaction
    }
  }

  /** Shows the wallet's payment sheet. Resolves to whether the payer agreed. */
  function confirmByWallet({ amount, currency = 'NGN', email }) {
    return new Promise((resolve) => {
      const sum = new Intl.NumberFormat('en-NG', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
      const button = (textContent, background, color) =>
        make('button', {
          type: 'button',
          textContent,
          style: {
            minHeight: '48px',
            border: '0',
            borderRadius: '12px',
            background,
            color,
            font: `600 16px/1.2 ${font}`,
            cursor: 'pointer',
          },
        })
      const pay = button('Pay with the sandbox wallet', '#000', '#fff')
      const cancel = button('Cancel', '#e6e8f2', '#12163a')
      const words = [
        make('h2', { textContent: `Apple Pay: ${sum.format(amount / 100)}`, style: { margin: '0', fontSize: '20px' } }),
        make('p', { textContent: `${email}. This is a sandbox, no money moves.`, style: { margin: '0' } }),
      ]
      const dialog = make(
        'dialog',
        {
          style: {
            boxSizing: 'border-box',
            width: 'min(calc(100% - 32px), 400px)',
            padding: '24px',
            border: '0',
            borderRadius: '18px',
            background: '#fff',
            color: '#12163a',
            font: `400 16px/1.5 ${font}`,
            overflowWrap: 'anywhere',
          },
        },
        [make('div', { style: { display: 'grid', gap: '12px' } }, [...words, pay, cancel])],
      )
      dialog.setAttribute('aria-label', 'Apple Pay')
      const end = (isAgreed) => {
        dialog.close()
        dialog.remove()
        resolve(isAgreed)
      }
      pay.addEventListener('click', () => end(true))
      cancel.addEventListener('click', () => end(false))
      dialog.addEventListener('cancel', (event) => {
        event.preventDefault()
        end(false)
      })
      document.body.append(dialog)
      dialog.showModal()
      pay.focus()
    })
  }

  async function payByWallet(options) {
    const { onSuccess, onCancel, onError } = handlersOf(options)
    if (!(await confirmByWallet(options))) return onCancel()
    try {
      const { id, reference } = await create('wallet', options)
      onSuccess({ id, reference, trxref: reference, status: 'success', message: 'Approved' })
    } catch (error) {
      onError({ message: error.message })
    }
  }

  function walletButton({ width, height, borderRadius } = {}) {
    const length = (value, otherwise) => (typeof value === 'number' ? `${value}px` : (value ?? otherwise))
    const button = make('button', {
      type: 'button',
      textContent: 'Apple Pay',
      style: {
        width: length(width, '100%'),
        minHeight: length(height, '48px'),
        border: '0',
        borderRadius: length(borderRadius, '12px'),
        background: '#000',
        color: '#fff',
        font: `600 18px/1.2 ${font}`,
        cursor: 'pointer',
      },
    })
    return button
  }

  window.PaystackPop = class PaystackPop {
    /** Whether the open checkout has loaded. */
    isLoaded() {
      return current?.isLoaded ?? false
    }

    resumeTransaction(accessCode, handlers) {
      const overlay = open(handlers)
      overlay.load(accessCode)
      return overlay.transaction
    }

    newTransaction(options) {
      return loader(options)()
    }

    /** Returns the function that opens it. */
    preloadTransaction(options) {
      return loader(options)
    }

    /** The real script offers available wallets first; here they are on the page. */
    async checkout(options) {
      return this.newTransaction(options)
    }

    cancelTransaction() {
      current?.close()
    }

    /** Mounts a wallet button if this browser has a wallet. The provider's guides spell two options in two ways. */
    async paymentRequest(options) {
      const { container, loadPaystackCheckoutButton, onElementsMount = nothing } = options
      const other = document.getElementById(loadPaystackCheckoutButton ?? '')
      other?.addEventListener('click', () => this.newTransaction(options))
      const mount = document.getElementById(container)
      if (!window.ApplePaySession || !mount) return onElementsMount(null)
      const button = walletButton((options.styles ?? options.style)?.applePay)
      let isBusy = false
      button.addEventListener('click', async () => {
        if (isBusy) return
        isBusy = true
        await payByWallet(options)
        isBusy = false
      })
      mount.replaceChildren(button)
      onElementsMount({ applePay: true })
    }
  }
})()
