// Tests the watch over real sockets, on a clock that the tests advance: connections are checked when a test says so.
import { once } from 'node:events'
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import { connect, Socket, type AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import type { Incident } from './connection-log.ts'
import { createConnectionWatch, watchTimes, type Transfer } from './connection-watch.ts'
import { waitFor } from '../../../test/wait-for.ts'

const SECOND = 1_000
const MIB = 1_048_576

const until = <T>(condition: () => T | Promise<T>) => waitFor(condition)

let server: Server
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
})

type Start = { connections?: number; connectionsPerAddress?: number; trusted?: string; headersMs?: number }

/** Starts a server whose own sweeps and timeouts come too late to matter, unless they are set. */
async function start(listener: RequestListener, { trusted, headersMs, ...limits }: Start = {}) {
  let time = 0
  const incidents: Incident[] = []
  const watch = createConnectionWatch({
    limits: { connections: Infinity, connectionsPerAddress: Infinity, ...limits },
    isTrustedProxy: (address) => address === trusted,
    log: { count: (incident) => incidents.push(incident), close: () => undefined },
    times: headersMs === undefined ? { sweepMs: 3_600_000 } : { sweepMs: 20, headersMs },
    now: () => time,
  })
  server = watch.createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    watch,
    incidents,
    /** Lets time pass, checking the connections every second. */
    pass: (ms: number) => {
      for (let passed = 0; passed < ms; passed += SECOND) {
        time += SECOND
        watch.sweep()
      }
    },
  }
}

/** Connects, sends a text and records the reply. */
async function open(text = '', { allowHalfOpen = false } = {}) {
  const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', allowHalfOpen })
  sockets.push(socket)
  const client = { socket, received: '', isClosed: false, error: undefined as string | undefined }
  socket.setEncoding('latin1')
  socket.on('data', (data: string) => (client.received += data))
  socket.on('error', (error: NodeJS.ErrnoException) => (client.error = error.code))
  socket.once('close', () => (client.isClosed = true))
  await once(socket, 'connect')
  socket.write(text)
  return client
}

const post = (length: number, headers = '') =>
  `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n${headers}\r\n`
const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'

const waitForClose = (client: { isClosed: boolean }) => until(() => expect(client.isClosed).toBe(true))

/** Reads bodies, accepts those of some requests as transfers, and records how each ended. */
function readBodies(transfer?: Transfer, isAccepted: (request: IncomingMessage) => boolean = () => true) {
  const ends: string[] = []
  const requests: IncomingMessage[] = []
  let allow: (request: IncomingMessage) => void = () => undefined
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    requests.push(request)
    allow(request)
    request.on('error', (error: NodeJS.ErrnoException) => ends.push(error.code ?? ''))
    request.on('end', () => {
      ends.push('whole')
      response.end('read')
    })
    request.resume()
  }
  const begin = async () => {
    const started = await start(listener)
    allow = (request) => {
      if (transfer && isAccepted(request)) started.watch.allow(request, transfer)
    }
    return started
  }
  /** Waits until the server has received this many bytes, including headers. */
  const arrive = (bytes: number) => until(() => expect(requests.at(-1)?.socket.bytesRead).toBeGreaterThanOrEqual(bytes))
  return { ends, requests, begin, arrive }
}

