// Keeps a stream of a board open: reads it, and comes back to it when it ends. Knows no React and no query.
import { readEvents, type StreamEvent } from './event-stream.ts'

/** The server sends a heartbeat every 25 s; a stream that is silent for longer has died without a word. */
const SILENCE_MS = 60_000
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
  /** Ends it all. */
  signal: AbortSignal
  /** The board's tag: at the start of every stream, and whenever the board has changed. */
  onTag: (tag: string) => void
  /** Whether events arrive; a stream that something in between holds back is not live. */
  onLive: (isLive: boolean) => void
}

/** Follows a board until the signal says stop. Never throws. */
export async function followBoard({ url, signal, onTag, onLive }: Options): Promise<void> {
  let failures = 0
  while (!signal.aborted) {
    const openedAt = performance.now()
    await readStream(url, signal, ({ event, data }) => {
      if (event !== 'board') return
      onLive(true)
      onTag(data)
    }).catch(() => undefined)
    if (signal.aborted) return
    onLive(false)
    failures = performance.now() - openedAt > GOOD_MS ? 1 : failures + 1
    await pause(reconnectMs(failures, Math.random()), signal)
  }
}

/** Reads one stream to its end. Throws when it is refused, breaks or falls silent. */
async function readStream(url: string, signal: AbortSignal, onEvent: (event: StreamEvent) => void): Promise<void> {
  const connection = new AbortController()
  const end = () => connection.abort()
  let timer = setTimeout(end, SILENCE_MS)
  signal.addEventListener('abort', end, { once: true })
  try {
    const response = await fetch(url, {
      headers: { accept: 'text/event-stream' },
      cache: 'no-store',
      signal: connection.signal,
    })
    if (!response.ok || !response.body) throw new Error(`The stream was refused with ${response.status}.`)
    const reader = response.body.getReader()
    const decoder = new TextDecoder()
    let rest = ''
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      clearTimeout(timer)
      timer = setTimeout(end, SILENCE_MS)
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
