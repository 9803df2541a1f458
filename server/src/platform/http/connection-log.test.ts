import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createConnectionLog } from './connection-log.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function openLog() {
  const lines: { level: string; count: number; addresses: Record<string, number>; message: string }[] = []
  const write = (level: string) => (fields: { count: number; addresses: Record<string, number> }, message: string) =>
    void lines.push({ level, ...fields, message })
  return { lines, log: createConnectionLog({ log: { info: write('info'), warn: write('warn') } as never }) }
}

describe('the connection log', () => {
  it('writes the first incident immediately, and then one summary a minute, with the addresses', () => {
    const { lines, log } = openLog()
    log.count('reset', '203.0.113.7')
    expect(lines).toEqual([
      {
        level: 'info',
        count: 1,
        addresses: { '203.0.113.7': 1 },
        message: 'clients reset their connections',
      },
    ])
    for (let n = 0; n < 300; n += 1) log.count('reset', n % 3 ? '203.0.113.7' : `2001:db8::${n}`)
    vi.advanceTimersByTime(59_000)
    expect(lines).toHaveLength(1)
    vi.advanceTimersByTime(1_000)
    expect(lines[1]).toMatchObject({ count: 300, addresses: { '203.0.113.7': 200, '20010db800000000/64': 100 } })
    vi.advanceTimersByTime(600_000)
    expect(lines).toHaveLength(2)
    log.count('reset', '203.0.113.7')
    expect(lines).toHaveLength(3)
  })

  it('keeps writing one summary a minute while incidents continue', () => {
    const { lines, log } = openLog()
    for (let second = 0; second < 600; second += 1) {
      log.count('malformed', '203.0.113.7')
      vi.advanceTimersByTime(1_000)
    }
    expect(lines).toHaveLength(11)
    expect(lines.reduce((sum, { count }) => sum + count, 0)).toBe(600)
  })

  it('names only the busiest addresses, and counts those of a large flood together', () => {
    const { lines, log } = openLog()
    log.count('full', undefined)
    for (let n = 0; n < 5_000; n += 1) log.count('full', `10.1.${n >> 8}.${n & 255}`)
    for (let n = 0; n < 3; n += 1) log.count('full', '10.1.0.1')
    log.close()
    expect(lines[1]).toMatchObject({ level: 'warn', count: 5_003 })
    const { addresses = {} } = lines[1] ?? {}
    expect(Object.keys(addresses)).toHaveLength(5)
    expect(addresses).toMatchObject({ others: 4_000, '10.1.0.1': 4 })
  })
})
