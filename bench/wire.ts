// A minimal HTTP/1.1 connection that sends prepared bytes and waits for each reply. The driver shares the machine with the server and the
// database, so it uses as few cycles as possible.
import { connect } from 'node:net'

export type Reply = { status: number; head: string; body: Buffer }

export type Wire = {
  /** Sends a request. The next may follow only after its reply. @throws if the connection ends before the reply */
  send(request: Buffer): Promise<Reply>
  /** Sends a request and cuts the connection before any reply can be read. */
  sendAndCut(request: Buffer): Promise<void>
  close(): void
}

const HEAD_END = Buffer.from('\r\n\r\n')
const NO_BYTES: Buffer = Buffer.alloc(0)

function readReply(bytes: Buffer): Reply | undefined {
  const end = bytes.indexOf(HEAD_END)
  if (end < 0) return undefined
  const head = bytes.toString('latin1', 0, end)
  const status = Number(head.slice(9, 12))
  const length = /^content-length: (\d+)/im.exec(head)?.[1]
  if (length === undefined && status !== 304) throw new Error('A reply of unknown length.')
  const body = bytes.subarray(end + 4)
  const expected = Number(length ?? 0)
  return body.length >= expected ? { status, head, body: body.subarray(0, expected) } : undefined
}

export async function openWire(url: string): Promise<Wire> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  let bytes = NO_BYTES
  let waiting: { resolve: (reply: Reply) => void; reject: (error: Error) => void } | undefined
  const fail = (error: Error) => {
    waiting?.reject(error)
    waiting = undefined
  }
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('error', reject)
  })
  socket.on('error', fail)
  socket.on('close', () => fail(new Error('The connection ended before the reply.')))
  socket.on('data', (data: Buffer) => {
    bytes = bytes.length === 0 ? data : Buffer.concat([bytes, data])
    const reply = readReply(bytes)
    if (!reply) return
    bytes = NO_BYTES
    const { resolve } = waiting ?? { resolve: () => {} }
    waiting = undefined
    resolve(reply)
  })
  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        if (socket.destroyed) return reject(new Error('The connection has ended.'))
        waiting = { resolve, reject }
        socket.write(request)
      }),
    sendAndCut: (request) =>
      new Promise((resolve) => {
        socket.write(request, () => {
          socket.destroy()
          resolve()
        })
      }),
    close: () => socket.destroy(),
  }
}
