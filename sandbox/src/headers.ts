import type { FastifyReply } from 'fastify'

const PAGE_RULES = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self' data:",
  "frame-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'self'",
  "base-uri 'none'",
]
const PAGE_POLICY = PAGE_RULES.join('; ')

/**
 * The checkout's policy: one script file, and forms that lead back to the product.
 * @param leadsTo origins that a form may end at, because browsers apply the policy to redirects too
 */
export function checkoutPolicy(leadsTo: readonly string[]): string {
  const rules = PAGE_RULES.map((rule) => (rule.startsWith('form-action') ? [rule, ...leadsTo].join(' ') : rule))
  return [...rules, "script-src 'self'"].join('; ')
}

/** The policy for the HTML of an email, which is untrusted: styles are allowed; scripts, forms and requests are not. */
export const MAIL_HTML_POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  'sandbox',
  "form-action 'none'",
  "frame-ancestors 'self'",
  "base-uri 'none'",
].join('; ')

/** Sets the headers of every reply under /sandbox. An onSend hook, so that it overrides the product's own hooks. */
export async function setSandboxHeaders(_request: unknown, reply: FastifyReply): Promise<void> {
  reply
    .header('content-security-policy', PAGE_POLICY)
    .header('x-frame-options', 'SAMEORIGIN')
    .header('x-content-type-options', 'nosniff')
    // With 'no-referrer', browsers would send the forms of these pages with 'Origin: null', which the server refuses.
    .header('referrer-policy', 'same-origin')
    .header('cache-control', 'no-store')
    .header('x-robots-tag', 'noindex')
}
