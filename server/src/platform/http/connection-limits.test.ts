import { expect, it } from 'vitest'
import { limitAddress } from '../security/open-counts.ts'
import { computeConnectionLimits, readDescriptorLimit } from './connection-limits.ts'

it('connections with a file each fit into the descriptors, and leave some for the database and jobs', () => {
  for (const descriptors of [256, 512, 1_024, 4_096, 20_000]) {
    const { connections, streams } = computeConnectionLimits(descriptors, { hasAddressLimits: true })
    expect(2 * connections).toBeLessThanOrEqual(descriptors - 200)
    expect(streams).toBeLessThanOrEqual(connections / 2 + 1)
  }
})

it('memory limits the connections where descriptors do not', () => {
  expect(computeConnectionLimits(Infinity, { hasAddressLimits: true })).toEqual({
    connections: 20_000,
    connectionsPerAddress: 5_000,
    streams: 10_000,
    streamsPerAddress: 2_500,
    streamsPerAccount: 8,
  })
})

it('no network can have all connections or all streams', () => {
  for (const descriptors of [0, 234, 256, 300, 1_024, 20_000, Infinity]) {
    const limits = computeConnectionLimits(descriptors, { hasAddressLimits: true })
    for (const [total, perAddress] of [
      [limits.connections, limits.connectionsPerAddress],
      [limits.streams, limits.streamsPerAddress],
    ] as const)
      for (const address of ['203.0.113.7', '2001:db8::1'])
        for (const { limit } of limitAddress(address, perAddress)) {
          expect(limit).toBeGreaterThan(0)
          expect(limit).toBeLessThanOrEqual(total * 0.75)
        }
  }
})

it('addresses have no limits where rate limits are off', () => {
  const limits = computeConnectionLimits(1_024, { hasAddressLimits: false })
  expect(limits).toMatchObject({ connections: 412, connectionsPerAddress: Infinity, streamsPerAddress: Infinity })
})

it('reads the limit of this process', () => {
  const { userLimits } = process.report.getReport() as { userLimits: { open_files: { soft: number } } }
  expect(readDescriptorLimit()).toBe(Number(userLimits.open_files.soft))
})
