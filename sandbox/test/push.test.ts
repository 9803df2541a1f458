// A browser's push service, as the product calls it.
import { randomBytes } from 'node:crypto'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { expect, onTestFinished, test } from 'vitest'
import { openPush } from '../src/push/push.ts'
import { openWorld } from './open.ts'

/** What an encrypted message of one record looks like: salt, record size, the sender's key, the record. */
const body = Buffer.concat([randomBytes(16), Buffer.from([0, 0, 16, 0, 65, 4]), randomBytes(64), randomBytes(40)])

async function openService() {
  const push = await openPush()
  onTestFinished(() => push.close())
  return push
}

type Changes = {
  aud?: string
  sub?: string
  seconds?: number
  headers?: Record<string, string>
  body?: string | Buffer<ArrayBuffer>
}

/** Creates a sender with its own key. */
async function makeSender(url: string) {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  const { x = '', y = '' } = await exportJWK(publicKey)
  const key = Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
  const nowS = Math.floor(Date.now() / 1_000)
  return async (browser: string, changes: Changes = {}) => {
    const { aud = url, sub = 'mailto:a@b.example', seconds = 3_600 } = changes
    const token = await new SignJWT({ sub })
      .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
      .setAudience(aud)
      .setExpirationTime(nowS + seconds)
      .sign(privateKey)
    const reply = await fetch(`${url}/sandbox/push/${browser}`, {
      method: 'POST',
      body: changes.body ?? body,
      headers: {
        ttl: '60',
        'content-encoding': 'aes128gcm',
        authorization: `vapid t=${token}, k=${key.toString('base64url')}`,
        ...changes.headers,
      },
    })
    return { status: reply.status, retryAfter: reply.headers.get('retry-after') }
  }
}

test('a signed and encrypted message is stored unchanged', async () => {
  const push = await openService()
  const send = await makeSender(push.url)
  const headers = { urgency: 'high', topic: 'news' }
  expect(await send('ada', { headers })).toMatchObject({ status: 201 })
  expect(push.messages('ada')).toMatchObject([
    { body, ttl: 60, urgency: 'high', topic: 'news', subject: 'mailto:a@b.example' },
  ])
  expect(push.messages('bola')).toEqual([])
})

test.each<[string, Changes, number]>([
  ['without a TTL', { headers: { ttl: '' } }, 400],
  ['with an unknown urgency', { headers: { urgency: 'urgent' } }, 400],
  ['with a topic that is too long', { headers: { topic: 'x'.repeat(33) } }, 400],
  ['in another encoding', { headers: { 'content-encoding': 'aesgcm' } }, 415],
  ['that is not encrypted', { body: 'You have a new notification' }, 400],
  ['that is too long', { body: Buffer.alloc(5_000) }, 413],
  ['without a signature', { headers: { authorization: '' } }, 401],
  ['for another service', { aud: 'https://push.example' }, 403],
  ['that has expired', { seconds: -60 }, 403],
  ['that is valid for too long', { seconds: 25 * 3_600 }, 403],
  ['without a contact', { sub: 'baobab' }, 403],
])('a message %s is refused', async (_, changes, status) => {
  const push = await openService()
  const send = await makeSender(push.url)
  expect(await send('ada', changes)).toMatchObject({ status })
  expect(push.messages()).toEqual([])
})

test('a browser accepts messages from only one sender', async () => {
  const push = await openService()
  const [ours, theirs] = [await makeSender(push.url), await makeSender(push.url)]
  expect(await ours('ada')).toMatchObject({ status: 201 })
  expect(await theirs('ada')).toMatchObject({ status: 403 })
  expect(push.messages('ada')).toHaveLength(1)
})

test('it fails as told, for one browser or for all', async () => {
  const push = await openService()
  const send = await makeSender(push.url)
  push.setFault({ status: 429, retryAfter: '60' }, 'ada')
  expect(await send('ada')).toEqual({ status: 429, retryAfter: '60' })
  expect(await send('bola')).toMatchObject({ status: 201 })
  push.setFault(undefined, 'ada')
  push.setFault({ status: 503 })
  expect(await send('ada')).toMatchObject({ status: 503 })
  push.setFault()
  expect(await send('ada')).toMatchObject({ status: 201 })
})

test('the page lists the messages, and sets the service’s reply', async () => {
  const { http, sandbox, get } = await openWorld()
  const send = await makeSender(sandbox.push.url)
  expect((await get('/sandbox/push')).body).toContain('No push messages yet.')
  await send('ada')
  expect((await get('/sandbox/push')).body).toContain('ada')
  const { url, messages } = (await get('/sandbox/push/messages')).json()
  expect(url).toBe(sandbox.push.url)
  expect(messages).toMatchObject([{ browser: 'ada', body: body.toString('base64url') }])
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const reply = await http.inject({ method: 'POST', url: '/sandbox/push/fault', headers, payload: 'status=410' })
  expect(reply.headers['location']).toBe('/sandbox/push')
  expect(await send('bola')).toMatchObject({ status: 410 })
  expect((await get('/sandbox/push')).body).toContain('as it was told')
})
