import { describe, expect, it } from 'vitest'
import { findRetryTime, isDead } from './rules.ts'

describe('findRetryTime', () => {
  const now = new Date('2026-11-02T12:00:00Z')
  const pause = (failures: number, retryAfterMs?: number) =>
    (findRetryTime(failures, retryAfterMs, now).getTime() - now.getTime()) / 60_000

  it('doubles the pause with each failure, up to six hours', () => {
    expect([1, 2, 3, 9, 10, 5_000].map((failures) => pause(failures))).toEqual([1, 2, 4, 256, 360, 360])
  })

  it('waits as long as the service asks for, if that is longer', () => {
    expect(pause(1, 600_000)).toBe(10)
    expect(pause(5, 600_000)).toBe(16)
  })
})

it('drops a device after 14 days of failures', () => {
  const now = new Date('2026-11-15T12:00:00Z')
  expect(isDead(new Date('2026-11-01T12:00:01Z'), now)).toBe(false)
  expect(isDead(new Date('2026-11-01T12:00:00Z'), now)).toBe(true)
})
