// Tests who can reach what is only for this machine: the sandbox, and registering the first admin without a code.
import { connect, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { registerAdmin } from '@baobab/contract/accounts/admin.ts'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deriveSetupCode } from '../src/accounts/admin/register-admin.ts'
import { admins } from '../src/accounts/tables.ts'
import { openMailer } from '../src/platform/mailer.ts'
import { ADMIN_PASSWORD } from './factories.ts'
import { startTestApp, type TestApp, openTestApp } from './harness.ts'
import { hasNginx, startBareNginx } from './nginx.ts'

const PHONE = '192.168.1.30'
const forwardingHeaders = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'X-Forwarded-Anything',
  'x-real-ip',
  'x-client-ip',
  'true-client-ip',
  'cf-connecting-ip',
]
const foreignHosts = [
  'evil.example',
  'evil.example:3000',
  'localhost.evil.example',
  '192.168.1.20:3000',
  'localhost@evil',
  ' ',
]
/**
 * Pages that may have sent a request, other than this server's own. "null" is any page without a referrer or in a sandboxed
 * frame.
 */
const foreignOrigins = [
  'https://evil.example',
  'http://localhost.evil.example:3000',
  'http://192.168.1.20:3000',
  'null',
  'x',
]
/** What browsers send with requests from pages other than this server's own, including those on another port of this machine. */
const foreignSites = ['cross-site', 'same-site', 'x'].map((site) => ({
  'sec-fetch-site': site,
  'sec-fetch-mode': 'no-cors',
}))
const paths = ['/sandbox', '/sandbox/mailbox', '/sandbox/mailbox/messages', '/sandbox/paystack', '/sandbox/nothing']

const t = await openTestApp()
/** An app that a phone and a container's host may also use. */
const open = await openTestApp({
  HOST: '0.0.0.0',
  PUBLIC_URL: 'http://192.168.1.20:3000',
  SANDBOX_PEERS: `${PHONE}, 172.17.0.0/16`,
})

const status = async (app: TestApp, request: InjectOptions) => (await app.http.inject(request)).statusCode

