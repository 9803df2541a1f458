// The security headers of every response, and the server's time.
import { reportPolicyViolation } from '@baobab/contract/system/endpoints.ts'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../clock.ts'

type PagePolicy = {
  /** Hashes of the inline scripts in the built pages. */
  scriptHashes: readonly string[]
  /** The origin of videos and pictures, if they are served by an object store. */
  filesOrigin: string | undefined
  /** Additional sources that payment pages may load; undefined for all other pages. */
  provider?: ProviderSources
}

/** The payment provider's origins for three directives, each preceded by a space. */
type ProviderSources = { script: string; frame: string; connect: string }

/** Builds the content security policy of a page. */
export function pagePolicy({ scriptHashes, filesOrigin, provider }: PagePolicy): string {
  const files = filesOrigin === undefined ? '' : ` ${filesOrigin}`
  return [
    `default-src 'none'`,
    `script-src 'self'${scriptHashes.map((hash) => ` ${hash}`).join('')}${provider?.script ?? ''}`,
    `style-src 'self'`,
    `img-src 'self' blob: data:${files}`,
    `media-src 'self' blob:${files}`,
    `connect-src 'self'${files}${provider?.connect ?? ''}`,
    ...(provider ? [`frame-src${provider.frame}`] : []),
    `font-src 'self'`,
    `worker-src 'self'`,
    `manifest-src 'self'`,
    `form-action 'self'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
    `object-src 'none'`,
    // Every browser supports this one and sends the report immediately. With report-to next to it, some would send none.
    `report-uri ${reportPolicyViolation.path}`,
  ].join('; ')
}

/**
 * Returns the origins needed by the provider's InlineJS, including its pop-up and its Apple Pay button. The sandbox serves its
 * script from our own origin and needs no others.
 */
export function providerSources({ scriptUrl, publicUrl }: { scriptUrl: string; publicUrl: string }): ProviderSources {
  const { origin } = new URL(scriptUrl)
  if (origin === new URL(publicUrl).origin) return { script: '', frame: ` 'self'`, connect: '' }
  const checkout = 'https://checkout.paystack.com'
  const scripts = new Set([origin, 'https://js.paystack.co', checkout, 'https://applepay.cdn-apple.com'])
  return {
    script: [...scripts].map((one) => ` ${one}`).join(''),
    frame: ` ${checkout}`,
    // The second origin is for Apple Pay: InlineJS 2.25 validates the merchant and charges there.
    connect: ' https://api.paystack.co https://standard.paystack.co',
  }
}

/** The policy of responses that are not pages. */
const NO_SOURCES_POLICY = `default-src 'none'; frame-ancestors 'none'; base-uri 'none'`

type Common = { requestId: string; https: boolean; clock: Pick<Clock, 'now'> }

/** Returns the headers of every response; a response may override them. */
export function commonHeaders(options: Common): Record<string, string> {
  return {
    'x-request-id': options.requestId,
    // Browsers count down from it: a phone's clock is often wrong, and some of its clocks stop while it sleeps.
    'x-server-time': options.clock.now().toISOString(),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    'content-security-policy': NO_SOURCES_POLICY,
    'cache-control': 'no-store',
    ...(options.https ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  }
}

/** Adds the common headers to every response. */
export function addSecurityHeaders(http: FastifyInstance, options: Omit<Common, 'requestId'>): void {
  http.addHook('onRequest', async (request, reply) => {
    reply.headers(commonHeaders({ requestId: request.id, ...options }))
  })
}
