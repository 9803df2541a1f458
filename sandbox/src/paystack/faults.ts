// The ways in which the simulated provider can fail.
import type { ServerResponse } from 'node:http'

export type FaultKind =
  /** Status 500 without any effect. */
  | 'error'
  /** No reply and no effect. */
  | 'hang'
  /** A reply that is not JSON. */
  | 'garbage'
  /** The HTML page of a proxy. */
  | 'html'
  /** Truncated JSON. */
  | 'huge'
  /** A redirect to another address. */
  | 'redirect'
  /** The request takes effect, but the reply is cut off. */
  | 'cut'

export type Faults = {
  set(kind: FaultKind | undefined, times?: number): void
  /** Records a call and returns the fault to simulate. */
  next(call: string): FaultKind | undefined
  current(): FaultKind | undefined
  calls(): readonly string[]
}

const CALLS_KEPT = 10_000

export function createFaults(): Faults {
  const calls: string[] = []
  let kind: FaultKind | undefined
  let left = Infinity
  return {
    set(next, times = Infinity) {
      kind = next
      left = times
    },
    next(call) {
      calls.push(call)
      if (calls.length > CALLS_KEPT) calls.shift()
      if (kind === undefined || left <= 0) return undefined
      left -= 1
      return kind
    },
    current: () => (left > 0 ? kind : undefined),
    calls: () => calls,
  }
}

const HUGE_CHUNK = Buffer.from(`{"name":"${'x'.repeat(65_536)}"},`)
const HUGE_BYTES = 64 * 1_048_576

/** Replies with the fault. `cut` is not handled here, because the request has to take effect first. */
export function fail(kind: Exclude<FaultKind, 'cut'>, response: ServerResponse): void {
  switch (kind) {
    case 'error':
      response.writeHead(500, { 'content-type': 'application/json' })
      response.end('{"status":false,"message":"An error occurred"}')
      return
    case 'hang':
      return
    case 'garbage':
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(Buffer.from('{"status":tru\x00\xff\xfe]]', 'latin1'))
      return
    case 'html':
      response.writeHead(200, { 'content-type': 'text/html' })
      response.end('<!doctype html><title>Log in to this network</title><h1>Welcome to the school Wi-Fi</h1>')
      return
    case 'redirect':
      response.writeHead(302, { location: '/elsewhere' }).end()
      return
    case 'huge':
      response.writeHead(200, { 'content-type': 'application/json' })
      response.write('{"status":true,"message":"ok","data":[')
      pour(response, 0)
      return
  }
}

function pour(response: ServerResponse, sent: number): void {
  let total = sent
  while (!response.destroyed && total < HUGE_BYTES) {
    total += HUGE_CHUNK.length
    if (!response.write(HUGE_CHUNK)) {
      response.once('drain', () => pour(response, total))
      return
    }
  }
  response.end('{}]}')
}

/** Sends half of a reply and disconnects. */
export function cutShort(response: ServerResponse, { status, body }: { status: number; body: object }): void {
  const bytes = Buffer.from(JSON.stringify(body))
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': bytes.length })
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.destroy())
}
