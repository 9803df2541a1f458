// Tests what all responses share: headers, errors, the API description, health checks, and a log without personal data.
import { Writable } from 'node:stream'
import { api } from '@baobab/contract/api.ts'
import { declarationOf } from '@baobab/contract/kernel/declaration.ts'
import type { FastifyInstance } from 'fastify'
import { describe, expect, it } from 'vitest'
import { createHttp } from '../src/http.ts'
import type { Config } from '../src/platform/config.ts'
import { createRateLimits } from '../src/platform/security/rate-limits.ts'
import { createLog, serializeError } from '../src/platform/log.ts'
import { openTestApp } from './harness.ts'
import { makeStudent, PASSWORD, registration } from './factories.ts'

const t = await openTestApp()

describe('every response', () => {
  it('W-02 W-14 carries the security headers', async () => {
    for (const url of ['/api/videos', '/api/nothing-here', '/healthz', '/api/docs']) {
      const { headers } = await t.http.inject(url)
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin-allow-popups',
      })
      expect(headers['content-security-policy']).toContain("default-src 'none'")
      expect(headers['content-security-policy']).not.toContain('unsafe')
      expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
      expect(headers['x-powered-by']).toBeUndefined()
    }
  })

  it('W-22 with personal data is neither readable by other sites nor cached', async () => {
    const student = await makeStudent(t)
    const headers = { authorization: `Bearer ${student.token}`, origin: 'https://evil.example' }
    const reply = await t.http.inject({ url: `/student/one-student/${student.username}`, headers })
    expect(reply.statusCode).toBe(200)
    expect(reply.headers['cache-control']).toBe('no-store')
    expect(reply.headers['access-control-allow-origin']).toBeUndefined()
  })
})

