import { describe, expect, test } from 'vitest'
import { isFinalRefusal, retryDelayMs } from './retry.ts'

describe('retries of a call', () => {
  test('treats only a refusal with one of our own codes as final', () => {
    for (const status of [400, 402, 403, 404, 409]) expect(isFinalRefusal({ status, code: 'time_is_up' })).toBe(true)
    for (const status of [0, 401, 408, 429, 500, 503]) expect(isFinalRefusal({ status, code: 'busy' })).toBe(false)
    expect(isFinalRefusal({ status: 403, code: 'internal' })).toBe(false)
  })

  test('waits longer each time, never more than ten seconds, and as long as the server asks', () => {
    expect(retryDelayMs(1, { random: 0.5 })).toBe(500)
    expect(retryDelayMs(3, { random: 0.5 })).toBe(2_000)
    expect(retryDelayMs(30, { random: 1 })).toBe(10_000)
    expect(retryDelayMs(1, { random: 0, retryAfter: 3 })).toBe(3_000)
  })
})
