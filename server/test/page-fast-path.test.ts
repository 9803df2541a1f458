// The public pages over real connections: served before the framework runs, and the same as from the framework.
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { request as sendRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync } from 'node:zlib'
import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createHttp } from '../src/http.ts'
import { findFreePort } from '../src/platform/free-port.ts'
import { openInternalServer } from '../src/platform/telemetry/internal-server.ts'
import { videos } from '../src/videos/tables.ts'
import { captureLog } from './capture-log.ts'
import { makeVideo } from './factories.ts'
import { openTestApp } from './harness.ts'
import { waitFor } from './wait-for.ts'
import { writeWebBuild } from './web-build.ts'

const t = await openTestApp({ METRICS_PORT: String(await findFreePort()) })

let buildFolder: string
let http: FastifyInstance
let port: number
let log: ReturnType<typeof captureLog>
/** How many requests the framework has handled. */
let handled: number

beforeEach(async () => {
  buildFolder = writeWebBuild()
  log = captureLog()
  handled = 0
  http = await createHttp({ ...t.app, log: log.log }, undefined, { buildFolder })
  http.addHook('onRequest', async () => void (handled += 1))
  port = Number(new URL(await http.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await http.close()
  rmSync(buildFolder, { recursive: true })
})

type Sent = { method?: string; headers?: OutgoingHttpHeaders }

async function send(path: string, { method = 'GET', headers = {} }: Sent = {}) {
  const request = sendRequest({ host: '127.0.0.1', port, path, method, agent: false, headers })
  request.end()
  const [reply] = (await once(request, 'response')) as [IncomingMessage]
  return { status: reply.statusCode, headers: reply.headers, body: await buffer(reply) }
}

/** Sends the same request to the framework, which handles all requests that may have a body. */
const sendToFramework = (path: string, { method, headers = {} }: Sent = {}) =>
  send(path, { ...(method && { method }), headers: { ...headers, 'content-length': '0' } })

/** What does not differ from one reply to the next. */
function withoutTimes({ status, headers, body }: Awaited<ReturnType<typeof send>>) {
  const { date, 'x-request-id': id, 'x-server-time': time, ...others } = headers
  expect([typeof date, typeof id, Math.abs(Date.parse(String(time)) - Date.now()) < 60_000]).toEqual([
    'string',
    'string',
    true,
  ])
  return { status, headers: others, body: body.toString('latin1') }
}

const text = async (path: string) => (await send(path)).body.toString()
/** Runs work, and counts the requests that the framework handles meanwhile. */
async function countHandled(work: () => Promise<unknown>): Promise<number> {
  const before = handled
  await work()
  return handled - before
}

describe('a page that is rendered', () => {
  const requests: [string, Sent][] = [
    ['in plain text', {}],
    ['in Brotli', { headers: { 'accept-encoding': 'gzip, deflate, br' } }],
    ['in gzip', { headers: { 'accept-encoding': 'gzip' } }],
    ['without a body', { method: 'HEAD', headers: { 'accept-encoding': 'br' } }],
    ['in part, which is ignored', { headers: { range: 'bytes=0-3' } }],
    ['with a login', { headers: { authorization: `Bearer ${'x'.repeat(43)}`, cookie: 'authToken=x' } }],
    ['of another version', { headers: { 'if-none-match': '"other"' } }],
  ]
  it.each(requests)('is the same as from the framework: %s', async (_what, sent) => {
    await makeVideo(t)
    const first = await sendToFramework('/', sent)
    expect(first.status).toBe(200)
    expect(
      await countHandled(async () => expect(withoutTimes(await send('/', sent))).toEqual(withoutTimes(first))),
    ).toBe(0)
    expect(first.headers['content-security-policy']).toContain("'sha256-abc'")
  })

  it('is not sent again to a browser that has it', async () => {
    const { headers } = await send('/')
    const sent = { headers: { 'if-none-match': `"other", W/${headers.etag}`, 'accept-encoding': 'identity' } }
    const known = withoutTimes(await sendToFramework('/', sent))
    expect(known).toMatchObject({ status: 304, body: '' })
    expect(await countHandled(async () => expect(withoutTimes(await send('/', sent))).toEqual(known))).toBe(0)
  })

  it('is rendered once for simultaneous requests, in each encoding', async () => {
    const headers = { 'accept-encoding': 'br' }
    const all = await Promise.all(Array.from({ length: 30 }, () => send('/', { headers })))
    const bodies = all.map(({ body }) => brotliDecompressSync(body).toString())
    expect(new Set(bodies).size).toBe(1)
    expect(bodies[0]).toMatch(/^<p>page 1<\/p>/)
  })
})

describe('after a change', () => {
  it('W-33 the next visitor gets a new page, and nobody gets a video that is hidden now', async () => {
    const { id, title } = await makeVideo(t)
    expect(await text('/')).toContain(title)
    expect(await countHandled(async () => expect(await text('/')).toContain(title))).toBe(0)
    for (let round = 0; round < 20; round += 1) {
      await t.app.db.update(videos).set({ isDraft: true }).where(eq(videos.id, id))
      expect(await text('/')).not.toContain(title)
      await t.app.db.update(videos).set({ isDraft: false }).where(eq(videos.id, id))
      expect(await text('/')).toContain(title)
    }
  })

  it('a video appears at the time for which it is scheduled', async () => {
    const publishAt = new Date(t.app.clock.now().getTime() + 60_000)
    const { title } = await makeVideo(t, { publishAt })
    expect(await text('/')).not.toContain(title)
    expect(await countHandled(() => text('/'))).toBe(0)
    t.app.clock.advance(60_000)
    expect(await text('/')).toContain(title)
  })

  it('the framework decides what to show while messages about changes may be missing', async () => {
    await text('/')
    vi.spyOn(t.app.pubSub, 'catchUp').mockRejectedValue(new Error('Connection terminated'))
    const { title } = await makeVideo(t)
    expect(await countHandled(async () => expect(await text('/')).toContain(title))).toBe(1)
  })
})

describe('strangers', () => {
  it('W-32 cannot fill the memory or evict Home with addresses that they make up', async () => {
    const pages = ['/', '/video-list', '/video-list?value=courage']
    const before = [await text('/'), await text('/video-list'), await text('/video-list?value=courage')]
    const others = await countHandled(async () => {
      for (let at = 0; at < 120; at += 1) await Promise.all([send(`/?x=${at}`), send(`/video-list?search=${at}`)])
    })
    expect(others).toBe(240)
    expect(await countHandled(async () => expect(await Promise.all(pages.map(text))).toEqual(before))).toBe(0)
    // The last searches are kept, and the first ones are not.
    expect(await countHandled(() => send('/video-list?search=119'))).toBe(0)
    expect(await countHandled(() => send('/video-list?search=0'))).toBe(1)
  })

  it('get the page only by GET and HEAD', async () => {
    await send('/')
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'])
      expect((await send('/', { method, headers: { accept: 'text/html' } })).status).toBe(404)
  })
})

it('a visitor to another name of a laptop is sent to PUBLIC_URL, even from a page that is already rendered', async () => {
  const headers = { host: '127.0.0.1:3000', accept: 'text/html' }
  await send('/', { headers: { host: 'localhost:3000', accept: 'text/html' } })
  const reply = await send('/', { headers })
  expect([reply.status, reply.headers.location]).toEqual([302, 'http://localhost:3000/'])
})

it('is counted and logged as a page, without its address', async () => {
  const { telemetry, config } = t.app
  if (!telemetry || !config.telemetry.scraping) throw new Error('Nothing is measured.')
  const readHealth = () => http.readHealth()
  const close = await openInternalServer(config.telemetry.scraping, { telemetry, log: log.log, readHealth })
  const countPages = async () => {
    const metrics = await (await fetch(`http://127.0.0.1:${config.telemetry.scraping?.port}/metrics`)).text()
    const found = /^baobab_http_request_duration_seconds_count\{(?=.*method="GET")(?=.*route="page").*\} (\d+)$/m.exec(
      metrics,
    )
    return Number(found?.[1] ?? 0)
  }
  await send('/video-list?search=drum')
  await waitFor(() => expect(log.lines().filter(({ route }) => route === 'page')).toHaveLength(1))
  const before = await countPages()
  const { headers } = await send('/video-list?search=drum')
  expect([handled, (await countPages()) - before]).toEqual([1, 1])
  await close()
  const logged = log.lines().filter(({ reqId }) => reqId === headers['x-request-id'])
  expect(logged).toMatchObject([{ method: 'GET', route: 'page', status: 200, msg: 'request completed' }])
  expect(JSON.stringify(log.lines())).not.toContain('drum')
})
