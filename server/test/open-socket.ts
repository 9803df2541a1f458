import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export type Client = { socket: Socket; received: string; isEnded: boolean; error: string | undefined }

/** Connects to a server on this machine, sends a text, and records what comes back. */
export async function openSocket(port: number, text = ''): Promise<Client> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  const client: Client = { socket, received: '', isEnded: false, error: undefined }
  socket.setEncoding('latin1')
  socket.on('data', (data: string) => (client.received += data))
  socket.on('error', (error: NodeJS.ErrnoException) => (client.error = error.code))
  socket.once('end', () => (client.isEnded = true))
  await once(socket, 'connect')
  socket.write(text)
  return client
}