describe('a page on another site', () => {
  const origins = ['https://evil.example', 'null', 'http://localhost:3000.evil.example']

  it('W-04 W-05 may read no reply, and gets no permission to send a request', async () => {
    for (const origin of origins)
      for (const method of ['GET', 'OPTIONS'] as const) {
        const headers = {
          origin,
          'access-control-request-method': 'PUT',
          'access-control-request-headers': 'authorization',
        }
        const reply = await t.http.inject({ method, url: '/api/videos', headers })
        expect(Object.keys(reply.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
        expect(reply.headers['cross-origin-resource-policy']).toBe('same-origin')
      }
  })

  it('W-04 W-29 changes nothing with what a browser adds automatically, because no session is in a cookie', async () => {
    const student = await makeStudent(t)
    const url = `/student/update-profile/${student.username}`
    const cookie = `authToken=${student.token}; session=${student.token}; token=${student.token}`
    for (const origin of origins) {
      const headers = { origin, cookie, 'content-type': 'application/json' }
      const reply = await t.http.inject({ method: 'PATCH', url, headers, payload: { address: '1 Evil Street' } })
      expect(reply.statusCode).toBe(401)
    }
    const login = { email: student.email, password: PASSWORD }
    const reply = await t.http.inject({ method: 'POST', url: '/student/login', payload: login })
    for (const one of [reply.headers['set-cookie'] ?? []].flat())
      expect(one).toMatch(/HttpOnly.*SameSite=(Strict|Lax)|SameSite=(Strict|Lax).*HttpOnly/i)
    for (const one of [reply.headers['set-cookie'] ?? []].flat())
      expect(one).not.toContain(reply.json<{ authToken: string }>().authToken)
  })
})

it('W-23 files and pages for operators and developers do not exist', async () => {
  for (const path of [
    '.git/config',
    '.env',
    'package.json',
    'server/src/main.ts',
    'metrics',
    'debug',
    'server-status',
    'assets/index.js.map',
    'postgres/postmaster.pid',
  ]) {
    const reply = await t.http.inject(`/${path}`)
    expect({ path, status: reply.statusCode }).toEqual({ path, status: 404 })
    expect(reply.body).not.toMatch(/Fastify|Node\.js|v\d+\.\d+\.\d+/)
    for (const banner of ['x-powered-by', 'server', 'via']) expect(reply.headers).not.toHaveProperty(banner)
  }
})

describe('a refusal', () => {
  const post = (payload: string, type = 'application/json') =>
    t.http.inject({ method: 'POST', url: '/student/login', payload, headers: { 'content-type': type } })

  it.each([
    ['malformed JSON', '{"email":', 'application/json', 400],
    ['a text instead of an object', '"hello"', 'application/json', 400],
    ['a body of another kind', 'email=a', 'application/x-www-form-urlencoded', 415],
    ['plain text', '{"email":"a@b.example"}', 'text/plain', 415],
    ['a prototype', '{"__proto__":{"isAdmin":true}}', 'application/json', 400],
    ['more than 16 KiB', JSON.stringify({ email: 'x'.repeat(17 * 1024) }), 'application/json', 413],
    ['21 levels', `${'['.repeat(21)}${']'.repeat(21)}`, 'application/json', 400],
  ])('R-39 W-04 W-17 of %s has the common format and reveals no internals', async (_, payload, type, status) => {
    const reply = await post(payload, type)
    expect(reply.statusCode).toBe(status)
    const body = reply.json<Record<string, unknown>>()
    expect(body).toMatchObject({ status: 'error', requestId: reply.headers['x-request-id'] })
    expect(String(body['message'])).not.toMatch(/SyntaxError|FST_|node_modules|select /)
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
  })

  it('W-17 of a deeply nested body has its own message', async () => {
    expect((await post(`${'['.repeat(21)}${']'.repeat(21)}`)).json()).toMatchObject({
      message: 'Request is nested too deeply.',
    })
  })

  it('R-38 of an unknown path is 404, and HEAD runs no handler', async () => {
    expect((await t.http.inject('/api/nothing')).json()).toMatchObject({ code: 'not_found' })
    expect((await t.http.inject({ method: 'HEAD', url: '/api/videos/x/watch' })).statusCode).toBe(404)
    for (const url of ['/API/videos', '/api//videos', '/api/videos/'])
      expect((await t.http.inject(url)).statusCode).toBe(404)
  })
})

describe('the API description', () => {
  it('lists every endpoint of the contract, with deprecated spellings marked', async () => {
    const document = (await t.http.inject('/api/openapi.json')).json<{
      paths: Record<string, Record<string, { deprecated?: boolean; summary?: string; description?: string }>>
    }>()
    for (const endpoint of api) {
      const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
      expect(document.paths[path]?.[endpoint.method.toLowerCase()]?.summary).toBe(declarationOf(endpoint).summary)
    }
    expect(document.paths['/admin/all-students']?.['get']?.description).toBe('For the roles: owner, support, auditor.')
    expect(document.paths['/api/videos/{id}/watch']?.['get']?.deprecated).toBe(true)
  })

  it('can be read as a page without any script', async () => {
    const reply = await t.http.inject('/api/docs')
    expect(reply.headers['content-type']).toContain('text/html')
    expect(reply.body).toContain('/student/register')
    expect(reply.body).not.toContain('<script')
  })
})

describe.each(['/api/docs', '/api/openapi.json'])('%s', (url) => {
  it('W-30 is created once, sent in few bytes, and not sent again to a caller who has it', async () => {
    const whole = await t.http.inject(url)
    const small = await t.http.inject({ url, headers: { 'accept-encoding': 'br' } })
    expect(small.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
    expect(small.rawPayload.length).toBeLessThan(whole.rawPayload.length / 5)
    const { etag } = whole.headers
    expect(etag).toMatch(/^"\S+"$/)
    expect(small.headers.etag).toBe(etag)
    const again = await t.http.inject({ url, headers: { 'if-none-match': String(etag) } })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  it('W-30 counts like any other call from an address', async () => {
    const http = await createHttp({ ...t.app, rateLimits: createRateLimits({ ...t.app, factor: 0.001 }) })
    const read = async () => (await http.inject(url)).statusCode
    expect([await read(), await read()]).toEqual([200, 429])
    await http.close()
  })
})

it('reports liveness and readiness', async () => {
  expect((await t.http.inject('/healthz')).json()).toEqual({ status: 'ok' })
  const parts = { server: 'ok', database: 'ok', disk: 'ok', files: 'ok', jobs: 'ok', ranking: 'ok' }
  expect((await t.http.inject('/readyz')).json()).toEqual({ status: 'ready', parts })
})

/** Creates a server whose log the test can read. */
async function createLoggedHttp(config: Partial<Config> = {}) {
  const lines: string[] = []
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  const log = createLog({ level: 'debug' }, sink)
  const http = await createHttp({ ...t.app, config: { ...t.app.config, ...config }, log })
  return { http, log: () => lines.join('') }
}

it('C-01 W-26 logs the route, the status and the request id, and no personal data', async () => {
  const { http, log: readLog } = await createLoggedHttp()
  const form = registration()
  const registered = await http.inject({ method: 'POST', url: '/student/register', payload: form })
  const { verificationToken } = registered.json<{ verificationToken: string }>()
  await http.inject({ method: 'POST', url: '/student/verify-email', payload: { email: form.email, verificationToken } })
  const credentials = { email: form.email, password: form.password }
  const login = await http.inject({ method: 'POST', url: '/student/login', payload: credentials })
  const { authToken } = login.json<{ authToken: string }>()
  const headers = { authorization: `Bearer ${authToken}` }
  await http.inject({ url: `/student/one-student/${form.username}?secret=${form.email}`, headers })
  await http.close()
  const log = readLog()
  expect(log).toContain('"route":"/student/one-student/:username"')
  expect(log).toContain(String(registered.headers['x-request-id']))
  for (const secret of [
    form.email,
    form.username,
    form.password,
    form.number,
    form.address,
    authToken,
    verificationToken,
  ])
    expect(log).not.toContain(secret)
})

it('logs a sample of fast, successful requests, and all refused ones', async () => {
  const { http, log } = await createLoggedHttp({ accessSample: 0 })
  await http.inject('/api/videos')
  await http.inject('/api/nothing')
  await http.close()
  const lines = log()
    .split('\n')
    .filter((line) => line.includes('request completed'))
  expect(lines.map((line) => (JSON.parse(line) as { status: number }).status)).toEqual([404])
})

it('C-01 logs a database error without the values of the query', async () => {
  const { http, log } = await createLoggedHttp()
  const form = registration()
  await t.owner.query('alter table students rename column address to elsewhere')
  const reply = await http.inject({ method: 'POST', url: '/student/register', payload: form })
  await t.owner.query('alter table students rename column elsewhere to address')
  await http.close()
  expect(reply.statusCode).toBe(500)
  expect(log()).toContain('"code":"42703"')
  expect(log()).toContain('"stack":"')
  for (const secret of [form.email, form.username, form.number, form.address, form.birth, 'argon2'])
    expect(log()).not.toContain(secret)
})

it('C-01 logs neither the row nor the email address in an error', () => {
  const clash = Object.assign(new Error('duplicate key'), { code: '23505', detail: 'Key (email)=(ada@x.example)' })
  const outer = new Error('550 <ada@x.example> is unknown', { cause: clash })
  expect(JSON.stringify(serializeError(outer))).not.toContain('ada')
  expect(serializeError(outer)).toMatchObject({ message: '550 <[address]> is unknown', cause: { code: '23505' } })
})

describe('a proxy in front of the server', () => {
  const ask = async (http: FastifyInstance, headers: Record<string, string>) =>
    http.inject({ url: '/healthz', headers, remoteAddress: '10.0.0.5' })
  const forwarded = { 'x-forwarded-for': '8.8.8.8' }

  it('that is not in TRUST_PROXY is reported once, with the setting to use', async () => {
    const { http, log } = await createLoggedHttp()
    await ask(http, {})
    expect(log()).not.toContain('TRUST_PROXY')
    for (let round = 0; round < 3; round++) await ask(http, forwarded)
    await http.close()
    const lines = log()
      .split('\n')
      .filter((line) => line.includes('TRUST_PROXY'))
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 40, proxy: '10.0.0.5' })
    expect(lines[0]).toContain('share one rate limit')
    expect(lines[0]).not.toContain('8.8.8.8')
  })

  it('is not reported if TRUST_PROXY names it', async () => {
    const { http, log } = await createLoggedHttp({ trustProxy: ['10.0.0.0/8'] })
    await ask(http, forwarded)
    await http.close()
    expect(log()).not.toContain('TRUST_PROXY')
  })

  it('is not named in the log if its address may be a visitor’s', async () => {
    const { http, log } = await createLoggedHttp()
    await http.inject({ url: '/healthz', headers: forwarded, remoteAddress: '9.9.9.9' })
    await http.close()
    expect(log()).toContain('TRUST_PROXY')
    expect(log()).not.toContain('9.9.9.9')
  })
})
