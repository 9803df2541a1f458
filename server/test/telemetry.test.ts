// Tests metrics and traces over real connections: what a collector and Prometheus receive, and that nobody can be identified in
// it.
import { once } from 'node:events'
import { request as sendRequest } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { api } from '@baobab/contract/api.ts'
import { initializePayment } from '@baobab/contract/payments/endpoints.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHttp } from '../src/http.ts'
import { findFreePort } from '../src/platform/free-port.ts'
import { openInternalServer } from '../src/platform/telemetry/internal-server.ts'
import { smsMessages } from '../src/sms/tables.ts'
import { startCollector, type Collector, type ReceivedSpan } from './collector.ts'
import { makeStudent, PASSWORD, registration } from './factories.ts'
import { startTestApp, type TestApp } from './harness.ts'
import { waitFor } from './wait-for.ts'

/** An address of this machine that counts as a proxy. */
const PROXY = '127.0.0.2'

let t: TestApp
let http: FastifyInstance
let collector: Collector
let url: string
let monitoring: string
let closeMonitoring: () => Promise<void>
beforeAll(async () => {
  collector = await startCollector()
  t = await startTestApp({
    METRICS_PORT: String(await findFreePort()),
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-token=school%201',
    OTEL_METRIC_EXPORT_INTERVAL: '200',
    OTEL_TRACES_SAMPLER_ARG: '1',
  })
  const { telemetry, config, log } = t.app
  if (!telemetry || !config.telemetry.scraping) throw new Error('Nothing is measured.')
  http = await createHttp({ ...t.app, config: { ...config, trustProxy: [PROXY] } })
  url = await http.listen({ port: 0, host: '127.0.0.1' })
  const readHealth = () => http.readHealth()
  closeMonitoring = await openInternalServer(config.telemetry.scraping, { telemetry, log, readHealth })
  monitoring = `http://127.0.0.1:${config.telemetry.scraping.port}`
  // Stored here, because numbers about the whole database are cached for five seconds.
  const sms = { number: '+2348031234567', range: '+234803123', kind: 'draw', provider: 'termii', parts: 2 } as const
  const at = t.app.clock.now()
  await t.app.db.insert(smsMessages).values({ ...sms, at, sentAt: at, state: 'delivered' })
})
afterAll(async () => {
  await closeMonitoring()
  await http.close()
  await t.close()
  await collector.close()
})

type Sent = { path: string; method?: string; headers?: Record<string, string>; body?: object; from?: string }

/** Sends a raw request from an address of this machine, because fetch would correct some of what strangers send. */
async function send({ path, method = 'GET', headers = {}, body, from = '127.0.0.1' }: Sent) {
  const json = body && JSON.stringify(body)
  const { port } = new URL(url)
  const request = sendRequest({ host: '127.0.0.1', port, localAddress: from, path, method, agent: false })
  for (const [name, value] of Object.entries({ ...(json ? { 'content-type': 'application/json' } : {}), ...headers }))
    request.setHeader(name, value)
  request.end(json)
  const [reply] = await once(request, 'response')
  const bytes = await buffer(reply)
  return {
    status: reply.statusCode as number,
    headers: reply.headers as Record<string, string>,
    text: bytes.toString(),
  }
}

const readMetrics = async () => (await fetch(`${monitoring}/metrics`)).text()

