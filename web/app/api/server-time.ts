// The only source of time in the browser. Every API reply carries the server's time, which always wins. Between replies the time is
// measured: `performance.now()` runs evenly but stops while a phone sleeps, and the phone's own clock may be changed.

type Reading = { wallMs: number; steadyMs: number }

/** Reads both clocks of the device. */
export const readClocks = (): Reading => ({ wallMs: Date.now(), steadyMs: performance.now() })

/**
 * Milliseconds of `performance.now()`, for pauses between requests and for speeds. Users do not see them, and they may stop while the phone
 * sleeps.
 */
export const steadyMs = (): number => performance.now()

/** If the phone's clock gets ahead of `performance.now()` by more than this, the phone slept or its clock was set. */
const JUMP_MS = 500

const driftBetween = (from: Reading, to: Reading) => to.wallMs - from.wallMs - (to.steadyMs - from.steadyMs)

const isJump = (from: Reading, to: Reading) => Math.abs(driftBetween(from, to)) > JUMP_MS

/** Returns the time between two readings. Setting a clock back does not turn time back. */
function elapsedMs(from: Reading, to: Reading): number {
  return driftBetween(from, to) > JUMP_MS ? to.wallMs - from.wallMs : to.steadyMs - from.steadyMs
}

/** The server's time at one clock reading, wrong by at most `errorMs`. */
type Known = { serverMs: number; at: Reading; errorMs: number }

/** The clocks of our servers may differ by this much. */
const BACK_MS = 2_000

let known: Known | undefined
/** What the last reply said. */
let saidMs = 0
/** Whether the clocks already disagreed during the last request, which makes its reply unreliable. */
let wasJump = false

/**
 * Returns what is known about the time after a reply. The server read its clock between our sending and
 * receiving, so a time known more precisely is kept unless that contradicts it.
 * @param uncertainMs how much later the server's time may be at `received`
 */
export function correctTime(
  before: Known | undefined,
  serverMs: number,
  received: Reading,
  uncertainMs: number,
): Known {
  const expected = before && before.serverMs + elapsedMs(before.at, received)
  const isPossible = expected !== undefined && expected >= serverMs && expected <= serverMs + uncertainMs
  if (before && isPossible && before.errorMs <= uncertainMs / 2) return { ...before, serverMs: expected, at: received }
  return { serverMs: serverMs + uncertainMs / 2, at: received, errorMs: uncertainMs / 2 }
}

/**
 * Sets the time from an API reply.
 * @param sent the clocks when it was requested
 * @param received the clocks when its headers arrived
 * @param isAsked whether it was requested only for the time, bypassing all caches
 */
export function noteServerTime(
  headers: Pick<Headers, 'get'>,
  sent: Reading,
  received = readClocks(),
  isAsked = false,
): void {
  // A cached reply has the time of an earlier request.
  if (headers.get('cache-control')?.includes('max-age') || Number(headers.get('age')) > 0) return
  // Servers of earlier releases send only a Date, which has no milliseconds.
  const exact = headers.get('x-server-time')
  const serverMs = Date.parse(exact ?? headers.get('date') ?? '')
  if (Number.isNaN(serverMs)) return
  // Not every cache says that it is one. Time does not run backwards, so only a reply requested for the time may set it back.
  const isLater = known !== undefined && sent.steadyMs >= known.at.steadyMs
  if (!isAsked && isLater && serverMs < saidMs - BACK_MS) return void askServer()
  saidMs = serverMs
  known = correctTime(known, serverMs, received, Math.max(0, elapsedMs(sent, received)) + (exact === null ? 1_000 : 0))
  wasJump = isJump(sent, received)
  tellListeners()
}

/** Returns the server's time in milliseconds since 1970; the phone's until the first reply. */
export function serverTime(): number {
  return known ? known.serverMs + elapsedMs(known.at, readClocks()) : Date.now()
}

/** Returns the server's time as a Date. */
export const serverDate = (): Date => new Date(serverTime())

/**
 * Whether the phone neither slept nor changed its clock since the last reply was requested. If not, ask the server before deciding
 * anything.
 */
export function isTimeCertain(): boolean {
  return known === undefined || !(wasJump || isJump(known.at, readClocks()))
}

// Listeners are called often enough not to skip a second, and as soon as a hidden page is shown.
const TICK_MS = 200
const ASK_AGAIN_MS = 5_000

const listeners = new Set<() => void>()
const tellListeners = () => listeners.forEach((listener) => listener())
let stopTicking: (() => void) | undefined

/**
 * Calls `listener` as time passes and after each reply, and asks the server for its time when ours may be wrong. Returns a function that
 * stops it.
 */
export function followTime(listener: () => void): () => void {
  listeners.add(listener)
  stopTicking ??= startTicking()
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    stopTicking?.()
    stopTicking = undefined
  }
}

function startTicking(): () => void {
  let askedAt = -Infinity
  function ask() {
    askedAt = steadyMs()
    void askServer()
  }
  const timer = setInterval(() => {
    tellListeners()
    if (!isTimeCertain() && steadyMs() - askedAt > ASK_AGAIN_MS) ask()
  }, TICK_MS)
  function handleShown() {
    if (document.visibilityState === 'hidden') return
    tellListeners()
    ask()
  }
  const shown = ['visibilitychange', 'pageshow', 'focus', 'online']
  // `visibilitychange` bubbles from the document.
  for (const event of shown) window.addEventListener(event, handleShown)
  // No reply has arrived yet, for example on a page opened from a mail.
  if (known === undefined) ask()
  return () => {
    clearInterval(timer)
    for (const event of shown) window.removeEventListener(event, handleShown)
  }
}

let isAsking = false

/** Asks the server for its time, one request at a time. Without a network nothing changes. */
async function askServer(): Promise<void> {
  if (isAsking) return
  isAsking = true
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), ASK_AGAIN_MS)
  const sent = readClocks()
  try {
    const response = await fetch('/healthz', { cache: 'no-store', signal: limit.signal })
    noteServerTime(response.headers, sent, readClocks(), true)
    // An unread reply would keep its connection open.
    await response.text()
  } catch {
    // Tried again when the page is shown, or while the clocks still disagree.
  } finally {
    clearTimeout(timer)
    isAsking = false
  }
}
