import type { App } from '../platform/app.ts'
import { computeHmac } from '../platform/security/tokens.ts'
import { toNetworkKey } from '../platform/security/networks.ts'

/** Returns the keyed hash of the network that an address belongs to: it shows only whether two are equal. */
export function hashNetwork(app: Pick<App, 'keys'>, address: string): string {
  return computeHmac(app.keys.codes, 'network', toNetworkKey(address)).toString('base64url')
}