describe('a body', () => {
  it('W-16 that trickles is cut off after 15 seconds, whatever arrives, and its reader is told', async () => {
    const { ends, begin, arrive } = readBodies()
    const { pass, incidents } = await begin()
    const head = post(1_000)
    const client = await open(head)
    for (let second = 0; second < 15; second += 1) {
      expect(ends).toEqual([])
      client.socket.write('x')
      await arrive(head.length + second + 1)
      pass(SECOND)
    }
    await waitForClose(client)
    expect(ends).toEqual(['BODY_TOO_SLOW'])
    expect(incidents).toEqual(['slow'])
  })

  it('that is an accepted upload arrives at 4 KiB a second, however long it takes', async () => {
    const { ends, begin, arrive } = readBodies('upload')
    const { pass } = await begin()
    const head = post(100 * 41_000)
    const client = await open(head)
    await arrive(head.length)
    for (let n = 1; n <= 100; n += 1) {
      client.socket.write('x'.repeat(41_000))
      await arrive(head.length + n * 41_000)
      pass(10 * SECOND)
    }
    await until(() => expect(client.received).toContain('read'))
    expect(ends).toEqual(['whole'])
  })

  it('U-05 that is an accepted upload is cut off below 4 KiB a second', async () => {
    const { ends, begin, arrive } = readBodies('upload')
    const { pass } = await begin()
    const head = post(MIB)
    const client = await open(head)
    for (let n = 1; n <= 6; n += 1) {
      expect(ends).toEqual([])
      client.socket.write('x'.repeat(40_000))
      await arrive(head.length + n * 40_000)
      pass(10 * SECOND)
    }
    await waitForClose(client)
    expect(ends).toEqual(['BODY_TOO_SLOW'])
  })

  it('that is an accepted upload is cut off after 15 silent seconds', async () => {
    const { ends, begin, arrive } = readBodies('upload')
    const { pass } = await begin()
    const head = post(MIB)
    const client = await open(`${head}${'x'.repeat(500_000)}`)
    await arrive(head.length + 500_000)
    pass(15 * SECOND)
    expect(client.isClosed).toBe(false)
    pass(SECOND)
    await waitForClose(client)
    expect(ends).toEqual(['BODY_TOO_SLOW'])
  })

  it('that follows an accepted upload on its connection is not an upload', async () => {
    const { ends, requests, begin, arrive } = readBodies('upload', (request) => request.url === '/upload')
    const { pass, watch } = await begin()
    const upload = post(5).replace('/', '/upload')
    const client = await open(`${upload}12345`)
    await until(() => expect(client.received).toContain('read'))
    const head = post(1_000)
    client.socket.write(head)
    await until(() => expect(requests).toHaveLength(2))
    // Accepted too late: its body is complete.
    if (requests[0]) watch.allow(requests[0], 'upload')
    for (let second = 0; second < 15; second += 1) {
      expect(ends).toEqual(['whole'])
      client.socket.write('x')
      await arrive(upload.length + 5 + head.length + second + 1)
      pass(SECOND)
    }
    await waitForClose(client)
    expect(ends).toEqual(['whole', 'BODY_TOO_SLOW'])
  })

  it('is not cut off while the server does not read it', async () => {
    let read: (() => void) | undefined
    const { pass } = await start((request, response) => {
      read = () => void request.resume().on('end', () => response.end('read'))
    })
    const client = await open(`${post(500_000)}${'x'.repeat(500_000)}`)
    await until(() => expect(read).toBeDefined())
    pass(60 * SECOND)
    read?.()
    await until(() => expect(client.received).toContain('read'))
  })
})

describe('a refused body', () => {
  const refuse = (connection?: string) => (_: IncomingMessage, response: ServerResponse) => {
    if (connection) response.setHeader('connection', connection)
    response.writeHead(413).end('too large')
  }

  it.each([undefined, 'close'])('that trickles does not keep its connection (Connection: %s)', async (connection) => {
    const { pass, watch } = await start(refuse(connection))
    const clients = await Promise.all(Array.from({ length: 20 }, () => open(post(1_000))))
    for (const client of clients) await until(() => expect(client.received).toContain('too large'))
    for (let second = 0; second < 12; second += 1) {
      for (const { socket } of clients) if (socket.writable) socket.write('x')
      pass(SECOND)
    }
    await Promise.all(clients.map(waitForClose))
    await until(() => expect(watch.count()).toBe(0))
  })

  it.each([undefined, 'close'])('lets the reply reach a client that is still sending (%s)', async (connection) => {
    await start(refuse(connection))
    const client = await open(post(8 * MIB), { allowHalfOpen: true })
    await until(() => expect(client.received).toContain('too large'))
    // Arrives after the reply: a closed connection would be reset.
    const failure = await new Promise((resolve) => client.socket.write('x'.repeat(8 * MIB), resolve))
    expect([failure ?? undefined, client.error]).toEqual([undefined, undefined])
  })

  it('leaves a connection on which the next request is answered', async () => {
    await start((request, response) => {
      if (request.method === 'POST') response.writeHead(507).end('full')
      else response.end('next')
    })
    const client = await open(post(MIB))
    await until(() => expect(client.received).toContain('full'))
    client.socket.write('x'.repeat(MIB))
    client.socket.write(GET)
    await until(() => expect(client.received).toContain('next'))
  })

  it('that a route had begun to read is also read to its end', async () => {
    await start((request, response) => {
      if (request.method === 'GET') return void response.end('next')
      request.once('data', () => {
        request.pause()
        response.writeHead(507).end('full')
      })
      return undefined
    })
    const client = await open(`${post(4 * MIB)}begin`)
    await until(() => expect(client.received).toContain('full'))
    client.socket.write('x'.repeat(4 * MIB - 5))
    client.socket.write(GET)
    await until(() => expect(client.received).toContain('next'))
  })

  it('is read for as long after each refusal', async () => {
    const { pass } = await start(refuse())
    const client = await open()
    for (const count of [1, 2]) {
      client.socket.write(post(1_000))
      await until(() => expect(client.received.match(/too large/g)).toHaveLength(count))
      pass(watchTimes.lingerMs)
      client.socket.write('x'.repeat(1_000))
      client.socket.write(GET)
      await until(() => expect(client.received.match(/too large/g)).toHaveLength(count + 1))
      client.received = client.received.replace('too large', '')
    }
  })

  it('is not read forever', async () => {
    const { pass, watch } = await start(refuse())
    const client = await open(post(1_000 * MIB))
    const chunk = 'x'.repeat(MIB)
    const write = () => void (client.socket.writable && client.socket.write(chunk, write))
    pass(SECOND)
    write()
    await until(() => {
      watch.sweep()
      expect(client.isClosed).toBe(true)
    })
    expect(client.socket.bytesWritten).toBeLessThan(900 * MIB)
  })

  it('is not followed by another request if the reply announced the end of the connection', async () => {
    const urls: (string | undefined)[] = []
    const { watch } = await start((request, response) => {
      urls.push(request.url)
      response.writeHead(413, { connection: 'close' }).end('too large')
    })
    const client = await open(post(3), { allowHalfOpen: true })
    await until(() => expect(client.received).toContain('too large'))
    client.socket.write(`xxx${GET.replace('/', '/second')}`)
    await until(() => expect(watch.count()).toBe(0))
    expect(urls).toEqual(['/'])
  })
})

