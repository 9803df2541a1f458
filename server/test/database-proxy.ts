// A TCP proxy in front of the database that lets a test interrupt the network.
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { Transform } from 'node:stream'

export type DatabaseProxy = {
  url: string
  disconnect(): void
  reconnect(): void
  /** Leaves new connections without a reply. @returns a function that connects them and later ones */
  holdNew(): () => void
  close(): Promise<void>
}

/**
 * Opens a proxy whose URL connects to the same database.
 * @param isLost decides for each chunk from the database whether the proxy drops it
 */
export async function openDatabaseProxy(
  databaseUrl: string,
  isLost: (bytes: Buffer) => boolean = () => false,
): Promise<DatabaseProxy> {
  const end = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let isCut = false
  let held: Socket[] | undefined
  const open = (near: Socket) => {
    const far = connect(Number(end.port), end.hostname)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
    const dropLost = new Transform({
      transform: (bytes: Buffer, _, done) => done(null, isLost(bytes) ? undefined : bytes),
    })
    near.pipe(far)
    far.pipe(dropLost).pipe(near)
  }
  const server = createServer((near) => {
    if (isCut) near.destroy()
    else if (held) held.push(near)
    else open(near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const disconnect = () => {
    isCut = true
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: Object.assign(new URL(databaseUrl), { hostname: '127.0.0.1', port: String(port) }).href,
    disconnect,
    reconnect() {
      isCut = false
    },
    holdNew() {
      held = []
      return () => {
        const waiting = held ?? []
        held = undefined
        for (const near of waiting) open(near)
      }
    },
    async close() {
      disconnect()
      server.close()
      await once(server, 'close')
    },
  }
}