describe('the sandbox', () => {
  it.each(['localhost:3000', '127.0.0.1:3000', '[::1]:3000', 'LOCALHOST', 'baobab.localhost'])(
    'answers this machine under the name %s',
    async (host) => {
      for (const remoteAddress of ['127.0.0.1', '::1', '::ffff:127.0.0.1'])
        expect(await status(t, { url: '/sandbox/mailbox', headers: { host }, remoteAddress })).toBe(200)
    },
  )

  it.each(forwardingHeaders)('refuses a request that a proxy has marked with %s', async (name) => {
    for (const url of paths) {
      const reply = await t.http.inject({ url, headers: { [name]: 'x' } })
      expect(reply.statusCode).toBe(403)
      expect(reply.json()).toMatchObject({ status: 'error', code: 'forbidden' })
    }
  })

  it.each(foreignHosts)(
    'refuses the host name %j, which another site could use to direct the browser here',
    async (host) => {
      for (const url of paths) expect(await status(t, { url, headers: { host } })).toBe(403)
    },
  )

  it.each(foreignOrigins)('refuses a request from a page at %s', async (origin) => {
    for (const url of paths) expect(await status(t, { url, headers: { origin } })).toBe(403)
  })

  it.each(foreignSites)('refuses a request that a browser marks with %j', async (headers) => {
    for (const url of paths) expect(await status(t, { url, headers })).toBe(403)
    expect(await status(t, { url: '/sandbox/paystack/fault', method: 'POST', headers })).toBe(403)
  })

  it.each(['same-origin', 'none'])('answers its own pages and its user, whom browsers mark as %s', async (site) => {
    expect(await status(t, { url: '/sandbox/mailbox', headers: { 'sec-fetch-site': site } })).toBe(200)
  })

  it('opens through a link on another page, but not in a frame or through a form there', async () => {
    const open = (method: 'GET' | 'POST', dest: string) => {
      const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': dest }
      return status(t, { url: '/sandbox/mailbox', method, headers })
    }
    expect(await open('GET', 'document')).toBe(200)
    for (const dest of ['iframe', 'frame', 'object', 'embed']) expect(await open('GET', dest)).toBe(403)
    expect(await open('POST', 'document')).toBe(403)
  })

  it.each(['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])(
    'answers its own pages, whose origin is %s',
    async (origin) => {
      expect(await status(t, { url: '/sandbox/mailbox', headers: { origin } })).toBe(200)
    },
  )

  it('refuses other machines', async () => {
    for (const remoteAddress of [PHONE, '8.8.8.8', '::ffff:8.8.8.8', 'fd00::1'])
      for (const url of paths) expect(await status(t, { url, remoteAddress })).toBe(403)
  })

  it('answers the peers, also under the host in PUBLIC_URL', async () => {
    const hosts = ['192.168.1.20:3000', 'localhost:3000']
    for (const host of hosts)
      for (const remoteAddress of [PHONE, `::ffff:${PHONE}`, '172.17.0.1', '127.0.0.1'])
        for (const origin of [`http://${host}`, 'http://192.168.1.20:3000'])
          expect(await status(open, { url: '/sandbox/mailbox', headers: { host, origin }, remoteAddress })).toBe(200)
    const url = '/sandbox/mailbox'
    const [host = ''] = hosts
    for (const remoteAddress of ['192.168.1.31', '172.18.0.1', '8.8.8.8'])
      expect(await status(open, { url, headers: { host }, remoteAddress })).toBe(403)
    for (const headers of [{ host: 'evil.example' }, { host, 'x-forwarded-for': PHONE }])
      expect(await status(open, { url, headers, remoteAddress: PHONE })).toBe(403)
  })

  it('is all that is refused: pages and the API answer everyone', async () => {
    const headers = { host: 'evil.example', 'x-forwarded-for': '8.8.8.8' }
    expect(await status(t, { url: '/api/videos', headers, remoteAddress: '8.8.8.8' })).toBe(200)
  })
})

describe('the first admin', () => {
  const register = (app: TestApp, request: InjectOptions, more: object = {}) => {
    const form = { username: 'first-one', email: 'first@baobab.example', password: ADMIN_PASSWORD, ...more }
    return app.http.inject({ method: 'POST', url: registerAdmin.path, payload: form, ...request })
  }

  it('needs the setup code if SANDBOX_PEERS opens the server to others', async () => {
    const reply = await register(open, {})
    expect(reply.statusCode).toBe(403)
    expect(reply.json()).toMatchObject({ code: 'setup_code_needed' })
    expect((await register(open, {}, { setupCode: deriveSetupCode(open.app) })).statusCode).toBe(201)
  })

  it('also needs it if the request did not come from this machine itself', async () => {
    const others: InjectOptions[] = [
      ...forwardingHeaders.map((name) => ({ headers: { [name]: 'x' } })),
      ...foreignHosts.map((host) => ({ headers: { host } })),
      ...foreignOrigins.map((origin) => ({ headers: { origin } })),
      ...foreignSites.map((headers) => ({ headers })),
      { remoteAddress: '8.8.8.8' },
    ]
    for (const other of others) expect((await register(t, other)).json()).toMatchObject({ code: 'setup_code_needed' })
    expect(await t.app.db.select().from(admins)).toEqual([])
    expect((await register(t, {})).statusCode).toBe(201)
  })
})

describe('a visitor through a proxy on this machine that adds no headers', () => {
  const send = async (port: number, head: string, body = '') => {
    const socket = connect({ port, host: '127.0.0.1' })
    socket.write(`${head}\r\nContent-Length: ${body.length}\r\nContent-Type: application/json\r\n\r\n${body}`)
    return (await text(socket)).slice(0, 'HTTP/1.1 200'.length)
  }
  let app: TestApp
  let port: number
  beforeAll(async () => {
    app = await startTestApp()
    await app.http.listen({ port: 0, host: '127.0.0.1' })
    port = (app.http.server.address() as AddressInfo).port
  })
  afterAll(() => app?.close())

  it('gets neither the sandbox nor the first admin over HTTP/1.0, nginx’s default', async () => {
    const host = `Host: 127.0.0.1:${port}\r\nConnection: close`
    for (const url of paths) expect(await send(port, `GET ${url} HTTP/1.0\r\n${host}`)).toBe('HTTP/1.1 403')
    expect(await send(port, `GET /sandbox/mailbox HTTP/1.1\r\n${host}`)).toBe('HTTP/1.1 200')
    const form = JSON.stringify({ username: 'first-one', email: 'first@baobab.example', password: ADMIN_PASSWORD })
    expect(await send(port, `POST ${registerAdmin.path} HTTP/1.0\r\n${host}`, form)).toBe('HTTP/1.1 403')
    expect(await app.app.db.select().from(admins)).toEqual([])
  })

  it.skipIf(!hasNginx)('gets neither with a bare proxy_pass', async () => {
    const nginx = await startBareNginx(`http://127.0.0.1:${port}`)
    for (const url of paths) expect((await fetch(nginx.url + url)).status).toBe(403)
    expect((await fetch(`${nginx.url}/api/videos`)).status).toBe(200)
    await nginx.close()
  })
})

describe('a mail to a server that offers no encryption', () => {
  const mail = { to: 'amina@x.example', subject: 'Code', text: '123456', html: '<p>123456</p>' }
  const deliver = async (requiresStartTls: boolean, query = '') => {
    const { host } = new URL(t.smtpUrl)
    const mailer = openMailer({ smtpUrl: `smtp://${host}${query}`, requiresStartTls, from: 'hello@baobab.example' })
    await mailer.send(mail).finally(() => mailer.close())
  }
  const stored = async () =>
    (await t.http.inject(`/sandbox/mailbox/messages?to=${encodeURIComponent(mail.to)}`)).json<unknown[]>().length

  it.each(['', '/?requireTLS=false', '/?ignoreTLS=true', '/?opportunisticTLS=true'])(
    'is not sent if encryption is required: %j',
    async (query) => {
      await expect(deliver(true, query)).rejects.toThrow(/certificate|TLS/i)
      expect(await stored()).toBe(0)
    },
  )

  it('is sent otherwise', async () => {
    await deliver(false)
    expect(await stored()).toBe(1)
  })
})
