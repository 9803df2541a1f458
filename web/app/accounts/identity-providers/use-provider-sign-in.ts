import { providerNames, type IdentityProvider } from '@baobab/contract/identity-provider-names.ts'
import { identityProvidersText } from '@baobab/contract/identity-providers-text.ts'
import { ApiError } from '@baobab/contract/api-error.ts'
import { SIGN_IN_MS } from '@baobab/contract/limits.ts'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { errorMessage } from '../../api/error-message.ts'
import { toFormFailure, type FormFailure } from '../../forms/form-failure.ts'
import { useRestoredPage } from '../../shell/use-restored-page.ts'
import { openPopUp } from './choose-window.ts'
import { clearSignIns, storeRedirected, type Redirected } from './pending-sign-in.ts'
import { waitForReturn } from './return-signal.ts'
import { text } from './text.ts'
import { createVerifier, hashVerifier } from './verifier.ts'

/** What the page that began has to send to finish. */
export type ReturnProof = { flow: string; code: string; verifier: string }

type Options = {
  purpose: Redirected['purpose']
  /** Finishes on the server; what it throws is shown. */
  finish: (returned: ReturnProof) => Promise<void>
  /** What was typed on the page that must survive if the page is left. Never a password. */
  readTyped?: () => { email: string; rememberMe: boolean }
}

/** Begins on the server. */
type Start = (browserHash: string) => Promise<{ flow: string; url: string }>

/** A sign-in that the person is busy with in the provider's window. */
type Waiting = { provider: IdentityProvider; popUp: Window; stop: () => void; expectNothing: () => void }

const CLOSED_POLL_MS = 500
/** A provider's page may look closed for a moment, or for good, although it is open (Cross-Origin-Opener-Policy). */
const CLOSED_GRACE_MS = 1_500

/**
 * Signs in with a provider in a pop-up, or in place of the page where no pop-up opens. `begin` has to be called in the click.
 * `failure` is a sentence about what went wrong, also if that was found out by the page /sign-in/return.
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
    if (waiting) setFailure({ message: text.closed(providerNames[waiting.provider]) })
  })

  async function finishHere(returned: ReturnProof, provider: IdentityProvider) {
    setWaiting(undefined)
    setFailure(undefined)
    setBusyWith(provider)
    try {
      await finish(returned)
    } catch (error) {
      setFailure(explain(provider, error))
    } finally {
      setBusyWith(undefined)
    }
  }

  /** Closes a pop-up, and says so if it stays: on the provider's page a browser may not let us close it. */
  function close(popUp: Window, provider: IdentityProvider) {
    popUp.close()
    setTimeout(() => setLeftOpen(popUp.closed ? undefined : provider), CLOSED_POLL_MS)
  }

  /** Begins. An earlier pop-up that returns late is not accepted any more. Throws if the server refuses to start. */
  async function begin(provider: IdentityProvider, start: Start) {
    stopWaiting.current()
    clearSignIns()
    setLeftOpen(undefined)
    setWaiting(undefined)
    setFailure(undefined)
    setBusyWith(provider)
    const popUp = openPopUp(text.opening(providerNames[provider]))
    const verifier = createVerifier()
    try {
      const { flow, url } = await start(await hashVerifier(verifier))
      if (!popUp) {
        const typed = { email: '', rememberMe: false, ...readTyped?.() }
        storeRedirected({ flow, verifier, provider, purpose, from: location.pathname, ...typed })
        globalThis.location.assign(url)
        return
      }
      // Once the pop-up was closed, a return may still come, but nobody is told that none came.
      let isExpected = true
      const failLate = () => {
        setWaiting(undefined)
        setFailure({ message: text.tooLate })
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

  const fail = (provider: IdentityProvider, error: unknown) => setFailure(explain(provider, error))
  return { begin, fail, cancel, failure, waitingFor: waiting?.provider, leftOpen, busyWith }
}

/** Calls back if the pop-up stays closed. A return that comes later is still accepted. */
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
      else if (closedSince === undefined) closedSince = performance.now()
      else if (performance.now() - closedSince >= CLOSED_GRACE_MS) handler.current()
    }, CLOSED_POLL_MS)
    return () => clearInterval(timer)
  }, [waiting])
}

/**
 * Explains a failure. The spec has a sentence of its own for Apple's part that cannot run. When a provider replies again is not
 * known, so there is no countdown to it.
 */
function explain(provider: IdentityProvider, error: unknown): FormFailure {
  const isUnavailable = error instanceof ApiError && error.code === 'sign_in_unavailable'
  if (isUnavailable) return { message: errorMessage(error) }
  const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500
  if (provider !== 'apple' || isRefused) return toFormFailure(error)
  return { message: `${identityProvidersText.appleUnavailable} ${text.appleHelp}` }
}

/** The state with which the page /sign-in/return leads back to the page that began. */
export type ReturnState = { signInFailure: string; email: string }

function readFailure(state: unknown): FormFailure | undefined {
  if (typeof state !== 'object' || state === null || !('signInFailure' in state)) return undefined
  return typeof state.signInFailure === 'string' ? { message: state.signInFailure } : undefined
}
