// Keeps a stream of server-sent events open: reads it, and comes back to it when it ends. Knows no React and no query.
import { readEvents, type StreamEvent } from './event-stream.ts'

/** A stream that lived this long was a good one: the next try comes soon. */
const GOOD_MS = 20_000
const FIRST_RETRY_MS = 1_000
const LAST_RETRY_MS = 60_000

/**
 * Milliseconds until the next try: twice as long each time up to a minute, spread by a half either way, so that the
 * pages of a server that went away do not come to the next one all at once.
 * @param random 0 to 1
 */
export function reconnectMs(failures: number, random: number): number {
  return Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1)) * (0.5 + random)
}

type Options = {
  url: string
  /** Of whom the server is asked to tell; a stream that is anyone's needs none. */
  token?: string
  /** A stream that is silent for longer has died without a word: longer than the server's heartbeat. */
  silenceMs: number
  /** Ends it all. */
  signal: AbortSignal
  onEvent: (event: StreamEvent) => void
  /** A stream was refused, broke or ended; another try follows. */
  onLost: () => void
}

/** Follows a stream until the signal says stop. Never throws. */
export async function followStream(options: Options): Promise<void> {
  const { signal, onLost } = options
  let failures = 0
  while (!signal.aborted) {
    const openedAt = performance.now()
    await readStream(options).catch(() => undefined)
    if (signal.aborted) return
    onLost()
    failures = performance.now() - openedAt > GOOD_MS ? 1 : failures + 1
    await pause(reconnectMs(failures, Math.random()), signal)
  }
}

/** Reads one stream to its end. Throws when it is refused, breaks or falls silent. */
async function readStream({ url, token, silenceMs, signal, onEvent }: Options): Promise<void> {
  const connection = new AbortController()
  const end = () => connection.abort()
  let timer = setTimeout(end, silenceMs)
  signal.addEventListener('abort', end, { once: true })
  try {
    const response = await fetch(url, {
      headers: { accept: 'text/event-stream', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
      cache: 'no-store',
      signal: connection.signal,
    })
    if (!response.ok || !response.body) throw new Error(`The stream was refused with ${response.status}.`)
    const reader = response.body.getReader()
    const decoder = new TextDecoder()
    let rest = ''
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      clearTimeout(timer)
      timer = setTimeout(end, silenceMs)
      const next = readEvents(rest, decoder.decode(read.value, { stream: true }))
      rest = next.rest
      next.events.forEach(onEvent)
    }
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
    end()
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done, { once: true })
    function done() {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
  })
}
