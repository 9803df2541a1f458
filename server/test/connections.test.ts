// Tests the server's connections over real sockets: clients that send or read too slowly, refused requests whose bodies
// continue, and broken connections.
import { randomUUID } from 'node:crypto'
import { readdirSync, readlinkSync } from 'node:fs'
import { readdir, rm, stat, symlink } from 'node:fs/promises'
import type { AddressInfo, Socket } from 'node:net'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { liveBoard } from '@baobab/contract/leaderboard/endpoints.ts'
import { VIDEO_BYTES } from '@baobab/contract/videos/rules.ts'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createHttp, type HttpOptions } from '../src/http.ts'
import { createLog } from '../src/platform/log.ts'
import { createRateLimits } from '../src/platform/security/rate-limits.ts'
import { uploadPath } from '../src/videos/resumable-upload/folder-uploads.ts'
import { makeAdmin } from './factories.ts'
import { type TestApp, openTestApp } from './harness.ts'
import { openSocket } from './open-socket.ts'
import { storeFile } from './store-file.ts'
import { createUpload, openPatch } from './tus.ts'
import { waitFor } from './wait-for.ts'

const MIB = 1_048_576
const until = <T>(condition: () => T | Promise<T>) => waitFor(condition)

let token: string
const t = await openTestApp()
beforeAll(async () => {
  token = (await makeAdmin(t)).token
})

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanups.splice(0).toReversed()) await cleanUp()
})

/** Opens another server for the app with different times or limits, and a log that the test can read. */
async function listen(options: HttpOptions = {}, changes: Partial<TestApp['app']> = {}) {
  const lines: { level: number; msg: string; count?: number; addresses?: object }[] = []
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)))
      done()
    },
  })
  const http = await createHttp({ ...t.app, ...changes, log: createLog({ level: 'info' }, sink) }, undefined, options)
  await http.listen({ port: 0, host: '127.0.0.1' })
  cleanups.push(() => http.close())
  const countConnections = () => new Promise((resolve) => http.server.getConnections((_, count) => resolve(count)))
  return { http, lines, countConnections, port: (http.server.address() as AddressInfo).port }
}

/** Opens a connection that is closed after the test. */
async function open(port: number, text?: string) {
  const client = await openSocket(port, text)
  cleanups.push(() => client.socket.destroy())
  return client
}

/** Sends a byte on each connection over and over. */
function drip(clients: { socket: Socket }[]) {
  const timer = setInterval(() => {
    for (const { socket } of clients) if (socket.writable) socket.write('x')
  }, 20)
  cleanups.push(() => clearInterval(timer))
}

const FORM = 'multipart/form-data; boundary=b'
type Head = { method?: string; type?: string; length?: number; authorization?: string }
function head(path: string, { method = 'POST', type = FORM, length = 1_000, authorization }: Head = {}): string {
  const fields = [`Host: x`, `Content-Type: ${type}`, `Content-Length: ${length}`]
  if (authorization) fields.push(`Authorization: ${authorization}`)
  return `${method} ${path} HTTP/1.1\r\n${fields.join('\r\n')}\r\n\r\n`
}
const GET = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'
const uploadHead = (length: number) => head('/api/videos/upload', { length, authorization: `Bearer ${token}` })
const PART = '--b\r\nContent-Disposition: form-data; name="video"; filename="a.mp4"\r\n\r\n'
const listTemporaryFiles = () => readdir(join(t.app.config.filesDir, 'tmp'))

describe('a refused request whose body trickles keeps no connection:', () => {
  it.each([
    [401, head('/api/videos/upload')],
    [404, head('/nowhere')],
    [413, head('/student/login', { type: 'application/json', length: MIB })],
    [415, head('/student/login', { type: 'text/plain' })],
    [429, head('/student/register')],
  ])('%i', async (status, text) => {
    const changes = status === 429 ? { rateLimits: createRateLimits({ ...t.app, factor: 1e-6 }) } : {}
    const { port, countConnections } = await listen({ times: { sweepMs: 20, lingerMs: 200 } }, changes)
    const clients = await Promise.all(Array.from({ length: 40 }, () => open(port, text)))
    drip(clients)
    for (const client of clients) await until(() => expect(client.received).toMatch(`HTTP/1.1 ${status} `))
    await until(async () => expect(await countConnections()).toBe(0))
  })
})

