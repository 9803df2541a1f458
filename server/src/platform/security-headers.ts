// The headers every answer carries (security.md, common 5).
import type { FastifyInstance } from 'fastify'

/** The policy of our own pages; `scriptHashes` are those of the build's inline scripts. */
export function pagePolicy(options: { scriptHashes: readonly string[]; filesOrigin?: string }): string {
  const files = options.filesOrigin ? ` ${options.filesOrigin}` : ''
  return [
    `default-src 'none'`,
    `script-src 'self'${options.scriptHashes.map((hash) => ` ${hash}`).join('')}`,
    `style-src 'self'`,
    `img-src 'self' blob: data:${files}`,
    `media-src 'self' blob:${files}`,
    `connect-src 'self'${files}`,
    `font-src 'self'`,
    `worker-src 'self'`,
    `manifest-src 'self'`,
    `form-action 'self'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
    `object-src 'none'`,
  ].join('; ')
}

/** The policy of answers that are not pages. */
const NOTHING = `default-src 'none'; frame-ancestors 'none'; base-uri 'none'`

/** Puts the common headers on every answer that has not set its own. */
export function addSecurityHeaders(http: FastifyInstance, options: { https: boolean }): void {
  http.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'x-request-id': request.id,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': 'camera=(), microphone=(), geolocation=()',
      'content-security-policy': NOTHING,
      'cache-control': 'no-store',
    })
    if (options.https) reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
  })
}
