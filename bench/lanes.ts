// A bounded number of connections to one server, which many students share: each takes one for a request and gives it back.
import { openWire, type Reply, type Wire } from './wire.ts'

export type Lanes = {
  send(request: Buffer): Promise<Reply>
  /** Sends, and is gone before the reply comes. */
  sendAndCut(request: Buffer): Promise<void>
  close(): void
}

export function openLanes(url: string, most: number): Lanes {
  const idle: Wire[] = []
  const waiting: (() => void)[] = []
  let taken = 0
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    if (taken >= most) await new Promise<void>((resolve) => waiting.push(resolve))
    else taken += 1
    try {
      return await work()
    } finally {
      // The place passes straight to the next in the queue.
      const next = waiting.shift()
      if (next) next()
      else taken -= 1
    }
  }
  return {
    send: (request) =>
      inTurn(async () => {
        const wire = idle.pop() ?? (await openWire(url))
        const reply = await wire.send(request)
        idle.push(wire)
        return reply
      }),
    sendAndCut: (request) => inTurn(async () => (idle.pop() ?? (await openWire(url))).sendAndCut(request)),
    close: () => {
      for (const wire of idle) wire.close()
    },
  }
}