describe('a body', () => {
  it('W-16 of a form must not trickle if the route takes no file', async () => {
    const { port, countConnections } = await listen({ times: { sweepMs: 20, smallBodyMs: 100 } })
    const clients = [
      await open(port, head('/student/login', { type: 'application/json' })),
      await open(port, head('/nowhere', { type: 'application/json' })),
    ]
    drip(clients)
    await until(async () => expect(await countConnections()).toBe(0))
  })

  it.each([
    [
      'of a form',
      async () => ({
        text: uploadHead(200_000) + PART,
        isTaken: async () => (await listTemporaryFiles()).length === 1,
      }),
    ],
    [
      'of a resumable upload',
      async () => {
        const url = await createUpload(t, token, 200_000)
        const type = 'application/offset+octet-stream'
        const start = head(url, { method: 'PATCH', type, length: 200_000, authorization: `Bearer ${token}` })
        const text = start.replace('\r\n\r\n', '\r\nTus-Resumable: 1.0.0\r\nUpload-Offset: 0\r\n\r\n')
        const path = uploadPath(t.app, url.split('/').at(-1) ?? '')
        return { text, isTaken: async () => (await stat(path)).size > 0 }
      },
    ],
  ])('%s may take longer than a small one on a route that takes a file, but must not stall', async (_, prepare) => {
    const { text, isTaken } = await prepare()
    const times = { sweepMs: 20, smallBodyMs: 1, silenceMs: 3_000, upload: { intervalMs: 600_000, minBytes: 0 } }
    const { port, countConnections } = await listen({ times })
    const client = await open(port, `${text}begin`)
    await until(async () => expect(await isTaken()).toBe(true))
    // More than one check of the connections.
    for (let n = 0; n < 5; n += 1) {
      client.socket.write('x'.repeat(1_000))
      await new Promise((resolve) => setTimeout(resolve, 50))
      expect(client.isEnded).toBe(false)
    }
    await until(async () => expect(await countConnections()).toBe(0))
    await until(async () => expect(await listTemporaryFiles()).toEqual([]))
  })
})

describe('a connection that is reset in the middle of a request body', () => {
  it.each([
    ['of JSON', () => head('/student/login', { type: 'application/json' })],
    ['of a page that does not exist', () => head('/nowhere', { type: 'application/json' })],
    ['of a form', () => uploadHead(200_000) + PART],
    ['of a public form', () => head('/api/contact', { type: 'application/json' })],
  ])('W-31 %s does not log an error', async (_, text) => {
    const { port, lines, countConnections } = await listen()
    const clients = await Promise.all(Array.from({ length: 60 }, () => open(port, text())))
    for (const [n, { socket }] of clients.entries()) {
      // Some while their request is being read, and some before that.
      if (n % 3 === 0) await new Promise(setImmediate)
      socket.write('{"email":')
      socket.resetAndDestroy()
    }
    await until(async () => expect(await countConnections()).toBe(0))
    await until(async () => expect(await listTemporaryFiles()).toEqual([]))
    expect(lines.filter(({ level }) => level >= 50)).toEqual([])
  })
})

describe('a client that is still sending', () => {
  it.each([
    ['of JSON', () => head('/student/login', { type: 'application/json', length: 8 * MIB }), 8 * MIB],
    ['of a form', () => head('/student/update-profile-picture/x', { method: 'PUT', length: 12 * MIB }), 12 * MIB],
    ['of an upload', () => uploadHead(VIDEO_BYTES + 100 * MIB), 12 * MIB],
  ])('%s gets the reply that refuses it', async (_, text, bytes) => {
    const { port } = await listen()
    const client = await open(port, text())
    await until(() => expect(client.received).toMatch(/^HTTP\/1\.1 4\d\d /))
    const failure = await new Promise((resolve) => client.socket.write('x'.repeat(bytes), resolve))
    expect([failure ?? undefined, client.error]).toEqual([undefined, undefined])
  })

  it('a form while the disk is full can reuse its connection', async () => {
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    const files = { ...t.app.files, temporaryPath: () => Promise.reject(full) }
    const { port } = await listen({}, { files })
    const client = await open(port, `${uploadHead(4 * MIB)}${PART}${'x'.repeat(MIB)}`)
    await until(() => expect(client.received).toMatch(/^HTTP\/1\.1 507 /))
    client.socket.write('x'.repeat(3 * MIB - PART.length))
    client.socket.write(GET)
    await until(() => expect(client.received).toContain('HTTP/1.1 200 OK'))
  })

  it('an upload while the disk is full can reuse its connection', async () => {
    const url = await createUpload(t, token, 4 * MIB)
    const path = uploadPath(t.app, url.split('/').at(-1) ?? '')
    await rm(path)
    await symlink('/dev/full', path)
    const socket = await openPatch(t, url, { token, length: 4 * MIB })
    let received = ''
    socket.setEncoding('latin1').on('data', (data: string) => (received += data))
    socket.write('x'.repeat(MIB))
    await until(() => expect(received).toMatch(/^HTTP\/1\.1 507 /))
    socket.write('x'.repeat(3 * MIB))
    socket.write(GET)
    await until(() => expect(received).toContain('HTTP/1.1 200 OK'))
    socket.destroy()
    await rm(path)
  })
})

