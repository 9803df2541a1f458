// A pool with a limited number of connections to one server, shared by many students.
import { openWire, type Reply, type Wire } from './wire.ts'

export type ConnectionPool = {
  send(request: Buffer): Promise<Reply>
  /** Sends a request and cuts the connection before the reply arrives. */
  sendAndCut(request: Buffer): Promise<void>
  close(): void
}

export function openConnectionPool(url: string, most: number): ConnectionPool {
  const idle: Wire[] = []
  const waiting: (() => void)[] = []
  let taken = 0
  const withConnectionSlot = async <T>(work: () => Promise<T>): Promise<T> => {
    if (taken >= most) await new Promise<void>((resolve) => waiting.push(resolve))
    else taken += 1
    try {
      return await work()
    } finally {
      // The connection slot passes to the next request in the queue.
      const next = waiting.shift()
      if (next) next()
      else taken -= 1
    }
  }
  return {
    send: (request) =>
      withConnectionSlot(async () => {
        const wire = idle.pop() ?? (await openWire(url))
        const reply = await wire.send(request)
        idle.push(wire)
        return reply
      }),
    sendAndCut: (request) => withConnectionSlot(async () => (idle.pop() ?? (await openWire(url))).sendAndCut(request)),
    close: () => {
      for (const wire of idle) wire.close()
    },
  }
}
