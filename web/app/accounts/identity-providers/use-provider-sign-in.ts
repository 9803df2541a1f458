import { SIGN_IN_MS } from '@baobab/contract/accounts/rules.ts'
import { providerNames, type IdentityProvider } from '@baobab/contract/accounts/text.ts'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { steadyMs } from '../../api/server-time.ts'
import type { FormFailure } from '../../forms/form-failure.tsx'
import { reloadForNewVersion } from '../../forms/reload-for-new-version.ts'
import { formsText } from '../../forms/text.ts'
import { useRestoredPage } from '../../shell/use-restored-page.ts'
import { type Redirected, clearSignIns } from './pending-sign-in.ts'
import { buttonsText } from './text.ts'

/** Loaded once a sign-in has started: few people who log in use another company's account. */
const loadParts = () => import('./sign-in-parts.ts')

/** What the page that started the sign-in sends to finish it. */
type ReturnProof = { flow: string; code: string; verifier: string }

type Options = {
  purpose: Redirected['purpose']
  /** Finishes the sign-in on the server. The page shows the error this throws. */
  finish: (returned: ReturnProof) => Promise<void>
  /** Reads what was typed on the page and must survive if the page is left. Never a password. */
  readTyped?: () => { email: string; rememberMe: boolean }
}

/** Starts the sign-in on the server. */
type Start = (browserHash: string) => Promise<{ flow: string; url: string }>

/** A sign-in in progress in the provider's window. */
type Waiting = { provider: IdentityProvider; popUp: Window; stop: () => void; expectNothing: () => void }

const CLOSED_POLL_MS = 500
/** A provider's page may look closed, for a moment or permanently, while it is open (Cross-Origin-Opener-Policy). */
const CLOSED_GRACE_MS = 1_500

/**
 * Signs in with a provider in a pop-up, or in this page where pop-ups do not open. `begin` must be called in the click handler. `failure`
 * is a sentence about what went wrong, even if the page /sign-in/return found it.
 */
export function useProviderSignIn({ purpose, finish, readTyped }: Options) {
  const location = useLocation()
  const [failure, setFailure] = useState<FormFailure | undefined>(() => readFailure(location.state))
  const [waiting, setWaiting] = useState<Waiting>()
  const [busyWith, setBusyWith] = useState<IdentityProvider>()
  const [leftOpen, setLeftOpen] = useState<IdentityProvider>()
  const stopWaiting = useRef<() => void>(() => {})
  useEffect(() => () => stopWaiting.current(), [])
  // Back from the provider's page, which had replaced this one.
  useRestoredPage(() => setBusyWith(undefined))
  useClosedPopUp(waiting, () => {
    waiting?.expectNothing()
    setWaiting(undefined)
    if (waiting) setFailure({ message: buttonsText.closed(providerNames[waiting.provider]) })
  })

  async function finishHere(returned: ReturnProof, provider: IdentityProvider) {
    setWaiting(undefined)
    setFailure(undefined)
    setBusyWith(provider)
    try {
      await finish(returned)
    } catch (error) {
      await fail(provider, error)
    } finally {
      setBusyWith(undefined)
    }
  }

  /** Closes a pop-up, and says so if it stays open: a browser may not let us close the provider's page. */
  function close(popUp: Window, provider: IdentityProvider) {
    popUp.close()
    setTimeout(() => setLeftOpen(popUp.closed ? undefined : provider), CLOSED_POLL_MS)
  }

  /** Starts a sign-in. From now on, an earlier pop-up that returns late is not accepted. Throws if the server refuses to start. */
  async function begin(provider: IdentityProvider, start: Start) {
    stopWaiting.current()
    clearSignIns()
    setLeftOpen(undefined)
    setWaiting(undefined)
    setFailure(undefined)
    setBusyWith(provider)
    const popUp = openPopUp(buttonsText.opening(providerNames[provider]))
    try {
      const { createVerifier, hashVerifier, storeRedirected, waitForReturn } = await loadParts()
      const verifier = createVerifier()
      const { flow, url } = await start(await hashVerifier(verifier))
      if (!popUp) {
        const typed = { email: '', rememberMe: false, ...readTyped?.() }
        storeRedirected({ flow, verifier, provider, purpose, from: location.pathname, ...typed })
        globalThis.location.assign(url)
        return
      }
      // After the pop-up was closed a return may still arrive, but a missing one is no longer reported.
      let isExpected = true
      const failLate = () => {
        setWaiting(undefined)
        setFailure({ message: buttonsText.tooLate })
      }
      const stop = waitForReturn(flow, (signal) => {
        stopWaiting.current()
        close(popUp, provider)
        if ('problem' in signal) failLate()
        else void finishHere({ flow, code: signal.code, verifier }, provider)
      })
      const giveUp = setTimeout(() => {
        stop()
        if (isExpected) failLate()
      }, SIGN_IN_MS)
      stopWaiting.current = () => {
        clearTimeout(giveUp)
        stop()
      }
      popUp.location.replace(url)
      const expectNothing = () => {
        isExpected = false
      }
      setWaiting({ provider, popUp, stop: () => stopWaiting.current(), expectNothing })
      setBusyWith(undefined)
    } catch (error) {
      if (popUp) close(popUp, provider)
      setBusyWith(undefined)
      throw error
    }
  }

  function cancel() {
    if (!waiting) return
    waiting.stop()
    close(waiting.popUp, waiting.provider)
    setWaiting(undefined)
  }

  /** Shows why a sign-in failed. Reloads the page if the parts are missing because a new version of the app was released. */
  async function fail(provider: IdentityProvider, error: unknown) {
    const parts = await loadParts().catch(() => undefined)
    if (parts) return setFailure(parts.explainFailure(provider, error))
    const outcome = await reloadForNewVersion({ message: formsText.newVersion })
    if (outcome !== 'reloading') setFailure({ message: buttonsText.notOpened })
  }

  return { begin, fail, cancel, failure, waitingFor: waiting?.provider, leftOpen, busyWith }
}

