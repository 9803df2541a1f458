import type { App } from '../platform/app.ts'
import { computeHmac } from '../platform/security/tokens.ts'

/** Returns the six digits of a code, which are derived from its id with a server key and stored nowhere. */
export function deriveVerificationCode(app: Pick<App, 'keys'>, codeId: string): string {
  const number = computeHmac(app.keys.codes, 'email code', codeId).readUIntBE(0, 6) % 1_000_000
  return String(number).padStart(6, '0')
}

/** Returns the token of the link a guardian uses to consent to one child's account. */
export function deriveConsentToken(app: Pick<App, 'keys'>, consentId: string): string {
  return computeHmac(app.keys.resets, 'guardian consent', consentId).toString('base64url')
}
