// The networks that an address belongs to, as limits count them. One IPv6 subscriber can use any address of a /64, and
// often of a /56 or /48, so a limit for single addresses would limit nobody.
import ipaddr from 'ipaddr.js'

type Network = {
  /** The same for all addresses of the network. */
  key: string
  /** How many times the limit of one address holds for this network. */
  allowance: number
}

/** A household or phone has a /64 or /56, an organisation a /48; a larger network may hold many subscribers. */
const ipv6Networks = [
  { bits: 64, allowance: 1 },
  { bits: 56, allowance: 4 },
  { bits: 48, allowance: 16 },
] as const
/** Every other allowance divides it. */
export const LARGEST_ALLOWANCE = 16

/** "[address]", with or without a port, or "IPv4 address:port", as some proxies write into X-Forwarded-For. */
const withPort = /^(?:\[([^\]]*)\](?::\d+)?|([^:]*):\d+)$/

/** Checks with the parser's own rules, because it throws on all other texts. Numbers such as 2130706433 are no address. */
const isAddress = (text: string) => ipaddr.IPv6.isValid(text) || ipaddr.IPv4.isValidFourPartDecimal(text)

/**
 * Returns the networks of an address, the smallest first: an IPv4 address alone, also if IPv6 maps it, or the /64, /56
 * and /48 of an IPv6 address. A port, brackets and a zone change nothing, and all texts that are no address are one
 * network: otherwise a client could have as many as it can write. A connection that has closed has no address any more.
 */
export function listNetworks(address: string | undefined): [Network, ...Network[]] {
  const text = address?.trim() ?? ''
  const [, inBrackets, beforePort] = withPort.exec(text) ?? []
  // The names of network interfaces, which zones are, may hold more characters than the parser knows.
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

/** Returns the key of the smallest network of an address: the address itself (IPv4) or its /64 (IPv6). */
export function toNetworkKey(address: string | undefined): string {
  return listNetworks(address)[0].key
}
