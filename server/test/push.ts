// A browser that gets push messages in tests: it subscribes, and decrypts what the push service received.
import { createECDH, randomBytes } from 'node:crypto'
import { addPushSubscription } from '@baobab/contract/notifications/endpoints.ts'
import { decryptPush } from './decrypt-push.ts'
import type { TestApp } from './harness.ts'

/** Creates a browser with its own keys at the sandbox's push service. */
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
    /** The messages that the push service accepted for this browser, oldest first. */
    received: () => t.sandbox.push.messages(id),
    texts: () => t.sandbox.push.messages(id).map(({ body }) => decryptPush(body, { ecdh, auth })),
  }
}
