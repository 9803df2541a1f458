// A TCP proxy in front of the object store that lets a test silence the store: connections open, but nothing arrives.
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** Opens a proxy. `bytesReceived` counts what clients have sent, even while it is silent. */
export async function openSilentProxy(endpoint: string) {
  const { hostname, port } = new URL(endpoint)
  const sockets = new Set<Socket>()
  let isSilent = false
  let bytesReceived = 0
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    near.on('data', (bytes) => {
      bytesReceived += bytes.length
      if (!isSilent) far.write(bytes)
    })
    far.on('data', (bytes) => {
      if (!isSilent && !near.write(bytes)) far.pause()
    })
    near.on('drain', () => far.resume())
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
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const disconnect = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bytesReceived: () => bytesReceived,
    silence() {
      isSilent = true
    },
    /** Makes it work again on new connections; silenced ones have lost bytes. */
    speak() {
      disconnect()
      isSilent = false
    },
    async close() {
      server.close()
      disconnect()
      await once(server, 'close')
    },
  }
}
