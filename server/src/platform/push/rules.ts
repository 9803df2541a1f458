/** How a push service replied to a message. */
export type PushOutcome =
  | { kind: 'accepted' }
  /** The browser has unsubscribed, or the service has forgotten it. */
  | { kind: 'gone' }
  /** Worth another try; if the service says so, not before this many milliseconds. */
  | { kind: 'unavailable'; retryAfterMs?: number }
  /** The service will never accept this message. */
  | { kind: 'refused'; status: number }

/** The longest time for which a service can silence a device with its Retry-After. */
const RETRY_AFTER_MAX_MS = 24 * 3_600_000

/** Hosts of the push services of Chrome, Firefox, Edge and Safari. A name that starts with a dot includes its subdomains. */
const browserHosts = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '.push.services.mozilla.com',
  '.notify.windows.com',
  'web.push.apple.com',
]

/** Whether messages may be sent to a URL: over HTTPS to a browser's push service, or to an origin in the settings. */
export function isPushEndpoint(address: string, origins: readonly string[]): boolean {
  const url = URL.parse(address)
  if (!url || url.username !== '' || url.password !== '') return false
  if (origins.includes(url.origin)) return true
  if (url.protocol !== 'https:' || url.port !== '') return false
  return browserHosts.some((host) => (host.startsWith('.') ? url.hostname.endsWith(host) : url.hostname === host))
}

/** Returns what a reply means. 413 and other refusals are final, because the same message would be refused again. */
export function toPushOutcome(status: number, retryAfter: string | undefined, now: Date): PushOutcome {
  if (status >= 200 && status < 300) return { kind: 'accepted' }
  if (status === 404 || status === 410) return { kind: 'gone' }
  if (status !== 429 && status < 500) return { kind: 'refused', status }
  const retryAfterMs = parseRetryAfter(retryAfter, now)
  return { kind: 'unavailable', ...(retryAfterMs === undefined ? {} : { retryAfterMs }) }
}

/** Parses seconds or a date; undefined if the header is missing or neither. */
function parseRetryAfter(value: string | undefined, now: Date): number | undefined {
  if (value === undefined) return undefined
  const ms = /^\d{1,9}$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - now.getTime()
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), RETRY_AFTER_MAX_MS)
}
