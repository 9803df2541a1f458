// The networks of an address that count towards limits. One IPv6 subscriber can use any address in a /64, and often in a /56 or
// /48, so a limit on single addresses would limit nobody.
import ipaddr from 'ipaddr.js'

type Network = {
  /** The same for all addresses of the network. */
  key: string
  /** How many times the limit of a single address this network gets. */
  allowance: number
}

/** A household or phone has a /64 or /56, an organisation a /48; a larger network may contain many subscribers. */
const ipv6Networks = [
  { bits: 64, allowance: 1 },
  { bits: 56, allowance: 4 },
  { bits: 48, allowance: 16 },
] as const
/** A multiple of every other allowance. */
export const LARGEST_ALLOWANCE = 16

/** "[address]", with or without a port, or "IPv4 address:port", as some proxies write into X-Forwarded-For. */
const withPort = /^(?:\[([^\]]*)\](?::\d+)?|([^:]*):\d+)$/

/** Uses the parser's own checks, because it throws on all other texts. Numbers such as 2130706433 are not addresses. */
const isAddress = (text: string) => ipaddr.IPv6.isValid(text) || ipaddr.IPv4.isValidFourPartDecimal(text)

/**
 * Returns the networks of an address, smallest first: only the address itself for IPv4, even if mapped to IPv6, or the /64, /56 and
 * /48 of an IPv6 address. A port, brackets and a zone make no difference. All texts that are not addresses count as one network,
 * because otherwise a client could have as many as it can write. A closed connection no longer has an address.
 */
export function listNetworks(address: string | undefined): [Network, ...Network[]] {
  const text = address?.trim() ?? ''
  const [, inBrackets, beforePort] = withPort.exec(text) ?? []
  // Zones are names of network interfaces, which may contain more characters than the parser accepts.
  const [bare = ''] = (inBrackets ?? beforePort ?? text).split('%')
  if (!isAddress(bare)) return [{ key: 'unknown', allowance: 1 }]
  const parsed = ipaddr.process(bare)
  if (parsed.kind() === 'ipv4') return [{ key: parsed.toString(), allowance: 1 }]
  const bytes = Buffer.from(parsed.toByteArray())
  const toNetwork = ({ bits, allowance }: (typeof ipv6Networks)[number]) => ({
    key: `${bytes.toString('hex', 0, bits / 8)}/${bits}`,
    allowance,
  })
  return ipv6Networks.map(toNetwork) as [Network, ...Network[]]
}

/** Returns the key of an address's smallest network: the address itself (IPv4) or its /64 (IPv6). */
export function toNetworkKey(address: string | undefined): string {
  return listNetworks(address)[0].key
}