describe('a connection with many simultaneous requests', () => {
  it('has one file open at a time', async () => {
    const { port, countConnections } = await listen()
    const key = `videos/${randomUUID()}.mp4`
    const link = await storeFile(t, key, Buffer.alloc(32 * MIB))
    const request = `GET ${link} HTTP/1.1\r\nHost: x\r\n\r\n`
    const patient = await open(port)
    patient.socket.pause().write(request.repeat(2))
    const greedy = await open(port)
    greedy.socket.pause().write(request.repeat(200))
    await until(async () => expect([await countConnections(), countOpen(key)]).toEqual([1, 1]))
    patient.socket.resume()
    await until(() => expect(patient.received.match(/HTTP\/1\.1 200/g)).toHaveLength(2))
  })

  it('has one event stream', async () => {
    const { port } = await listen({ limits: { streams: 2 } })
    const stream = `GET ${liveBoard.path} HTTP/1.1\r\nHost: x\r\n\r\n`
    for (const text of [stream.repeat(2), stream]) {
      const client = await open(port, text)
      await until(() => expect(client.received).toContain('event: board'))
    }
    const third = await open(port, stream)
    await until(() => expect(third.received).toMatch(/^HTTP\/1\.1 503 /))
  })
})

it('video readers who read nothing are disconnected, and their files are closed', async () => {
  // Long enough that all of them are open before the first is disconnected.
  const { port, countConnections } = await listen({ times: { sweepMs: 20, media: { intervalMs: 4_000, minBytes: 1 } } })
  const key = `videos/${randomUUID()}.mp4`
  const link = await storeFile(t, key, Buffer.alloc(32 * MIB))
  const clients = await Promise.all(Array.from({ length: 20 }, () => open(port)))
  for (const { socket } of clients) socket.pause().write(`GET ${link} HTTP/1.1\r\nHost: x\r\n\r\n`)
  await until(() => expect(countOpen(key)).toBe(20))
  await until(async () => expect([await countConnections(), countOpen(key)]).toEqual([0, 0]))
})

describe('the log', () => {
  it('summarises broken connections with their address, and does not log them as server errors', async () => {
    const { http, port, lines, countConnections } = await listen()
    const login = head('/student/login', { type: 'application/json' })
    const clients = await Promise.all(Array.from({ length: 50 }, () => open(port, `${login}{`)))
    await until(async () => expect(await countConnections()).toBe(50))
    for (const { socket } of clients) socket.resetAndDestroy()
    await until(async () => expect(await countConnections()).toBe(0))
    await http.close()
    expect(lines.filter(({ level }) => level > 30)).toEqual([])
    const summaries = lines.filter(({ msg }) => msg === 'clients reset their connections')
    expect(summaries.map(({ count }) => count)).toEqual([1, 49])
    expect(summaries[1]?.addresses).toEqual({ '127.0.0.1': 49 })
  })

  it('summarises unreadable bytes on a replying connection, and adds nothing to the reply', async () => {
    const { http, port, lines } = await listen()
    const client = await open(port, `GET ${liveBoard.path} HTTP/1.1\r\nHost: x\r\n\r\n`)
    await until(() => expect(client.received).toContain('event: board'))
    client.socket.write('\u0000\r\n\r\n')
    await until(() => expect(client.isEnded || client.error).toBeTruthy())
    expect(client.received.match(/HTTP\/1\.1/g)).toHaveLength(1)
    await http.close()
    expect(lines.flatMap(({ count, msg }) => (count ? msg : []))).toEqual([
      'clients sent requests that could not be read',
    ])
  })

  it('summarises requests that are not HTTP, which get a reply of the usual shape', async () => {
    const { http, port, lines } = await listen()
    const replies = []
    for (const text of ['x\r\n\r\n', `GET / HTTP/1.1\r\nX: ${'x'.repeat(100_000)}`]) {
      const client = await open(port, text)
      await until(() => expect(client.isEnded).toBe(true))
      const [top = '', body = ''] = client.received.split('\r\n\r\n')
      expect(JSON.parse(body)).toMatchObject({ status: 'error', requestId: expect.any(String) })
      expect(top).toContain('\r\nx-content-type-options: nosniff\r\n')
      replies.push(top.slice(0, 'HTTP/1.1 400'.length))
    }
    expect(replies).toEqual(['HTTP/1.1 400', 'HTTP/1.1 413'])
    await http.close()
    expect(lines.flatMap(({ count }) => count ?? [])).toEqual([1, 1])
  })
})

