// How the pop-up to which a provider returned tells the tab that began. By BroadcastChannel, and by localStorage for browsers
// that do not deliver the one or the other. `window.opener` is not used: providers cut it, and anybody can be one.
//
// The code is worth nothing without the verifier, which only the waiting tab has.

import { openChannel, phoneStorage } from '../../browser/storage.ts'

const CHANNEL = 'baobab-sign-in'
const keyOf = (flow: string) => `signInReturn ${flow}`
const POLL_MS = 1_000

/** What the page that a callback leads to finds in its address: how a sign-in returned. It may have returned too late. */
export type ReturnSignal = { flow: string; code: string } | { flow: string; problem: 'expired' }

/** Reads a signal of unknown shape, undefined if it is of no return. */
function toSignal(value: unknown): ReturnSignal | undefined {
  const { flow, code, problem } = Object(value) as Record<string, unknown>
  if (!isText(flow)) return undefined
  if (isText(code)) return { flow, code }
  return problem === 'expired' ? { flow, problem } : undefined
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** Reads the fragment of the address; undefined if it is of no return. */
export function parseFragment(hash: string): ReturnSignal | undefined {
  return toSignal(Object.fromEntries(new URLSearchParams(hash.slice(1))))
}

function parseStored(json: string | null): ReturnSignal | undefined {
  try {
    return toSignal(JSON.parse(json ?? 'null'))
  } catch {
    return undefined
  }
}

/**
 * Waits, in the tab that opened it, until the pop-up returns. Messages about other sign-ins, or of another shape, are
 * ignored.
 */
export function waitForReturn(flow: string, onReturn: (signal: ReturnSignal) => void): () => void {
  const channel = openChannel(CHANNEL)
  const stop = () => {
    channel?.close()
    removeEventListener('storage', readStored)
    clearInterval(timer)
  }
  const accept = (returned: ReturnSignal | undefined) => {
    if (returned?.flow !== flow) return
    channel?.postMessage({ received: flow })
    phoneStorage.removeItem(keyOf(flow))
    stop()
    onReturn(returned)
  }
  function readStored(): void {
    accept(parseStored(phoneStorage.getItem(keyOf(flow))))
  }
  channel?.addEventListener('message', ({ data }) => accept(toSignal(data)))
  addEventListener('storage', readStored)
  const timer = setInterval(readStored, POLL_MS)
  return stop
}

/** Tells the waiting tab, from the pop-up. Resolves with whether it has answered in time. */
export function signalReturn(returned: ReturnSignal, waitMs: number): Promise<boolean> {
  const channel = openChannel(CHANNEL)
  const key = keyOf(returned.flow)
  phoneStorage.setItem(key, JSON.stringify(returned))
  return new Promise((resolve) => {
    const finish = (isReceived: boolean) => {
      channel?.close()
      clearInterval(poll)
      clearTimeout(timer)
      phoneStorage.removeItem(key)
      resolve(isReceived)
    }
    channel?.addEventListener('message', ({ data }) => {
      const { received } = Object(data) as { received?: unknown }
      if (received === returned.flow) finish(true)
    })
    // The tab removes what it has read.
    const poll = setInterval(() => {
      if (phoneStorage.getItem(key) === null) finish(true)
    }, POLL_MS)
    const timer = setTimeout(() => finish(false), waitMs)
    channel?.postMessage(returned)
  })
}
