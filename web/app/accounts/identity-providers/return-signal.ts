// How the pop-up that the provider returned to tells the tab that started the sign-in: by BroadcastChannel, and by localStorage, since some
// browsers do not deliver one or the other. `window.opener` is not used: providers sever it, and any page can fake it. The code is worth
// nothing without the verifier, which only the waiting tab has.

import { openChannel, phoneStorage } from '../../browser/storage.ts'

const CHANNEL = 'baobab-sign-in'
const keyOf = (flow: string) => `signInReturn ${flow}`
const POLL_MS = 1_000

/** How a sign-in returned, read from the address of the callback's page. It may have returned too late. */
export type ReturnSignal = { flow: string; code: string } | { flow: string; problem: 'expired' }

/** Reads a signal of unknown shape; undefined if it is not a return. */
function toSignal(value: unknown): ReturnSignal | undefined {
  const { flow, code, problem } = Object(value) as Record<string, unknown>
  if (!isText(flow)) return undefined
  if (isText(code)) return { flow, code }
  return problem === 'expired' ? { flow, problem } : undefined
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** Reads the fragment of the address; undefined if it is not a return. */
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

/** Waits in the original tab until the pop-up returns. Ignores messages about other sign-ins or of another shape. */
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

/** Called in the pop-up to tell the waiting tab. Resolves with whether the tab answered in time. */
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
    // The tab removes the item once it has read it.
    const poll = setInterval(() => {
      if (phoneStorage.getItem(key) === null) finish(true)
    }, POLL_MS)
    const timer = setTimeout(() => finish(false), waitMs)
    channel?.postMessage(returned)
  })
}