describe('a reader', () => {
  /** Serves more than the operating system buffers, in chunks. */
  const serve = (response: ServerResponse) => {
    const chunk = Buffer.alloc(64 * 1_024)
    const write = () => {
      while (!response.destroyed && response.write(chunk));
    }
    response.on('drain', write)
    write()
  }

  async function openReader(transfer?: Transfer) {
    let allow: (request: IncomingMessage) => void = () => undefined
    let response: ServerResponse | undefined
    const started = await start((request, next) => {
      allow(request)
      response = next
      serve(next)
    })
    allow = (request) => transfer && started.watch.allow(request, transfer)
    const client = await open()
    client.socket.pause()
    client.socket.write(GET)
    const waitUntilFull = async () => {
      let sent = -1
      await until(() => {
        const before = sent
        sent = (response?.socket?.bytesWritten ?? 0) - (response?.socket?.writableLength ?? 0)
        expect([sent, sent > 0]).toEqual([before, true])
      })
    }
    await waitUntilFull()
    const isCut = () => response?.socket === null || response?.socket?.destroyed === true
    return { ...started, client, isCut, waitUntilFull }
  }

  it('W-16 that reads nothing is cut off', async () => {
    const { pass, isCut, watch, incidents } = await openReader()
    pass(watchTimes.reply.intervalMs)
    expect(isCut()).toBe(false)
    pass(SECOND)
    expect(isCut()).toBe(true)
    await until(() => expect(watch.count()).toBe(0))
    expect(incidents).toEqual(['slow'])
  })

  it('that reads too slowly is cut off, and one at the speed of a 2G phone is not', async () => {
    const { pass, isCut, client, waitUntilFull } = await openReader()
    for (let n = 0; n < 3; n += 1) {
      pass(watchTimes.reply.intervalMs)
      client.received = ''
      client.socket.resume()
      await until(() => expect(client.received.length).toBeGreaterThan(4 * MIB))
      client.socket.pause()
      await waitUntilFull()
    }
    expect(isCut()).toBe(false)
    pass(2 * watchTimes.reply.intervalMs)
    expect(isCut()).toBe(true)
  })

  it('of a video may pause for minutes, but not forever', async () => {
    const { pass, isCut } = await openReader('media')
    pass(watchTimes.media.intervalMs)
    expect(isCut()).toBe(false)
    pass(SECOND)
    expect(isCut()).toBe(true)
  })

  it('of a stream without new data is not cut off', async () => {
    const { pass } = await start((_, response) => void response.write('begin'))
    const client = await open(GET)
    await until(() => expect(client.received).toContain('begin'))
    pass(3_600 * SECOND)
    expect(client.isClosed).toBe(false)
  })
})

