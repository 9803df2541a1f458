// Classifies network addresses: whether they belong to this machine or to a private network.
import { BlockList, isIP, isIPv4 } from 'node:net'

type Network = { address: string; prefix: number; family: 'ipv4' | 'ipv6' }

/** Parses "192.168.1.0/24" or a single address; undefined if it is neither. */
function parseNetwork(text: string): Network | undefined {
  const [, address = '', prefix] = /^([0-9a-f.:]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? []
  if (isIP(address) === 0) return undefined
  const [family, bits] = isIPv4(address) ? (['ipv4', 32] as const) : (['ipv6', 128] as const)
  return Number(prefix ?? bits) <= bits ? { address, family, prefix: Number(prefix ?? bits) } : undefined
}

/** Returns a function that checks whether an IP address is in one of the networks, including IPv4 addresses mapped to IPv6. */
export function createAddressCheck(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const { address, prefix, family } of networks.flatMap((text) => parseNetwork(text) ?? []))
    list.addSubnet(address, prefix, family)
  return (address) => isIP(address) !== 0 && list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')
}

const loopbackNetworks = ['127.0.0.0/8', '::1/128']
const privateNetworks = [
  ...loopbackNetworks,
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  'fc00::/7',
  'fe80::/10',
]

/** Other ranges that are not public: alternative names of this machine, internal networks of internet providers, multicast. */
const otherInternalNetworks = ['0.0.0.0/8', '::/128', '100.64.0.0/10', '224.0.0.0/3', 'ff00::/8']

/** Whether an IP address belongs to this machine. */
export const isLoopbackAddress = createAddressCheck(loopbackNetworks)
/** Whether an IP address belongs to this machine or a private network. */
export const isPrivateAddress = createAddressCheck(privateNetworks)
/** Whether an IP address is not on the public internet, so that names chosen by strangers must not lead there. */
export const isInternalAddress = createAddressCheck([...privateNetworks, ...otherInternalNetworks])

/** Whether a text is an IP address or a network (CIDR) that is entirely private. */
export function isPrivateNetwork(text: string): boolean {
  const network = parseNetwork(text)
  if (!network) return false
  return privateNetworks.some(
    (range) => network.prefix >= (parseNetwork(range)?.prefix ?? 128) && createAddressCheck([range])(network.address),
  )
}

/** Normalizes a host for comparison: lower case, without the brackets of IPv6. */
const normalizeHost = (host: string) => host.toLowerCase().replace(/^\[(.*)\]$/, '$1')

/** Whether a host name or address always leads to this machine, as all names in ".localhost" do. */
export function isLoopbackHost(host: string): boolean {
  const name = normalizeHost(host)
  return name === 'localhost' || name.endsWith('.localhost') || isLoopbackAddress(name)
}

/**
 * Whether no stranger can own this host: an address, or a name that no public name server knows. Another site's page can make its
 * own name resolve to this server (DNS rebinding) and then read its content; it cannot do that with such a host.
 */
export function isUnclaimableHost(host: string): boolean {
  const name = normalizeHost(host)
  return isIP(name) !== 0 || isLoopbackHost(name) || !name.includes('.') || /\.(local|internal)$/.test(name)
}

/** Whether a host name or address leads to this machine or a private network. Names in ".local" belong to mDNS. */
export function isPrivateHost(host: string): boolean {
  const name = normalizeHost(host)
  return isLoopbackHost(name) || name.endsWith('.local') || isPrivateAddress(name)
}