/** Reads a metric's lines, by label. */
async function readSeries(name: string): Promise<Map<string, number>> {
  const lines = (await readMetrics())
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
  return new Map(lines.map((line) => [line.slice(name.length, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]))
}

/** Waits for the trace of the request with this id, and returns its spans once there are as many as expected. */
function waitForTrace(requestId: string | undefined, names: readonly string[]): Promise<ReceivedSpan[]> {
  return waitFor(() => {
    const root = collector.spans().find(({ attributes }) => attributes['baobab.request_id'] === requestId)
    const spans = collector.spans().filter(({ traceId }) => traceId === root?.traceId)
    expect(spans.map(({ name }) => name)).toEqual(expect.arrayContaining([...names]))
    return spans
  })
}

describe('a scrape', () => {
  it('reports requests by their route pattern, and the pools', async () => {
    await send({ path: '/api/videos' })
    await send({ path: '/api/leaderboard' })
    await send({ path: '/student/one-student/ada' })
    const requests = await readSeries('baobab_http_requests_total')
    expect(requests.get('{route="/api/videos",method="GET",status="2xx"}')).toBe(1)
    expect(requests.get('{route="/api/leaderboard",method="GET",status="2xx"}')).toBe(1)
    expect(requests.get('{route="/student/one-student/:username",method="GET",status="4xx"}')).toBe(1)
    const durations = await readSeries('baobab_http_request_duration_seconds_bucket')
    expect(durations.get('{route="/api/videos",method="GET",le="+Inf"}')).toBe(1)
    const pools = await readSeries('baobab_pool_size')
    expect(Object.fromEntries(pools)).toEqual({
      '{pool="requests"}': 10,
      '{pool="sessions"}': 4,
      '{pool="health"}': 1,
      '{pool="ranking"}': 1,
      '{pool="slow"}': 6,
    })
  })

  it('counts an event stream while it is open', async () => {
    const request = sendRequest({
      host: '127.0.0.1',
      port: new URL(url).port,
      path: '/api/leaderboard/live',
      agent: false,
    })
    request.end()
    const [reply] = await once(request, 'response')
    await once(reply, 'readable')
    expect([...(await readSeries('baobab_streams_open')).values()]).toEqual([1])
    request.destroy()
    await waitFor(async () => expect([...(await readSeries('baobab_streams_open')).values()]).toEqual([0]))
  })

  it('W-27 is not possible on the visitors’ port, and the monitoring port serves nothing else', async () => {
    expect((await send({ path: '/metrics' })).status).toBe(404)
    for (const path of ['/api/videos', '/', '/student/login', '/metrics/'])
      expect({ path, status: (await fetch(monitoring + path)).status }).toEqual({ path, status: 404 })
  })
})

it.each([
  ['baobab.example', 403],
  ['baobab.example:9464', 403],
  ['', 403],
  ['127.0.0.1:9464', 200],
  ['[::1]:9464', 200],
  ['localhost', 200],
  ['baobab:9464', 200],
  ['baobab.default.svc.cluster.local:9464', 200],
])('W-27 the monitoring port called as "%s" replies with %i', async (host, status) => {
  const request = sendRequest({ host: '127.0.0.1', port: new URL(monitoring).port, path: '/metrics', agent: false })
  request.setHeader('host', host)
  request.end()
  const [reply] = await once(request, 'response')
  await buffer(reply)
  expect(reply.statusCode).toBe(status)
})

it('W-27 /readyz tells visitors only words, and the monitoring port numbers', async () => {
  const words = { server: 'ok', database: 'ok', disk: 'ok', files: 'ok', jobs: 'ok', ranking: 'ok' }
  expect(JSON.parse((await send({ path: '/readyz' })).text)).toEqual({ status: 'ready', parts: words })
  expect(await (await fetch(`${monitoring}/readyz`)).json()).toMatchObject({
    parts: words,
    details: { rankingAgeSeconds: expect.any(Number) },
  })
})

describe('a trace', () => {
  it('has a request’s statements and outgoing calls by name, and its request id', async () => {
    const student = await makeStudent(t)
    const payments = t.as(student.token)
    await payments(initializePayment, { body: { method: 'checkout' } })
    const spans = await waitFor(() => {
      const root = collector.spans().find(({ name }) => name === 'POST /api/payments/initialize')
      expect(root).toBeDefined()
      const all = collector.spans().filter(({ traceId }) => traceId === root?.traceId)
      expect(all.map(({ name }) => name)).toContain('payments.initialize')
      return all
    })
    const root = spans.find(({ name }) => name === 'POST /api/payments/initialize')
    expect(root?.attributes).toEqual({
      'http.request.method': 'POST',
      'http.route': '/api/payments/initialize',
      'http.response.status_code': 200,
      'baobab.request_id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    const below = spans.filter(({ parentSpanId }) => parentSpanId === root?.spanId)
    expect(below.find(({ name }) => name === 'payments.initialize')?.attributes).toEqual({
      'service.peer.name': 'payments',
    })
    const statements = below.filter(({ attributes }) => attributes['db.system.name'] === 'postgresql')
    expect(statements.map(({ name }) => name)).toContain('insert payments')
    for (const { name, attributes } of statements) expect(attributes['db.query.summary']).toBe(name)
  })

  it('of a job has its own root, with the mail it sends', async () => {
    const form = registration()
    await send({ path: '/student/register', method: 'POST', body: form })
    await t.mails(form.email, '')
    await waitFor(() => {
      const mail = collector.spans().find(({ name }) => name === 'mail.send')
      const job = collector.spans().find(({ spanId }) => spanId === mail?.parentSpanId)
      expect(job).toMatchObject({ name: 'job account-mails' })
      expect(job?.parentSpanId ?? '').toBe('')
    })
  })

  it('of a failed request says so, with its status', async () => {
    const name = 'GET /api/trivia/video/:videoTitle/:ageCategory'
    await t.owner.query('alter table videos rename column title to elsewhere')
    const { headers } = await send({ path: '/api/trivia/video/Drum/11-20' })
    await t.owner.query('alter table videos rename column elsewhere to title')
    const spans = await waitForTrace(headers['x-request-id'], [name])
    const root = spans.find((span) => span.name === name)
    expect(root?.status.code).toBe(2)
    expect(root?.attributes).toMatchObject({ 'http.response.status_code': 500, 'error.type': '500' })
  })

  it('W-28 continues from a trusted proxy, and from nobody else', async () => {
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
    const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01` }
    const trusted = await send({ path: '/healthz', headers, from: PROXY })
    const stranger = await send({ path: '/healthz', headers })
    const [own] = await waitForTrace(trusted.headers['x-request-id'], ['GET /healthz'])
    expect(own).toMatchObject({ traceId, parentSpanId: '00f067aa0ba902b7' })
    const [other] = await waitForTrace(stranger.headers['x-request-id'], ['GET /healthz'])
    expect(other?.traceId).not.toBe(traceId)
    const unwanted = { traceparent: `00-${'a'.repeat(32)}-00f067aa0ba902b7-00` }
    const untraced = await send({ path: '/healthz', headers: unwanted, from: PROXY })
    const later = await send({ path: '/healthz' })
    await waitForTrace(later.headers['x-request-id'], ['GET /healthz'])
    const ids = collector.spans().map(({ attributes }) => attributes['baobab.request_id'])
    expect(ids).not.toContain(untraced.headers['x-request-id'])
  })
})

/** Removes numeric values of metrics and attributes, because one of them may by chance contain the digits of a code. */
const withoutNumbers = (text: string) =>
  text.replaceAll(/ -?[\d.e+-]+$/gm, '').replaceAll(/"(?:asInt|asDouble|intValue|doubleValue)":"?[\d.e+-]+"?/g, '')

describe('data sent by strangers and students', () => {
  it('C-13 is in no metric and no trace', async () => {
    const form = registration()
    const secrets = [form.email, form.username, form.number, form.address, form.password, PASSWORD, 'quite-a-secret']
    const registered = await send({ path: '/student/register', method: 'POST', body: form })
    const { verificationToken } = JSON.parse(registered.text) as { verificationToken: string }
    const { email, password } = form
    await send({ path: '/student/verify-email', method: 'POST', body: { email, verificationToken } })
    const login = await send({ path: '/student/login', method: 'POST', body: { email, password } })
    const { authToken } = JSON.parse(login.text) as { authToken: string }
    const headers = { authorization: `Bearer ${authToken}`, 'user-agent': 'quite-a-secret' }
    await send({ path: `/student/one-student/${form.username}?email=${encodeURIComponent(email)}`, headers })
    for (const path of [
      `/${email}`,
      `/media/quite-a-secret/${form.username}.mp4`,
      `/%ff/quite-a-secret`,
      `/api/videos/${form.username}`,
    ])
      await send({ path, headers })
    await send({ path: '/student/login', method: 'POST', body: { email, password: 'quite-a-secret' } })
    const last = await send({ path: '/healthz' })
    await waitForTrace(last.headers['x-request-id'], ['GET /healthz'])
    const exports = collector.bodies().length
    await waitFor(() => expect(collector.bodies().length).toBeGreaterThan(exports + 1))
    const texts = withoutNumbers([await readMetrics(), ...collector.bodies().map(({ text }) => text)].join('\n'))
    expect(texts).toContain('/student/one-student/:username')
    const found = [...secrets, authToken].filter((secret) => texts.includes(secret))
    expect(found).toEqual([])
    // By chance, the six digits may be part of a longer id.
    expect(texts).not.toMatch(new RegExp(`(?<![\\w.-])${verificationToken}(?![\\w.-])`))
    expect(texts).not.toMatch(/[\w.]+@[\w-]+\.[\w.]+/)
    expect(texts).not.toContain(encodeURIComponent(email))
  })

  it('W-28 creates no new series, however many paths and methods it has', async () => {
    const count = async () => (await readSeries('baobab_http_requests_total')).size
    const methods = ['GET', 'POST', 'PROPFIND', 'REPORT', 'PURGE', 'LOCK']
    const flood = async (n: number) => {
      for (const method of methods) await send({ path: `/unknown-${n}/x`, method })
      await send({ path: `/api/videos/unknown-${n}/watch`, method: 'POST' })
    }
    await flood(0)
    const before = await count()
    for (let n = 1; n < 20; n += 1) await flood(n)
    expect(await count()).toBe(before)
    const labels = [...(await readSeries('baobab_http_requests_total')).keys()]
    const routes = new Set(labels.map((text) => /route="([^"]*)"/.exec(text)?.[1]))
    for (const route of routes) expect(route).not.toContain('unknown')
    expect(labels.some((text) => text.includes('method="other"') || text.includes('PROPFIND'))).toBe(true)
    expect(labels.filter((text) => text.includes('PROPFIND'))).toEqual([])
    // At most one label per endpoint, method and status class.
    expect(labels.length).toBeLessThan(api.length * 5)
  })
})

it('a collector gets the same metrics, with the server’s name and the token from the settings', async () => {
  await waitFor(() => expect(collector.points('baobab_http_requests_total')).not.toEqual([]))
  expect(collector.points('baobab_pool_size')).toContainEqual({ pool: 'requests' })
  expect(collector.resources()[0]).toMatchObject({
    'service.name': 'baobab',
    'service.version': expect.stringMatching(/^\d+\.\d+\.\d+/),
    'service.instance.id': expect.stringContaining(':'),
  })
  const tokens = new Set(collector.bodies().map(({ headers }) => headers['x-token']))
  expect([...tokens]).toEqual(['school 1'])
})

it('a scrape reports on every part of the product', async () => {
  // The queues may have been read before there were any, and are read again after a few seconds.
  await waitFor(async () => {
    const lines = (await readMetrics()).split('\n')
    const missing: string[] = []
    for (const name of [
      'event_loop_delay_seconds{quantile="0.99"}',
      'event_loop_utilization',
      'memory_bytes{kind="rss"}',
      'connections_open',
      'streams_open',
      'jobs_waiting{queue="account-mails"}',
      'jobs_oldest_seconds{queue="account-mails"}',
      'jobs_failed{queue="account-mails"}',
      'payments_attention',
      'draw_next_seconds',
      'draw_lists_missing',
      'ranking_age_seconds',
      'clock_difference_seconds',
      'disk_free_bytes{disk="files"}',
      'file_store_down',
      'uploads_open',
      'backup_on',
      'build_info',
    ])
      if (!lines.some((line) => line.startsWith(`baobab_${name}`) && Number.isFinite(Number(line.split(' ').at(-1)))))
        missing.push(name)
    expect(missing).toEqual([])
  })
})

it('the budget for text messages and what was sent are measured, without numbers', async () => {
  await waitFor(async () => expect((await readSeries('baobab_sms_sent_today')).get('')).toBe(2))
  expect((await readSeries('baobab_sms_budget')).get('')).toBe(5_000)
  expect((await readSeries('baobab_sms_paused_ranges')).get('')).toBe(0)
  expect([...(await readSeries('baobab_sms_last_day'))]).toEqual([
    ['{outcome="sent"}', 1],
    ['{outcome="delivered"}', 1],
    ['{outcome="failed"}', 0],
  ])
  expect(await readMetrics()).not.toContain('803123')
})