describe('a request sent before the reply to an earlier one', () => {
  /** Starts a server whose replies the test ends, and returns them in the order in which their requests were handled. */
  async function startPending(begin: (response: ServerResponse) => void = () => undefined) {
    const responses: ServerResponse[] = []
    const started = await start((_, response) => {
      responses.push(response)
      begin(response)
    })
    return { ...started, responses }
  }

  it('is handled after that reply', async () => {
    const { responses } = await startPending()
    const client = await open(`${GET}${post(4)}body`)
    await until(() => expect(responses).toHaveLength(1))
    responses[0]?.end('first')
    await until(() => expect(responses).toHaveLength(2))
    responses[1]?.end('second')
    await until(() => expect(client.received).toMatch(/first[^]*second/))
    client.socket.write(GET.repeat(2))
    await until(() => expect(responses).toHaveLength(3))
    responses[2]?.end()
    await until(() => expect(responses).toHaveLength(4))
  })

  it('is never handled if that reply is a stream and the connection ends with it', async () => {
    const { responses, watch } = await startPending((response) =>
      response.writeHead(200, { connection: 'close' }).write('event'),
    )
    const client = await open(`${GET}${GET}`)
    await until(() => expect(client.received).toContain('event'))
    responses[0]?.end('last')
    await waitForClose(client)
    expect(client.received).toContain('last')
    const other = await open(`${GET}${GET}`)
    await until(() => expect(other.received).toContain('event'))
    other.socket.destroy()
    await until(() => expect(watch.count()).toBe(0))
    expect(responses).toHaveLength(2)
  })

  it('ends the connection if another one follows it', async () => {
    const { responses, incidents, watch } = await startPending((response) => response.write('begin'))
    await waitForClose(await open(GET.repeat(1_000)))
    expect(responses).toHaveLength(1)
    expect(incidents).toEqual(['pipelined'])
    await until(() => expect(watch.count()).toBe(0))
  })
})

describe('a connection without a request', () => {
  it('is kept for a while after each request', async () => {
    const { pass } = await start((_, response) => void response.end('done'))
    const client = await open()
    for (let n = 1; n <= 3; n += 1) {
      client.socket.write(GET)
      await until(() => expect(client.received.match(/done/g)).toHaveLength(n))
      pass(watchTimes.keepAliveMs)
    }
    pass(watchTimes.headersMs + 2 * SECOND)
    await waitForClose(client)
  })

  it('is not kept open by line breaks', async () => {
    const { pass } = await start((_, response) => void response.end('done'))
    const client = await open(GET)
    await until(() => expect(client.received).toContain('done'))
    pass(SECOND)
    client.socket.write('\r\n')
    pass(watchTimes.keepAliveMs)
    client.socket.write('\r\n')
    expect(client.isClosed).toBe(false)
    pass(3_600 * SECOND)
    await waitForClose(client)
  })

  it('W-16 is closed if it sends no headers, or incomplete ones', async () => {
    const { watch } = await start((_, response) => void response.end(), { headersMs: 50 })
    const clients = [await open(), await open('GET / HTTP/1.1\r\nHost: x\r\n')]
    const drip = setInterval(() => clients[1]?.socket.write('X: 1\r\n'), 10)
    await Promise.all(clients.map(waitForClose))
    clearInterval(drip)
    await until(() => expect(watch.count()).toBe(0))
  })
})

