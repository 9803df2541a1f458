// Tests over real sockets how visitors and load balancers see a stopping server.
import { once } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { closeServer } from '../src/close-server.ts'
import { createHttp } from '../src/http.ts'
import { openTestApp } from './harness.ts'

const t = await openTestApp()

type Slow = { authorise?: () => Promise<void>; handle?: () => Promise<string> }

/** Starts a server and begins to close it; `endGrace` lets it continue, `closed` resolves when it is done. */
async function startClosing(beforeClose = async () => {}, { authorise, handle = async () => '' }: Slow = {}) {
  const http = await createHttp(t.app)
  http.addHook('preClose', beforeClose)
  http.route({ method: ['GET', 'POST'], url: '/slow', ...(authorise && { onRequest: authorise }), handler: handle })
  const url = await http.listen({ port: 0, host: '127.0.0.1' })
  const begin = () => {
    const { promise: grace, resolve: endGrace } = Promise.withResolvers<void>()
    const app = { ...t.app, close: async () => undefined }
    return { endGrace, closed: closeServer({ http, app, sandbox: undefined, embedded: undefined }, grace) }
  }
  return { url, begin }
}

it('B-18 a server that is told to stop is no longer ready, but answers until load balancers have noticed', async () => {
  const { url, begin } = await startClosing()
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  const { endGrace, closed } = begin()
  const ready = await fetch(`${url}/readyz`)
  expect([ready.status, Number(ready.headers.get('retry-after')) > 0]).toEqual([503, true])
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  // On a separate connection, as is the board, which bypasses Fastify.
  for (const path of ['/api/videos', '/api/leaderboard']) {
    const reply = await fetch(`${url}${path}`)
    expect([reply.status, reply.headers.get('connection')]).toEqual([200, 'close'])
  }
  endGrace()
  await closed
  await expect(fetch(`${url}/healthz`)).rejects.toThrow('fetch failed')
})

it('B-18 a request that arrives while the server closes is answered, not refused', async () => {
  const { promise: gate, resolve: openGate } = Promise.withResolvers<void>()
  const { promise: isClosing, resolve: setClosing } = Promise.withResolvers<void>()
  const { url, begin } = await startClosing(async () => {
    setClosing()
    await gate
  })
  const { endGrace, closed } = begin()
  endGrace()
  await isClosing
  const reply = await fetch(`${url}/api/videos`)
  expect([reply.status, reply.headers.get('connection')]).toEqual([200, 'close'])
  openGate()
  await closed
})

/** Returns a step of a request that lasts until it is released. */
function makeStep() {
  const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const run = async () => {
    begun.resolve()
    await ended.promise
  }
  return { run, begun: begun.promise, end: ended.resolve }
}

/** Sends a request, and disconnects while it is in a given step. */
async function leaveDuring({ begun }: { begun: Promise<void> }, url: string, body: RequestInit = {}): Promise<void> {
  const visit = new AbortController()
  const left = fetch(`${url}/slow`, { ...body, signal: visit.signal })
  await begun
  visit.abort()
  await expect(left).rejects.toThrow('aborted')
}

it('B-18 a server closes only after the request of a disconnected visitor is authorised and handled', async () => {
  const [authorise, handle] = [makeStep(), makeStep()]
  const order: string[] = []
  const { url, begin } = await startClosing(undefined, {
    authorise: authorise.run,
    handle: async () => {
      await handle.run()
      order.push('handled')
      return ''
    },
  })
  await leaveDuring(authorise, url)
  const { endGrace, closed } = begin()
  endGrace()
  await expect.poll(() => fetch(`${url}/healthz`).catch(() => 'closed')).toBe('closed')
  const isClosed = closed.then(() => order.push('closed'))
  // Long enough for a server that does not wait to have closed.
  for (let turn = 0; turn < 50; turn += 1) await nextTurn()
  authorise.end()
  await handle.begun
  for (let turn = 0; turn < 50; turn += 1) await nextTurn()
  handle.end()
  await isClosed
  expect(order).toEqual(['handled', 'closed'])
})

it('B-18 a body whose visitor disconnected before it was read does not keep the server from closing', async () => {
  const authorise = makeStep()
  const { url, begin } = await startClosing(undefined, { authorise: authorise.run })
  await leaveDuring(authorise, url, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } })
  authorise.end()
  const { endGrace, closed } = begin()
  endGrace()
  await closed
})

/** Sends a request, reports it, and returns everything that arrives until the connection ends. */
const visitor = `
  const { parentPort, workerData: { port, isSent } } = require('node:worker_threads')
  let received = ''
  const socket = require('node:net').connect(port, '127.0.0.1', () =>
    socket.write('GET /healthz HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n', () => {
      Atomics.store(isSent, 0, 1)
      Atomics.notify(isSent, 0)
    }),
  )
  socket.on('data', (part) => (received += part))
  socket.on('error', ({ code }) => (received += code))
  socket.on('close', () => parentPort.postMessage(received))`

it('B-18 a request on a connection not yet accepted when the grace period ends is answered', async () => {
  const { url, begin } = await startClosing()
  const { endGrace, closed } = begin()
  const isSent = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(visitor, { eval: true, workerData: { port: Number(new URL(url).port), isSent } })
  const received = once(worker, 'message')
  // The server runs in this thread, so it accepts nothing while the thread is waiting.
  Atomics.wait(isSent, 0, 0)
  endGrace()
  await closed
  expect(await received).toEqual([expect.stringMatching(/^HTTP\/1.1 200/)])
})
