// A browser that gets push messages, as tests need it: it subscribes, and decrypts what the push service received.
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { addPushSubscription } from '@baobab/contract/push.ts'
import type { TestApp } from './harness.ts'

/** A browser with its own keys at the sandbox's push service. */
export function makeBrowser(t: TestApp, { endpoint }: { endpoint?: string } = {}) {
  const ecdh = createECDH('prime256v1')
  const [p256dh, auth] = [ecdh.generateKeys(), randomBytes(16)]
  const id = randomBytes(9).toString('base64url')
  const address = endpoint ?? `${t.sandbox.push.url}/sandbox/push/${id}`
  const form = { endpoint: address, keys: { p256dh: p256dh.toString('base64url'), auth: auth.toString('base64url') } }
  return {
    id,
    form,
    subscribe: ({ token }: { token: string }) => t.as(token)(addPushSubscription, { body: form }),
    /** The messages that the push service accepted for this browser, the oldest first. */
    received: () => t.sandbox.push.messages(id),
    texts: () => t.sandbox.push.messages(id).map(({ body }) => decrypt(body, { ecdh, auth })),
  }
}

/** Decrypts a message as a browser does (RFC 8188 and RFC 8291): one record, encrypted with aes128gcm. */
function decrypt(body: Buffer, { ecdh, auth }: { ecdh: ReturnType<typeof createECDH>; auth: Buffer }): string {
  const [salt, keyLength] = [body.subarray(0, 16), body.readUInt8(20)]
  const [senderKey, record] = [body.subarray(21, 21 + keyLength), body.subarray(21 + keyLength)]
  const expand = (secret: Buffer, salted: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salted, info, length))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), senderKey])
  const secret = expand(ecdh.computeSecret(senderKey), auth, info, 32)
  const key = expand(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = expand(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce, { authTagLength: 16 })
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  // The last record ends with the byte 2 and zeros.
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8')
}
