import { describe, expect, it } from 'vitest'
import { derivePushKeys, isPublicKey } from './push-keys.ts'
import { lookupPublic, toPushSubject } from './push-service.ts'
import { isPushEndpoint, toPushOutcome } from './rules.ts'

describe('isPushEndpoint', () => {
  it.each([
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://eu.push.services.mozilla.com/wpush/v2/abc',
    'https://db5p.notify.windows.com/w/?token=abc',
    'https://web.push.apple.com/abc',
  ])("accepts a browser's push service: %s", (address) => {
    expect(isPushEndpoint(address, [])).toBe(true)
  })

  it.each([
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:8443/fcm/send/abc',
    'https://fcm.googleapis.com.evil.example/abc',
    'https://evil.example/fcm.googleapis.com',
    'https://user:pass@fcm.googleapis.com/abc',
    'https://user@fcm.googleapis.com/abc',
    'https://:pass@fcm.googleapis.com/abc',
    'https://fcm.googleapis.com@evil.example/abc',
    'https://notify.windows.com/abc',
    'https://evilnotify.windows.com.example/abc',
    'https://127.0.0.1/abc',
    'https://[::1]/abc',
    'https://[::ffff:127.0.0.1]/abc',
    'https://0x7f.1/abc',
    'https://2130706433/abc',
    'https://localhost/abc',
    'https://169.254.169.254/latest/meta-data',
    'file:///etc/passwd',
    'no address',
  ])('W-15 refuses all others: %s', (address) => {
    expect(isPushEndpoint(address, [])).toBe(false)
  })

  it('accepts an origin from the settings, but no other port on it', () => {
    const origins = ['http://127.0.0.1:4000']
    expect(isPushEndpoint('http://127.0.0.1:4000/sandbox/push/abc', origins)).toBe(true)
    expect(isPushEndpoint('http://127.0.0.1:4001/sandbox/push/abc', origins)).toBe(false)
    expect(isPushEndpoint('http://127.0.0.1:4000@evil.example/abc', origins)).toBe(false)
  })
})

describe("the address behind a push service's name", () => {
  const resolve = (name: string) =>
    new Promise<string | undefined>((done) => lookupPublic(name, { all: true }, (error) => done(error?.message)))

  it.each([
    '127.0.0.1',
    '127.1',
    '0x7f.1',
    '2130706433',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    'ff02::1',
    '10.1.2.3',
    '100.64.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '192.168.1.1',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:a9fe:a9fe',
    'fe80::1',
    'fd00::1',
  ])('W-15 is never in a private network: %s', async (address) => {
    expect(await resolve(address)).toBe('the push service is in a private network')
  })

  it('may be on the internet', async () => {
    for (const address of ['192.0.2.1', '2001:db8::1']) expect(await resolve(address)).toBeUndefined()
  })
})

describe('toPushOutcome', () => {
  const now = new Date('2026-11-02T12:00:00Z')

  it.each([
    [199, { kind: 'refused', status: 199 }],
    [200, { kind: 'accepted' }],
    [299, { kind: 'accepted' }],
    [300, { kind: 'refused', status: 300 }],
    [499, { kind: 'refused', status: 499 }],
    [500, { kind: 'unavailable' }],
    [404, { kind: 'gone' }],
    [410, { kind: 'gone' }],
    [302, { kind: 'refused', status: 302 }],
    [400, { kind: 'refused', status: 400 }],
    [413, { kind: 'refused', status: 413 }],
    [429, { kind: 'unavailable' }],
    [503, { kind: 'unavailable' }],
  ])('reads the status %s', (status, outcome) => {
    expect(toPushOutcome(status, undefined, now)).toEqual(outcome)
  })

  it.each([
    ['120', 120_000],
    ['Mon, 02 Nov 2026 12:05:00 GMT', 300_000],
    ['Mon, 02 Nov 2026 11:00:00 GMT', 0],
    ['999999999', 24 * 3_600_000],
    ['soon', undefined],
    ['Mon, 02 Nov 2026 12:05:00 +0000', 300_000],
    ['120 seconds', undefined],
    [undefined, undefined],
  ])('reads Retry-After: %s', (header, retryAfterMs) => {
    expect(toPushOutcome(429, header, now)).toStrictEqual({
      kind: 'unavailable',
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    })
  })
})

describe('the keys of push messages', () => {
  it('are the same for the same secret, and a valid pair', () => {
    const keys = derivePushKeys(Buffer.alloc(32, 7))
    expect(derivePushKeys(Buffer.alloc(32, 7))).toEqual(keys)
    expect(derivePushKeys(Buffer.alloc(32, 8))).not.toEqual(keys)
    expect(isPublicKey(keys.publicKey)).toBe(true)
  })

  it('from a browser must be a point on the curve', () => {
    const { publicKey } = derivePushKeys(Buffer.alloc(32, 7))
    const bytes = Buffer.from(publicKey, 'base64url')
    bytes.writeUInt8(bytes.readUInt8(64) ^ 1, 64)
    expect(isPublicKey(bytes.toString('base64url'))).toBe(false)
    expect(isPublicKey('')).toBe(false)
  })
})

describe('toPushSubject', () => {
  it("is the URL of the pages or, without https, the mail sender's address", () => {
    const mailFrom = 'Baobab <hello@baobab.example>'
    expect(toPushSubject({ publicUrl: 'https://baobab.example', mailFrom })).toBe('https://baobab.example')
    expect(toPushSubject({ publicUrl: 'http://localhost:3000', mailFrom })).toBe('mailto:hello@baobab.example')
    expect(toPushSubject({ publicUrl: 'http://localhost:3000', mailFrom: 'a@b.example' })).toBe('mailto:a@b.example')
  })
})