describe('connections', () => {
  /** Replies. The reply to /busy never ends, and bodies are read after the reply has begun. */
  const answer: RequestListener = (request, response) => {
    response.write(request.method === 'GET' ? 'done' : 'begin')
    request.resume().on('end', () => (request.url === '/busy' ? response.write('read') : response.end('done')))
  }
  const BUSY = GET.replace('/', '/busy')

  /** Opens a connection and returns it once it was answered or closed. */
  async function ask(text = GET) {
    const client = await open(text)
    await until(() => expect([client.isClosed, client.received.endsWith('done\r\n0\r\n\r\n')]).toContain(true))
    return client
  }
  /** Opens a connection whose reply never ends; undefined if it was refused. */
  async function keepBusy() {
    const client = await open(BUSY)
    await until(() => expect([client.isClosed, client.received.includes('done')]).toContain(true))
    return client.isClosed ? undefined : client
  }
  async function countBusy(count: number) {
    const clients = []
    for (let n = 0; n < count; n += 1) clients.push(await keepBusy())
    return clients.filter((client) => client).length
  }
  /** Sends a request without its body, and waits until it is handled. */
  async function sendHead(client: Awaited<ReturnType<typeof open>>) {
    client.received = ''
    client.socket.write(post(10))
    await until(() => expect(client.received).toContain('begin'))
    return client
  }

  it('from one address are limited, and make room when they end', async () => {
    const { incidents } = await start(answer, { connectionsPerAddress: 3 })
    expect(await countBusy(5)).toBe(3)
    expect(incidents).toEqual(['address full', 'address full'])
    sockets[0]?.destroy()
    await until(async () => expect(await countBusy(1)).toBe(1))
  })

  it('from a trusted proxy are not limited, because they belong to many visitors', async () => {
    await start(answer, { connectionsPerAddress: 3, trusted: '127.0.0.1' })
    expect(await countBusy(5)).toBe(5)
  })

  it('are limited in total, even from a trusted proxy, and the log says so', async () => {
    const { incidents } = await start(answer, { connections: 3, trusted: '127.0.0.1' })
    expect(await countBusy(5)).toBe(3)
    expect(incidents).toEqual(['full', 'full'])
  })

  it.each([
    ['in all', { connections: 6 }, 'full'],
    ['of their address', { connectionsPerAddress: 6 }, 'address full'],
  ] as const)('waiting for a request make room for others %s, the oldest first', async (_, limits, incident) => {
    let allow: (request: IncomingMessage) => void = () => undefined
    const { watch, incidents } = await start((request, response) => {
      allow(request)
      answer(request, response)
    }, limits)
    const idle = await ask(`${post(4)}body`)
    const busy = await keepBusy()
    const waiting = [await open(), await open('GET /'), await sendHead(await open())]
    allow = (request) => watch.allow(request, 'upload')
    const upload = await sendHead(await open())
    allow = () => undefined
    for (const client of [...waiting, idle]) {
      expect(client.isClosed).toBe(false)
      expect(await keepBusy()).toBeDefined()
      await waitForClose(client)
    }
    expect(await keepBusy()).toBeUndefined()
    expect([upload.isClosed, busy?.isClosed]).toEqual([false, false])
    await until(() => expect(watch.count()).toBe(6))
    expect(incidents).toEqual(Array(5).fill(incident))
  })

  it('waiting for the rest of a later request also make room, before idle ones', async () => {
    await start(answer, { connections: 4 })
    const [idle, partial] = [await ask(), await ask()]
    partial.socket.write(GET.slice(0, 20))
    const bodies = [await sendHead(await ask()), await sendHead(await ask())]
    for (const client of [...bodies, idle, partial]) {
      expect(client.isClosed).toBe(false)
      expect(await keepBusy()).toBeDefined()
      await waitForClose(client)
    }
    expect(await keepBusy()).toBeUndefined()
  })

  it('waiting for the rest of a refused body also make room', async () => {
    await start((_, response) => void response.writeHead(413).end('done'), { connections: 1 })
    const client = await open(post(10))
    await until(() => expect(client.received).toContain('done'))
    expect((await open(GET)).isClosed).toBe(false)
    await waitForClose(client)
  })

  it('are idle only once the reply to the latest request is complete', async () => {
    await start(answer, { connections: 2 })
    const [oldest, other] = [await ask(), await ask()]
    oldest.received = ''
    oldest.socket.write(GET)
    await until(() => expect(oldest.received).toContain('done\r\n0'))
    expect(await keepBusy()).toBeDefined()
    await waitForClose(other)
    oldest.received = ''
    oldest.socket.write(BUSY)
    await until(() => expect(oldest.received).toContain('done'))
    expect(await keepBusy()).toBeUndefined()
    expect(oldest.isClosed).toBe(false)
  })

  it('are not closed for others once their body has arrived and the reply is pending', async () => {
    await start(answer, { connections: 1 })
    const client = await open(`${post(4).replace('/', '/busy')}body`)
    await until(() => expect(client.received).toContain('read'))
    expect(await keepBusy()).toBeUndefined()
    expect(client.isClosed).toBe(false)
  })

  it('accepted at the same moment close different ones', async () => {
    const { watch } = await start(answer, { connections: 2 })
    const accepted = Array.from({ length: 4 }, () => new Socket())
    for (const socket of accepted) server.emit('connection', socket)
    expect(accepted.map(({ destroyed }) => destroyed)).toEqual([true, true, false, false])
    expect(watch.count()).toBe(2)
    for (const socket of accepted) socket.destroy()
  })

  it('arriving together do not exceed the limit', async () => {
    const { watch } = await start(answer, { connections: 3 })
    const clients = await Promise.all(Array.from({ length: 50 }, () => open()))
    await until(() => expect(clients.filter(({ isClosed }) => isClosed)).toHaveLength(47))
    await until(() => expect(watch.count()).toBe(3))
  })

  it('closed for others leave nothing behind', async () => {
    const { watch } = await start(answer, { connections: 2, connectionsPerAddress: 2 })
    for (let n = 0; n < 20; n += 1) expect((await ask()).received).toContain('done')
    for (const socket of sockets) socket.destroy()
    await until(() => expect(watch.count()).toBe(0))
    expect(await countBusy(3)).toBe(2)
  })
})
