// Sends messages to browsers through their push services: encrypted for the browser (RFC 8291) and signed with our key (RFC 8292),
// so that the service cannot read them and knows who sent them.
import { lookup, type LookupOptions } from 'node:dns'
import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import webPush from 'web-push'
import { isInternalAddress } from '../addresses.ts'
import type { Clock } from '../clock.ts'
import { toSenderAddress } from '../mailer.ts'
import type { PushKeys } from './push-keys.ts'
import { isPushEndpoint, toPushOutcome, type PushOutcome } from './rules.ts'

type PushTarget = { endpoint: string; p256dh: string; auth: string }

type PushMessage = {
  text: string
  /** How long the service keeps the message for a phone that is off. */
  ttlSeconds: number
  /** A later message with the same topic replaces one that was not delivered yet. */
  topic: string
}

export type PushService = {
  publicKey: string
  /** Whether messages may be sent to this URL. */
  accepts(endpoint: string): boolean
  /** Sends a message. Never throws because of the service: if there is no reply, the outcome is `unavailable`. */
  send(target: PushTarget, message: PushMessage): Promise<PushOutcome>
}

type Settings = {
  keys: PushKeys
  /** How a push service can contact us: an https: or mailto: URL. */
  subject: string
  /** Origins that are accepted in addition to the browsers' push services. */
  origins: readonly string[]
  clock: Clock
  timeoutMs?: number
}

const TIMEOUT_MS = 10_000

/** Resolves a name, and refuses private addresses: a push service is on the internet, whatever its name says. */
export const lookupPublic: LookupFunction = (hostname, options: LookupOptions, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const found = addresses?.[0]
    if (error ?? !found) return callback(error ?? new Error('the push service has no address'), '')
    if (addresses.some(({ address }) => isInternalAddress(address)))
      return callback(new Error('the push service is in a private network'), '')
    return options.all ? callback(null, addresses) : callback(null, found.address, found.family)
  })
}

/** Returns how to contact us: the URL of our pages or, if that is not https, the sender of our mails. */
export function toPushSubject({ publicUrl, mailFrom }: { publicUrl: string; mailFrom: string }): string {
  if (publicUrl.startsWith('https:')) return publicUrl
  return `mailto:${toSenderAddress(mailFrom)}`
}

/** Creates the client for all push services. */
export function openPushService({ keys, subject, origins, clock, timeoutMs = TIMEOUT_MS }: Settings): PushService {
  return {
    publicKey: keys.publicKey,
    accepts: (endpoint) => isPushEndpoint(endpoint, origins),
    async send({ endpoint, p256dh, auth }, { text, ttlSeconds, topic }) {
      // The settings may have changed since the browser subscribed.
      if (!isPushEndpoint(endpoint, origins)) return { kind: 'gone' }
      const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, text, {
        vapidDetails: { subject, ...keys },
        TTL: ttlSeconds,
        urgency: 'normal',
        topic,
      })
      const isOurs = origins.includes(new URL(endpoint).origin)
      try {
        const reply = await post(endpoint, { headers, body, timeoutMs, isOurs })
        return toPushOutcome(reply.statusCode ?? 0, reply.headers['retry-after'], clock.now())
      } catch {
        return { kind: 'unavailable' }
      }
    },
  }
}

type Post = { headers: Record<string, string>; body: Buffer; timeoutMs: number; isOurs: boolean }

/** Posts a body and returns the reply, whose content is discarded. Follows no redirect. */
function post(address: string, { headers, body, timeoutMs, isOurs }: Post): Promise<IncomingMessage> {
  const url = new URL(address)
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  const options = {
    method: 'POST',
    headers,
    signal: AbortSignal.timeout(timeoutMs),
    ...(isOurs ? {} : { lookup: lookupPublic }),
  }
  return new Promise((resolve, reject) => {
    const sent = request(url, options, (reply) => {
      reply.on('error', () => undefined)
      reply.resume()
      resolve(reply)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
