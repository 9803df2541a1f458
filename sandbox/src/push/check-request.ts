// What a push service checks about a request: the protocol (RFC 8030), the form of the encrypted body (RFC 8188, RFC 8291) and the sender's
// signature (RFC 8292).
import type { IncomingHttpHeaders } from 'node:http'
import { importJWK, jwtVerify } from 'jose'

export type Refusal = { status: number; reason: string }

export type CheckedRequest = { ttl: number; urgency: string; topic: string | undefined; subject: string; key: string }

type Request = { headers: IncomingHttpHeaders; body: Buffer; origin: string; now: Date }

const MAX_BODY_BYTES = 4_096
/** Salt (16), record size (4), key length (1), a point on P-256 (65), and at least one byte with its tag (17). */
const KEY_LENGTH_AT = 20
const KEY_BYTES = 65
const LEAST_BODY_BYTES = KEY_LENGTH_AT + 1 + KEY_BYTES + 18
const urgencies = ['very-low', 'low', 'normal', 'high']
const DAY_S = 24 * 3_600

const refuse = (status: number, reason: string): Refusal => ({ status, reason })

/** Checks a request that carries a message. */
export async function checkRequest(request: Request): Promise<CheckedRequest | Refusal> {
  const { headers, body } = request
  const { ttl, urgency = 'normal', topic } = headers
  if (typeof ttl !== 'string' || !/^\d{1,9}$/.test(ttl)) return refuse(400, 'TTL is missing or not a number')
  if (typeof urgency !== 'string' || !urgencies.includes(urgency)) return refuse(400, 'Urgency is unknown')
  if (topic !== undefined && !/^[\w-]{1,32}$/.test(String(topic))) return refuse(400, 'Topic is not valid')
  if (headers['content-encoding'] !== 'aes128gcm') return refuse(415, 'Content-Encoding is not aes128gcm')
  if (body.length > MAX_BODY_BYTES) return refuse(413, 'The body is too long')
  if (body.length < LEAST_BODY_BYTES || body.readUInt8(KEY_LENGTH_AT) !== KEY_BYTES)
    return refuse(400, 'The body is not encrypted for a browser')
  const sender = await checkSignature(request)
  if ('status' in sender) return sender
  return { ttl: Number(ttl), urgency, topic: topic === undefined ? undefined : String(topic), ...sender }
}

/** Checks the signed token, its audience and its period of validity. */
async function checkSignature({ headers, origin, now }: Request): Promise<{ subject: string; key: string } | Refusal> {
  const [, token, key] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(headers.authorization ?? '') ?? []
  if (token === undefined || key === undefined) return refuse(401, 'Authorization is missing')
  const point = Buffer.from(key, 'base64url')
  if (point.length !== KEY_BYTES) return refuse(403, 'The key is not a point of P-256')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  try {
    const publicKey = await importJWK({ kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, 'ES256')
    const options = { audience: origin, currentDate: now, algorithms: ['ES256'] }
    const { payload } = await jwtVerify(token, publicKey, options)
    const { exp = Infinity, sub = '' } = payload
    if (exp > now.getTime() / 1_000 + DAY_S) return refuse(403, 'The token is valid for too long')
    if (!/^(mailto:|https:)./.test(sub)) return refuse(403, 'The token names no contact')
    return { subject: sub, key }
  } catch (error) {
    return refuse(403, error instanceof Error ? error.message : 'The token is not valid')
  }
}
