import { describe, expect, it } from 'vitest'
import { createOpenCounts, limitAddress } from './open-counts.ts'

/** Adds one for an address if there is room. */
function openLimited(limit: number) {
  const counts = createOpenCounts()
  return (address: string) => {
    const keys = limitAddress(address, limit)
    return counts.findFull(keys) ? undefined : counts.add(keys)
  }
}

describe('a limit on what is open at the same time', () => {
  it('is reached at its number, and has room again after closing', () => {
    const add = openLimited(2)
    const remove = add('203.0.113.7')
    expect(add('::ffff:203.0.113.7')).toBeDefined()
    expect(add('203.0.113.7')).toBeUndefined()
    expect(add('203.0.113.8')).toBeDefined()
    remove?.()
    expect(add('203.0.113.7')).toBeDefined()
    expect(add('203.0.113.7')).toBeUndefined()
  })

  it.each([
    ['/64', 1, (n: number) => `2001:db8:1:1::${n}`, '2001:db8:1:2::1'],
    ['/56', 2, (n: number) => `2001:db8:1:1${n.toString(16).padStart(2, '0')}::1`, '2001:db8:1:200::1'],
    ['/48', 3, (n: number) => `2001:db8:1:${n.toString(16)}00::1`, '2001:db8:2:1::1'],
  ])('gives a whole %s %i times as much', (_, allowance, address, outside) => {
    const add = openLimited(1)
    for (let n = 0; n < allowance; n += 1) expect(add(address(n))).toBeDefined()
    expect(add(address(allowance))).toBeUndefined()
    expect(add(outside)).toBeDefined()
  })
})
