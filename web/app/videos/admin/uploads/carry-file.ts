// Carries one file up through everything that may come between: its turn, a lost connection, a pause.
import { ApiError } from '@baobab/contract/api-error.ts'
import { dropUpload, sendByTus } from './send-by-tus.ts'
import type { TransferEvent } from './transfer.ts'
import type { Turns } from './turns.ts'

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 15_000
/** How far it is, is noted each time so much more has gone: the server alone knows what has arrived. */
const NOTE_BYTES = 1_000_000

/** What is known of the upload between two tries, in the browser's storage or in memory. */
export type Place = {
  url(): string | undefined
  sentBefore: number
  keep(url: string, sent: number): void
  forget(): void
}
type Carrying = { place: Place; turns: Turns; report: (event: TransferEvent) => void }

/**
 * Silence and the server's own trouble pass, and what two tries of one upload do to each other; a refusal does not.
 * An upload that the server has lost is begun anew by the next try, but a place that is not there at all stays so.
 */
export function mayPass(error: unknown, failures: number): error is ApiError {
  if (!(error instanceof ApiError)) return false
  const { status } = error
  if (status === 404 || status === 410) return failures === 0
  return [0, 408, 409, 423, 425, 429].includes(status) || (status >= 500 && status !== 507)
}

/** Milliseconds before the try after so many failures in a row: 1, 2, 4, 8 and then 15 seconds, or as the server asks. */
export function waitMs(failures: number, retryAfter = 0): number {
  return Math.max(Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - 1)), retryAfter * 1000)
}

export function carryFile(file: File, { place, turns, report }: Carrying) {
  let stop = new AbortController()
  let isCancelled = false
  let proceed = () => {}

  /** Answers the upload's id; undefined once it was cancelled. Throws ApiError where the server refuses it. */
  async function arrive(): Promise<string | undefined> {
    while (!isCancelled) {
      stop = new AbortController()
      report({ kind: 'queued', total: file.size })
      const id = await sendInTurn(stop.signal)
      if (id !== undefined) {
        report({ kind: 'arrived' })
        return id
      }
      if (isCancelled) break
      report({ kind: 'paused' })
      await new Promise<void>((resolve) => (proceed = resolve))
    }
    report({ kind: 'over' })
    return undefined
  }

  async function sendInTurn(signal: AbortSignal): Promise<string | undefined> {
    let giveBack = () => {}
    try {
      giveBack = await turns.take(signal)
      report({ kind: 'begun' })
      return await sendPatiently(file, { place, signal, report })
    } catch (error) {
      if (!signal.aborted) throw error
      return undefined
    } finally {
      giveBack()
    }
  }

  return {
    arrived: arrive(),
    pause: () => stop.abort(),
    proceed: () => proceed(),
    cancel() {
      isCancelled = true
      stop.abort()
      proceed()
      const url = place.url()
      place.forget()
      if (url) void dropUpload(url)
    },
  }
}

async function sendPatiently(
  file: File,
  { place, signal, report }: Omit<Carrying, 'turns'> & { signal: AbortSignal },
): Promise<string> {
  let failures = 0
  let [url, sent] = [place.url(), place.sentBefore]
  let noted = sent
  const note = (known: string) => {
    noted = sent
    place.keep(known, sent)
  }
  for (;;) {
    try {
      return await sendByTus(file, {
        url,
        signal,
        onUrl(known) {
          // One that the server has lost begins anew, under another address.
          if (known !== url) sent = 0
          url = known
          note(known)
        },
        onProgress(now) {
          if (now > sent) failures = 0
          sent = now
          if (url && sent - noted >= NOTE_BYTES) note(url)
          report({ kind: 'progress', sent, at: performance.now() })
        },
      })
    } catch (error) {
      if (signal.aborted || !mayPass(error, failures)) throw error
      failures += 1
      report({ kind: 'cut' })
      await pauseBefore(waitMs(failures, error.retryAfter), signal)
    }
  }
}

/** Waits; the network's return ends it early, a pause or cancel too. */
function pauseBefore(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(go, ms)
    addEventListener('online', go)
    signal.addEventListener('abort', leave)
    function tidy() {
      clearTimeout(timer)
      removeEventListener('online', go)
      signal.removeEventListener('abort', leave)
    }
    function go() {
      tidy()
      resolve()
    }
    function leave() {
      tidy()
      reject(signal.reason)
    }
  })
}
