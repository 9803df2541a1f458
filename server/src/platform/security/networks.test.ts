import { describe, expect, it } from 'vitest'
import { listNetworks, toNetworkKey } from './networks.ts'

describe('the network of an address', () => {
  it.each([
    ['an IPv4 address', '203.0.113.7', '203.0.113.7'],
    ['an IPv4 address that IPv6 maps', '::ffff:203.0.113.7', '203.0.113.7'],
    ['the same in hexadecimal', '::FFFF:cb00:7107', '203.0.113.7'],
    ['the same without abbreviation', '0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
    ['an IPv6 address', '2001:db8:1:2:3:4:5:6', '20010db800010002/64'],
    ['an abbreviated IPv6 address', '2001:DB8:1:2::', '20010db800010002/64'],
    ['an IPv6 address with leading zeros', '::1', '0000000000000000/64'],
    ['an IPv6 address with a zone', 'fe80::1%eth0', 'fe80000000000000/64'],
    ['an IPv6 address with the zone of a bridge', 'fe80::1%br-1a2b3c', 'fe80000000000000/64'],
    ['an IPv6 address with the zone of a VLAN', 'fe80::1%eth0.100', 'fe80000000000000/64'],
    ['an IPv6 address with the zone of an alias', 'fe80::1%eth0:1', 'fe80000000000000/64'],
    ['an IPv4 address with a port', '203.0.113.7:5678', '203.0.113.7'],
    ['an IPv4 address in brackets', '[203.0.113.7]', '203.0.113.7'],
    ['an IPv6 address in brackets', '[2001:db8:1:2::1]', '20010db800010002/64'],
    ['an IPv6 address with a port', '[2001:db8:1:2::1]:443', '20010db800010002/64'],
    ['an IPv6 address with a zone and a port', '[fe80::1%eth0]:443', 'fe80000000000000/64'],
    ['an IPv6 address with the zone of a bridge and a port', '[fe80::1%br-1]:80', 'fe80000000000000/64'],
    ['an IPv4 address that IPv6 maps, with a port', '[::ffff:203.0.113.7]:443', '203.0.113.7'],
    ['an address between spaces', ' 203.0.113.7 ', '203.0.113.7'],
  ])('%s is recognised', (_, address, key) => {
    expect(toNetworkKey(address)).toBe(key)
  })

  it.each([
    '',
    'unknown',
    '_hidden',
    '_hidden:1',
    '203.0.113',
    '203.0.113.7:5678:9',
    '[2001:db8::1',
    '4294967295',
    '0x7f.1',
    'fe80::1::2%eth0',
    '%eth0',
    'x'.repeat(9),
  ])('of %j, which is not an address, is the same for all such texts', (text) => {
    expect(listNetworks(text)).toEqual([{ key: 'unknown', allowance: 1 }])
  })

  it('is the /64, then the /56 and the /48 with greater allowances', () => {
    expect(listNetworks('2001:db8:1:ab12::9')).toEqual([
      { key: '20010db80001ab12/64', allowance: 1 },
      { key: '20010db80001ab/56', allowance: 4 },
      { key: '20010db80001/48', allowance: 16 },
    ])
  })
})
