import { describe, expect, test, vi } from 'vitest'
import { isFinalRefusal, retryDelayMs, retrying } from './retry.ts'

describe('retries of a call', () => {
  test('treat only a refusal with one of our own codes as final', () => {
    for (const status of [400, 402, 403, 404, 409]) expect(isFinalRefusal({ status, code: 'time_is_up' })).toBe(true)
    for (const status of [0, 401, 408, 429, 500, 503]) expect(isFinalRefusal({ status, code: 'busy' })).toBe(false)
    expect(isFinalRefusal({ status: 403, code: 'internal' })).toBe(false)
  })

  test('wait longer each time, never more than ten seconds, and as long as the server asks', () => {
    expect(retryDelayMs(1, { random: 0.5 })).toBe(500)
    expect(retryDelayMs(3, { random: 0.5 })).toBe(2_000)
    expect(retryDelayMs(30, { random: 1 })).toBe(10_000)
    expect(retryDelayMs(1, { random: 0, retryAfter: 3 })).toBe(3_000)
  })

  test('end with the first success, or with the error after which no attempt follows', async () => {
    const waits: number[] = []
    const pause = async (ms: number) => void waits.push(ms)
    let count = 0
    const attempt = vi.fn<() => Promise<string>>(() => Promise.reject(new Error(`failure ${(count += 1)}`)))
    const delayMs = (failures: number) => (failures < 3 ? failures * 10 : undefined)
    await expect(retrying(attempt, { delayMs, pause })).rejects.toThrow('failure 3')
    expect(waits).toEqual([10, 20])
    attempt.mockResolvedValueOnce('done')
    expect(await retrying(attempt, { delayMs, pause })).toBe('done')
  })

  test('end when the signal aborts, even during the wait', async () => {
    const stop = new AbortController()
    const attempt = vi.fn<() => Promise<never>>(() => Promise.reject(new Error('failure')))
    const trying = retrying(attempt, { signal: stop.signal, delayMs: () => 60_000 })
    await Promise.resolve()
    stop.abort()
    await expect(trying).rejects.toThrow('nobody waits')
    expect(attempt).toHaveBeenCalledTimes(1)
  })
})
