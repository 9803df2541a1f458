import type { App } from '../../platform/app.ts'
import { computeHmac } from '../../platform/security/tokens.ts'

/** Returns the token of the link that is mailed to the new address. */
export function deriveConfirmToken(app: Pick<App, 'keys'>, changeId: string): string {
  return computeHmac(app.keys.resets, 'email change', changeId).toString('base64url')
}

/** Returns the token of the link that is mailed to the present address. */
export function deriveRefuseToken(app: Pick<App, 'keys'>, changeId: string): string {
  return computeHmac(app.keys.resets, 'email change refused', changeId).toString('base64url')
}