describe('a request that two servers could interpret differently', () => {
  const smuggled = 'GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n'
  const post = (headers: string, body: string) =>
    `POST /student/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${headers}\r\n\r\n${body}`

  it.each([
    ['a length and chunks', post(`Content-Length: 6\r\nTransfer-Encoding: chunked`, `0\r\n\r\n${smuggled}`)],
    ['two lengths', post(`Content-Length: 0\r\nContent-Length: ${smuggled.length}`, smuggled)],
    ['a length that is not a number', post('Content-Length: +2', `{}${smuggled}`)],
    ['a disguised name for chunks', post('Transfer-Encoding : chunked', `0\r\n\r\n${smuggled}`)],
    ['an unknown coding', post('Transfer-Encoding: xchunked', `0\r\n\r\n${smuggled}`)],
    ['a chunk size that is not a number', post('Transfer-Encoding: chunked', `2x\r\n{}\r\n0\r\n\r\n${smuggled}`)],
    ['a chunk longer than it says', post('Transfer-Encoding: chunked', `1\r\n{}\r\n0\r\n\r\n${smuggled}`)],
    ['a folded header', post('X: a\r\n b\r\nContent-Length: 0', smuggled)],
    ['only line feeds', `GET /healthz HTTP/1.1\nHost: x\n\n${smuggled}`],
    ['a NUL in a header', `GET /healthz HTTP/1.1\r\nHost: x\r\nX: a\0b\r\n\r\n${smuggled}`],
  ])('W-19 is refused, and its connection closed: %s', async (_, text) => {
    const { port } = await listen()
    const client = await open(port, text)
    await until(() => expect(client.isEnded || client.error).toBeTruthy())
    const statuses = [...client.received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)
    expect(statuses.at(-1)).toBe('400')
    expect(statuses.slice(0, -1).every((status) => status === '400')).toBe(true)
  })
})

describe('large uploads', () => {
  it('U-05 are limited to four at a time; a fifth gets 503, and aborted ones leave no file', async () => {
    const { port } = await listen()
    const begin = () => open(port, `${uploadHead(100_000)}${PART}begun`)
    const clients = await Promise.all(Array.from({ length: 4 }, begin))
    await until(async () => expect(await listTemporaryFiles()).toHaveLength(4))
    const fifth = await begin()
    await until(() => expect(fifth.received.toLowerCase()).toMatch(/^http\/1\.1 503 [^]*\r\nretry-after: 30\r\n/))
    for (const { socket } of [...clients, fifth]) socket.destroy()
    await until(async () => expect(await listTemporaryFiles()).toHaveLength(0))
    const sixth = await begin()
    await until(async () => expect(await listTemporaryFiles()).toHaveLength(1))
    sixth.socket.destroy()
    await until(async () => expect(await listTemporaryFiles()).toHaveLength(0))
  })

  it('U-05 that are longer than declared do not occupy a slot forever', async () => {
    const { port } = await listen()
    const text = `${uploadHead(PART.length + 1)}${PART}more than that`
    const clients = await Promise.all(Array.from({ length: 4 }, () => open(port, text)))
    for (const client of clients) await until(() => expect(client.received).toMatch(/^HTTP\/1\.1 400 /))
    const next = await open(port, `${uploadHead(100_000)}${PART}begun`)
    await until(async () => expect(await listTemporaryFiles()).toHaveLength(1))
    next.socket.destroy()
    await until(async () => expect(await listTemporaryFiles()).toHaveLength(0))
  })
})

/** Returns how many times this process has a stored file open. */
const countOpen = (key: string) => readdirSync('/proc/self/fd').filter((fd) => readFile(fd)?.endsWith(key)).length

/** Returns the file that a descriptor of this process refers to; undefined if it has been closed. */
function readFile(descriptor: string): string | undefined {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`)
  } catch {
    return undefined
  }
}