/** Calls back if the pop-up stays closed. A later return is still accepted. */
function useClosedPopUp(waiting: Waiting | undefined, onClosed: () => void) {
  const handler = useRef(onClosed)
  useEffect(() => {
    handler.current = onClosed
  })
  useEffect(() => {
    if (!waiting) return undefined
    let closedSince: number | undefined
    const timer = setInterval(() => {
      if (!waiting.popUp.closed) closedSince = undefined
      else if (closedSince === undefined) closedSince = steadyMs()
      else if (steadyMs() - closedSince >= CLOSED_GRACE_MS) handler.current()
    }, CLOSED_POLL_MS)
    return () => clearInterval(timer)
  }, [waiting])
}

/** The navigation state with which the page /sign-in/return leads back to the page where the sign-in started. */
export type ReturnState = { signInFailure: string; email: string }

function readFailure(state: unknown): FormFailure | undefined {
  if (typeof state !== 'object' || state === null || !('signInFailure' in state)) return undefined
  return typeof state.signInFailure === 'string' ? { message: state.signInFailure } : undefined
}

// Decides whether a provider's page opens in a pop-up or replaces ours.

export type Device = { userAgent: string; isMobile: boolean | undefined; hasCoarsePointer: boolean; width: number }

/** Browsers inside other apps: they cannot open windows, or lose them. */
const inAppBrowser = /\bFBA[NV]\b|FB_IAB|Instagram|\bLine\/|MicroMessenger|Snapchat|TikTok|musical_ly|; wv\)|\bGSA\//

/** Touch screens narrower than this are phones. */
const PHONE_WIDTH = 768

/** Returns whether a device cannot use a pop-up: phones open it as another tab and may close ours meanwhile. */
export function isPopUpUseless({ userAgent, isMobile, hasCoarsePointer, width }: Device): boolean {
  return isMobile === true || inAppBrowser.test(userAgent) || (hasCoarsePointer && width < PHONE_WIDTH)
}

function readDevice(): Device {
  const { userAgentData } = navigator as { userAgentData?: { mobile?: boolean } }
  return {
    userAgent: navigator.userAgent,
    isMobile: userAgentData?.mobile,
    hasCoarsePointer: matchMedia('(pointer: coarse)').matches,
    width: screen.width,
  }
}

const WIDTH = 450
const HEIGHT = 730

/**
 * Opens an empty pop-up. Must be called in the click handler, because browsers block it later.
 * @returns null if the whole page has to go to the provider instead
 */
export function openPopUp(message: string): Window | null {
  if (isPopUpUseless(readDevice())) return null
  const left = Math.max(0, Math.round(screenX + (outerWidth - WIDTH) / 2))
  const top = Math.max(0, Math.round(screenY + (outerHeight - HEIGHT) / 2))
  try {
    const popUp = open('', 'baobab-sign-in', `popup,width=${WIDTH},height=${HEIGHT},left=${left},top=${top}`)
    if (!popUp) return null
    popUp.document.body.textContent = message
    // Otherwise the provider's page could navigate this page away.
    popUp.opener = null
    return popUp
  } catch {
    return null
  }
}
