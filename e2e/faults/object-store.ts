// An object store in a separate process, behind a proxy that breaks it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { root } from '../product.ts'

export const storeFaults = ['gone', 'slow'] as const
/** `gone`: connections end at once; `slow`: everything the store sends arrives a second late. */
export type StoreFault = (typeof storeFaults)[number]

export type ObjectStore = {
  /** The product's settings that select this store. */
  settings: Record<string, string>
  /** Breaks the store. If `fault` is undefined, it works again. */
  setFault(fault: StoreFault | undefined): void
  /** Stops it. Its objects exist only in its memory. */
  close(): Promise<void>
}

const SLOW_MS = 1_000
const [BUCKET, KEY] = ['videos', 'key-of-tests']

export async function startObjectStore(): Promise<ObjectStore> {
  const script = join(root, 'server/test/object-store/process.ts')
  const child = spawn(process.execPath, [script, BUCKET, KEY], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const exited = once(child, 'exit')
  const [{ port }] = (await Promise.race([
    once(child, 'message'),
    exited.then(() => Promise.reject(new Error('The object store did not start.'))),
  ])) as [AddressInfo]
  const proxy = await openProxy(port)
  return {
    settings: {
      S3_ENDPOINT: `http://127.0.0.1:${proxy.port}`,
      S3_BUCKET: BUCKET,
      S3_ACCESS_KEY_ID: KEY,
      S3_SECRET_ACCESS_KEY: KEY,
    },
    setFault: (fault) => proxy.setFault(fault),
    async close() {
      await proxy.close()
      child.kill()
      await exited
    },
  }
}

async function openProxy(port: number) {
  const sockets = new Set<Socket>()
  let fault: StoreFault | undefined
  const pass = (near: Socket, far: Socket) => {
    sockets.add(near)
    near.on('error', () => far.destroy())
    near.on('close', () => {
      sockets.delete(near)
      far.destroy()
    })
  }
  const server = createServer((near) => {
    if (fault === 'gone') return near.destroy()
    const far = connect(port, '127.0.0.1')
    pass(near, far)
    pass(far, near)
    const late = new Transform({
      transform: (bytes, _encoding, done) => void setTimeout(done, fault === 'slow' ? SLOW_MS : 0, null, bytes),
    })
    near.pipe(far)
    far.pipe(late).pipe(near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const disconnect = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    setFault(next: StoreFault | undefined) {
      fault = next
      if (fault === 'gone') disconnect()
    },
    async close() {
      server.close()
      disconnect()
      await once(server, 'close')
    },
  }
}
