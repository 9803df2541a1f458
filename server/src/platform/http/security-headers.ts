// The headers every answer carries (security.md, common 5).
import type { FastifyInstance } from 'fastify'

type PagePolicy = {
  /** Those of the build's inline scripts. */
  scriptHashes: readonly string[]
  /** The origin that pages are sent to for films and pictures, where that is not our own. */
  filesOrigin: string | undefined
  /** What a page of paying may load beside; nothing on every other page. */
  provider?: ProviderSources
}

/** Origins of the payment provider, each after a space, as a policy lists them. */
type ProviderSources = { script: string; frame: string; connect: string }

/** The policy of our own pages. */
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
  ].join('; ')
}

/**
 * What the provider's InlineJS needs, its pop-up and its Apple Pay button with it (security.md, common 5).
 * @param where the script stands, and we: the sandbox's needs no origin but ours
 */
export function providerSources({ scriptUrl, publicUrl }: { scriptUrl: string; publicUrl: string }): ProviderSources {
  const { origin } = new URL(scriptUrl)
  if (origin === new URL(publicUrl).origin) return { script: '', frame: ` 'self'`, connect: '' }
  const checkout = 'https://checkout.paystack.com'
  const scripts = new Set([origin, 'https://js.paystack.co', checkout, 'https://applepay.cdn-apple.com'])
  return {
    script: [...scripts].map((one) => ` ${one}`).join(''),
    frame: ` ${checkout}`,
    // The second one speaks for Apple Pay: the script asks it to vouch for us and to charge (InlineJS 2.25).
    connect: ' https://api.paystack.co https://standard.paystack.co',
  }
}

/** The policy of answers that are not pages. */
const NOTHING = `default-src 'none'; frame-ancestors 'none'; base-uri 'none'`

/** The headers that every answer carries unless it sets its own. */
export function commonHeaders(options: { requestId: string; https: boolean }): Record<string, string> {
  return {
    'x-request-id': options.requestId,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    'content-security-policy': NOTHING,
    'cache-control': 'no-store',
    ...(options.https ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  }
}

/** Puts the common headers on every answer. */
export function addSecurityHeaders(http: FastifyInstance, { https }: { https: boolean }): void {
  http.addHook('onRequest', async (request, reply) => {
    reply.headers(commonHeaders({ requestId: request.id, https }))
  })
}
