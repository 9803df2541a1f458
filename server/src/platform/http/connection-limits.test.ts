import { expect, it } from 'vitest'
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
    connectionsPerAddress: 10_000,
    streams: 10_000,
    streamsPerAddress: 2_500,
    streamsPerAccount: 8,
  })
})

it('no limit of an address applies where rate limits are off', () => {
  const limits = computeConnectionLimits(1_024, { hasAddressLimits: false })
  expect(limits).toMatchObject({ connections: 412, connectionsPerAddress: Infinity, streamsPerAddress: Infinity })
})

it('reads the limit of this process', () => {
  const { userLimits } = process.report.getReport() as { userLimits: { open_files: { soft: number } } }
  expect(readDescriptorLimit()).toBe(Number(userLimits.open_files.soft))
})
