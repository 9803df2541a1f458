import { describe, expect, test } from 'vitest'
import { secondsUntil } from './use-seconds-left.ts'

describe('the minute between two codes', () => {
  test('is counted in whole seconds, rounded up, so that 0 means now', () => {
    expect(secondsUntil(60_000, 0)).toBe(60)
    expect(secondsUntil(60_000, 59_001)).toBe(1)
    expect(secondsUntil(60_000, 60_000)).toBe(0)
    expect(secondsUntil(60_000, 99_000)).toBe(0)
  })
  test('never grows past a minute when the clock of the phone is set back', () => {
    expect(secondsUntil(10_000_000, 0)).toBe(60)
  })
})
