// Verifies AWS signatures (version 4) in headers or query. The test store itself serves its files to anyone; this check makes it as
// private as a real one.
import { createHash, createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const SKEW_MS = 15 * 60_000

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

type Signed = { scope: string; headers: string; signature: string; time: string; payload: string; untilMs: number }

/** Parses a time like 20261121T114750Z into milliseconds. */
function parseTime(time: string): number {
  const [, y, mo, d, h, mi, s] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(time) ?? []
  return Date.parse(`${y}-${mo}-${d}T${h}:${mi}:${s}Z`)
}

function readHeaders({ headers }: IncomingMessage): Signed | undefined {
  const [, scope, names, signature] =
    /^AWS4-HMAC-SHA256 Credential=(\S+), SignedHeaders=(\S+), Signature=(\w+)$/.exec(headers.authorization ?? '') ?? []
  if (!scope || !names || !signature) return undefined
  const time = String(headers['x-amz-date'])
  const payload = String(headers['x-amz-content-sha256'])
  return { scope, headers: names, signature, time, payload, untilMs: parseTime(time) + SKEW_MS }
}

function readQuery(query: URLSearchParams): Signed | undefined {
  const get = (name: string) => query.get(`X-Amz-${name}`) ?? ''
  if (!get('Signature')) return undefined
  const untilMs = parseTime(get('Date')) + Number(get('Expires')) * 1_000
  const [scope, headers, signature, time] = [get('Credential'), get('SignedHeaders'), get('Signature'), get('Date')]
  return { scope, headers, signature, time, payload: 'UNSIGNED-PAYLOAD', untilMs }
}

/** Returns whether a request has a valid signature that has not expired. */
export function isSigned(request: IncomingMessage, secret: string): boolean {
  const [path = '', query = ''] = (request.url ?? '').split('?')
  const signed = readHeaders(request) ?? readQuery(new URLSearchParams(query))
  if (!signed || !(Date.now() < signed.untilMs)) return false
  const parameters = query.split('&').filter((part) => part !== '' && !part.startsWith('X-Amz-Signature='))
  const headers = signed.headers.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`)
  const canonical = [
    request.method,
    path,
    parameters.toSorted().join('&'),
    headers.join(''),
    signed.headers,
    signed.payload,
  ].join('\n')
  const [, ...scope] = signed.scope.split('/')
  const key = scope.reduce<string | Buffer>((derived, part) => hmac(derived, part), `AWS4${secret}`)
  const stringToSign = ['AWS4-HMAC-SHA256', signed.time, scope.join('/'), sha256(canonical)].join('\n')
  return hmac(key, stringToSign).toString('hex') === signed.signature
}
