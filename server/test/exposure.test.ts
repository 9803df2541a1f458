// Tests who reaches what is only for this machine: the sandbox, and the registration of the first admin without a code.
import { registerAdmin } from '@baobab/contract/accounts-admin.ts'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deriveSetupCode } from '../src/accounts/admin/register-admin.ts'
import { admins } from '../src/accounts/tables.ts'
import { openMailer } from '../src/platform/mailer.ts'
import { ADMIN_PASSWORD } from './factories.ts'
import { startTestApp, type TestApp } from './harness.ts'

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
const paths = ['/sandbox', '/sandbox/mailbox', '/sandbox/mailbox/messages', '/sandbox/paystack', '/sandbox/nothing']

let t: TestApp
/** An app that a phone and a container's host may try too. */
let open: TestApp
beforeAll(async () => {
  t = await startTestApp()
  open = await startTestApp({
    HOST: '0.0.0.0',
    PUBLIC_URL: 'http://192.168.1.20:3000',
    SANDBOX_PEERS: `${PHONE}, 172.17.0.0/16`,
  })
})
afterAll(async () => {
  await t?.close()
  await open?.close()
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

  it.each(forwardingHeaders)('refuses a request that a proxy has marked by %s', async (name) => {
    for (const url of paths) {
      const reply = await t.http.inject({ url, headers: { [name]: 'x' } })
      expect(reply.statusCode).toBe(403)
      expect(reply.json()).toMatchObject({ status: 'error', code: 'forbidden' })
    }
  })

  it.each(foreignHosts)('refuses the host name %j, to which another site may have led the browser', async (host) => {
    for (const url of paths) expect(await status(t, { url, headers: { host } })).toBe(403)
  })

  it('refuses other machines', async () => {
    for (const remoteAddress of [PHONE, '8.8.8.8', '::ffff:8.8.8.8', 'fd00::1'])
      for (const url of paths) expect(await status(t, { url, remoteAddress })).toBe(403)
  })

  it('answers the peers, and then under the host of PUBLIC_URL too', async () => {
    const hosts = ['192.168.1.20:3000', 'localhost:3000']
    for (const host of hosts)
      for (const remoteAddress of [PHONE, `::ffff:${PHONE}`, '172.17.0.1', '127.0.0.1'])
        expect(await status(open, { url: '/sandbox/mailbox', headers: { host }, remoteAddress })).toBe(200)
    const url = '/sandbox/mailbox'
    const [host = ''] = hosts
    for (const remoteAddress of ['192.168.1.31', '172.18.0.1', '8.8.8.8'])
      expect(await status(open, { url, headers: { host }, remoteAddress })).toBe(403)
    for (const headers of [{ host: 'evil.example' }, { host, 'x-forwarded-for': PHONE }])
      expect(await status(open, { url, headers, remoteAddress: PHONE })).toBe(403)
  })

  it('is all that is refused: pages and API answer everybody', async () => {
    const headers = { host: 'evil.example', 'x-forwarded-for': '8.8.8.8' }
    expect(await status(t, { url: '/api/videos', headers, remoteAddress: '8.8.8.8' })).toBe(200)
  })
})

describe('the first admin', () => {
  const register = (app: TestApp, request: InjectOptions, more: object = {}) => {
    const form = { username: 'first-one', email: 'first@baobab.example', password: ADMIN_PASSWORD, ...more }
    return app.http.inject({ method: 'POST', url: registerAdmin.path, payload: form, ...request })
  }

  it('needs the setup code where SANDBOX_PEERS opens the server', async () => {
    const reply = await register(open, {})
    expect(reply.statusCode).toBe(403)
    expect(reply.json()).toMatchObject({ code: 'setup_code_needed' })
    expect((await register(open, {}, { setupCode: deriveSetupCode(open.app) })).statusCode).toBe(201)
  })

  it('needs it as well if the request did not come from this machine itself', async () => {
    const others: InjectOptions[] = [
      ...forwardingHeaders.map((name) => ({ headers: { [name]: 'x' } })),
      ...foreignHosts.map((host) => ({ headers: { host } })),
      { remoteAddress: '8.8.8.8' },
    ]
    for (const other of others) expect((await register(t, other)).json()).toMatchObject({ code: 'setup_code_needed' })
    expect(await t.app.db.select().from(admins)).toEqual([])
    expect((await register(t, {})).statusCode).toBe(201)
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
