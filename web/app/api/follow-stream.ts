// Follows a stream of server-sent events and reconnects when it ends. Does not depend on React or TanStack Query.
import { retrying } from './retry.ts'
import { noteServerTime, readClocks, steadyMs } from './server-time.ts'

/** A stream that lasted at least this long counts as a success, so the next attempt follows soon. */
const HEALTHY_MS = 20_000
const FIRST_RETRY_MS = 1_000
const LAST_RETRY_MS = 60_000

/**
 * Returns the milliseconds until the next attempt: doubled after each failure up to a minute, and randomized by half either way, so that
 * not all pages reconnect at the same moment after a server stops.
 * @param random 0 to 1
 */
export function reconnectMs(failures: number, random: number): number {
  return Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1)) * (0.5 + random)
}

type Options = {
  url: string
  /** The login that the stream belongs to; public streams need none. */
  token?: string
  /** A stream that stays silent for longer is considered broken. Must exceed the server's heartbeat. */
  silenceMs: number
  /** Ends the stream and stops reconnecting. */
  signal: AbortSignal
  onEvent: (event: StreamEvent) => void
  /** Called when a stream was refused, broke or ended; another attempt follows. */
  onLost: () => void
}

/** Follows a stream until `signal` aborts. Never throws. */
export async function followStream(options: Options): Promise<void> {
  const { signal, onLost } = options
  let openedAt = 0
  let failures = 0
  async function readToItsEnd() {
    openedAt = steadyMs()
    await readStream(options)
    throw new Error('The stream has ended.')
  }
  function delayMs() {
    onLost()
    failures = steadyMs() - openedAt > HEALTHY_MS ? 1 : failures + 1
    return reconnectMs(failures, Math.random())
  }
  await retrying(readToItsEnd, { signal, delayMs }).catch(() => undefined)
}

/** Reads one stream to its end. Throws when it is refused, breaks or falls silent. */
async function readStream({ url, token, silenceMs, signal, onEvent }: Options): Promise<void> {
  const connection = new AbortController()
  const end = () => connection.abort()
  let timer = setTimeout(end, silenceMs)
  signal.addEventListener('abort', end, { once: true })
  try {
    const sent = readClocks()
    const response = await fetch(url, {
      headers: { accept: 'text/event-stream', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
      cache: 'no-store',
      signal: connection.signal,
    })
    noteServerTime(response.headers, sent)
    if (!response.ok || !response.body) throw new Error(`The stream was refused with ${response.status}.`)
    const decoder = new TextDecoder()
    const reader = response.body.getReader()
    let rest = ''
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      clearTimeout(timer)
      timer = setTimeout(end, silenceMs)
      const parsed = parseEvents(rest, decoder.decode(chunk.value, { stream: true }))
      rest = parsed.rest
      parsed.events.forEach(onEvent)
    }
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
    end()
  }
}

// Parses server-sent events from text that arrives in chunks cut anywhere (HTML Standard, section 9.2.6). A library
// would need three times the bytes, on every student page.

export type StreamEvent = { event: string; data: string }

/** The end of a line. A CR at the end of the input may be the first half of CRLF, so it does not match. */
const LINE_END = '(?:\\r\\n|\\n|\\r(?!\\n|$))'
const BETWEEN_LINES = new RegExp(LINE_END)
const BETWEEN_EVENTS = new RegExp(`${LINE_END}{2}`)

/**
 * Returns the events that are complete after `chunk`, and the rest of the text for the next call.
 * @param rest the `rest` of the previous call; '' at the start
 */
export function parseEvents(rest: string, chunk: string): { events: StreamEvent[]; rest: string } {
  const blocks = (rest + chunk).split(BETWEEN_EVENTS)
  const last = blocks.pop() ?? ''
  return { events: blocks.flatMap(parseEvent), rest: last }
}

/** Returns one event, or none if the lines contain no data: a heartbeat is a comment line. */
function parseEvent(block: string): StreamEvent[] {
  let event = 'message'
  const data: string[] = []
  for (const line of block.split(BETWEEN_LINES)) {
    const colon = line.indexOf(':')
    const name = colon === -1 ? line : line.slice(0, colon)
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (name === 'event' && value !== '') event = value
    if (name === 'data') data.push(value)
  }
  return data.length > 0 ? [{ event, data: data.join('\n') }] : []
}
