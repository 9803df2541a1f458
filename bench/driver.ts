// Sends prepared requests over a limited number of connections for a limited time, and records the time of each reply.
import { openWire, type Wire } from './wire.ts'

export type Load = {
  url: string
  /** The requests that each connection sends, in sequence. */
  requests: readonly (readonly Buffer[])[]
  seconds: number
  /** Whether to start over at the end of a list. Otherwise running out of requests is an error. */
  repeat: boolean
  /** The number of seconds at the start that are not counted. */
  warmSeconds?: number
}

export type Driven = { perSecond: number; replies: number; p50: number; p99: number; worst: number; sent: number }

const at = (sorted: Float64Array, share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]

/**
 * Runs a load.
 * @throws at the first reply that is not 200
 */
export async function drive({ url, requests, seconds, repeat, warmSeconds = 0 }: Load): Promise<Driven> {
  const wires = await Promise.all(requests.map(() => openWire(url)))
  const times: number[] = []
  /** Includes requests that are not counted. */
  let sentTotal = 0
  const counted = performance.now() + warmSeconds * 1_000
  const end = counted + seconds * 1_000

  const work = async (wire: Wire, list: readonly Buffer[]) => {
    for (let n = 0; ; n += 1) {
      const request = list[repeat ? n % list.length : n]
      if (!request) throw new Error('The driver ran out of requests: seed more.')
      const sent = performance.now()
      if (sent >= end) return
      sentTotal += 1
      const reply = await wire.send(request)
      if (reply.status !== 200) throw new Error(`Status ${reply.status}: ${reply.body.toString().slice(0, 500)}`)
      const now = performance.now()
      if (sent >= counted && now <= end) times.push(now - sent)
    }
  }
  try {
    await Promise.all(wires.map((wire, index) => work(wire, requests[index] ?? [])))
  } finally {
    for (const wire of wires) wire.close()
  }
  const sorted = Float64Array.from(times).toSorted()
  return {
    perSecond: sorted.length / seconds,
    replies: sorted.length,
    p50: at(sorted, 0.5) ?? Number.NaN,
    p99: at(sorted, 0.99) ?? Number.NaN,
    worst: sorted.at(-1) ?? Number.NaN,
    sent: sentTotal,
  }
}
