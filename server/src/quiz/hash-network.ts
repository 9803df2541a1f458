import type { App } from '../platform/app.ts'
import { computeHmac } from '../platform/security/tokens.ts'
import { toNetworkKey } from '../platform/security/networks.ts'

/** Returns the keyed hash of an address's network. It only shows whether two networks are equal. */
export function hashNetwork(app: Pick<App, 'keys'>, address: string): string {
  return computeHmac(app.keys.codes, 'network', toNetworkKey(address)).toString('base64url')
}
