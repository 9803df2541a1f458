// Tests over real sockets: bodies that arrive too slowly, and more large uploads than the server accepts concurrently.
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import multipart from '@fastify/multipart'
import Fastify from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { UPLOAD_RATE, enforceBodyRates, enforceBodyRate } from '../src/platform/http/body-rate.ts'
import { startTestApp, type TestApp } from './harness.ts'
import { makeAdmin } from './factories.ts'

describe('a body', () => {
  let server: Server
  afterEach(() => server.close())

  /** Starts a server that enforces a rate, and returns its port and the outcome of each request. */
  async function startServer(rate: {
    intervalMs: number
    minBytes: number
  }): Promise<{ port: number; ends: string[] }> {
    const ends: string[] = []
    server = createServer((request: IncomingMessage, response) => {
      enforceBodyRate(request, rate)
      request.resume()
      request.once('error', () => ends.push('cut'))
      request.once('end', () => {
        ends.push('whole')
        response.end()
      })
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return { port: (server.address() as AddressInfo).port, ends }
  }
  const open = (port: number): Socket => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n')
    return socket
  }

  it('that stalls is aborted together with its connection', async () => {
    const { port, ends } = await startServer({ intervalMs: 50, minBytes: Number.POSITIVE_INFINITY })
    const socket = open(port)
    socket.write('x'.repeat(999))
    await once(socket, 'close')
    expect(ends).toEqual(['cut'])
  })

  it('that keeps the rate arrives complete, however long it takes', async () => {
    const { port, ends } = await startServer({ intervalMs: 100, minBytes: 1 })
    const socket = open(port)
    const drip = setInterval(() => socket.write('x'.repeat(100)), 20)
    await vi.waitFor(() => expect(ends).toEqual(['whole']), { timeout: 10_000 })
    clearInterval(drip)
    socket.destroy()
  })
})

it('the minimum rate of uploads applies to a multipart body from its first byte on', async () => {
  const http = Fastify()
  await http.register(multipart)
  const never = { intervalMs: 60_000, minBytes: 0 }
  enforceBodyRates(http, { small: { intervalMs: 50, minBytes: Number.POSITIVE_INFINITY }, upload: never })
  http.post('/', async (request) => {
    for await (const part of request.parts()) if (part.type === 'file') part.file.resume()
    return 'whole'
  })
  await http.listen({ port: 0, host: '127.0.0.1' })
  const { port } = http.server.address() as AddressInfo
  const parts = [
    '--b\r\nContent-Disposition: form-data; name="f"; filename="a"\r\n\r\n',
    's',
    'l',
    'o',
    'w',
    '\r\n--b--\r\n',
  ]
  async function* body() {
    for (const part of parts) {
      await new Promise((resolve) => setTimeout(resolve, 60))
      yield Buffer.from(part)
    }
  }
  const reply = await fetch(`http://127.0.0.1:${port}/`, {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    body: body(),
    duplex: 'half',
  })
  expect(await reply.text()).toBe('whole')
  await http.close()
})

it('the minimum rate of uploads applies to a part of a resumable upload too', async () => {
  const http = Fastify()
  await http.register(multipart)
  http.addContentTypeParser(
    'application/offset+octet-stream',
    { parseAs: 'buffer' },
    async (_: unknown, body: Buffer) => body,
  )
  enforceBodyRates(http, {
    small: { intervalMs: 50, minBytes: Number.POSITIVE_INFINITY },
    upload: { intervalMs: 60_000, minBytes: 0 },
  })
  http.patch('/upload', { config: { isUpload: true } }, async ({ body }) => String(body))
  http.patch('/text', async ({ body }) => String(body))
  await http.listen({ port: 0, host: '127.0.0.1' })
  const { port } = http.server.address() as AddressInfo
  async function* body() {
    for (const part of ['s', 'l', 'o', 'w']) {
      await new Promise((resolve) => setTimeout(resolve, 60))
      yield Buffer.from(part)
    }
  }
  const send = (path: string) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/offset+octet-stream' },
      body: body(),
      duplex: 'half',
    }).then(
      async (reply) => reply.text(),
      () => 'cut',
    )
  expect(await send('/upload')).toBe('slow')
  expect(await send('/text')).not.toBe('slow')
  await http.close()
})

it('a body sent to an unknown path has a minimum rate too', async () => {
  const http = Fastify()
  await http.register(multipart)
  enforceBodyRates(http, { small: { intervalMs: 50, minBytes: Number.POSITIVE_INFINITY }, upload: UPLOAD_RATE })
  await http.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((http.server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write('POST /nowhere HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{')
  await once(socket, 'close')
  await http.close()
})

describe('large uploads', () => {
  let t: TestApp
  let port: number
  let token: string
  beforeAll(async () => {
    t = await startTestApp()
    token = (await makeAdmin(t)).token
    await t.http.listen({ port: 0, host: '127.0.0.1' })
    port = (t.http.server.address() as AddressInfo).port
  })
  afterAll(() => t.close())

  /** Begins an upload and does not finish it. */
  function begin(): Socket {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(
      `POST /api/videos/upload HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Length: 100000\r\n` +
        'Content-Type: multipart/form-data; boundary=b\r\n\r\n' +
        '--b\r\nContent-Disposition: form-data; name="video"; filename="a.mp4"\r\n\r\nbegun',
    )
    return socket
  }
  const listTemporaryFiles = () => readdir(join(t.app.config.filesDir, 'tmp'))

  it('are limited to four at a time; a fifth gets 503, and aborted ones leave no file', async () => {
    const open = Array.from({ length: 4 }, begin)
    await vi.waitFor(async () => expect(await listTemporaryFiles()).toHaveLength(4), { timeout: 10_000 })
    const fifth = begin()
    const [reply] = (await once(fifth, 'data')) as [Buffer]
    expect(String(reply)).toMatch(/^HTTP\/1\.1 503 /)
    expect(String(reply).toLowerCase()).toContain('retry-after: 30')
    for (const socket of [...open, fifth]) socket.destroy()
    await vi.waitFor(async () => expect(await listTemporaryFiles()).toHaveLength(0), { timeout: 10_000 })
    const sixth = begin()
    await vi.waitFor(async () => expect(await listTemporaryFiles()).toHaveLength(1), { timeout: 10_000 })
    sixth.destroy()
  })
})
