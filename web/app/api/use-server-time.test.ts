import { expect, test } from 'vitest'
import { secondsUntil } from './use-server-time.ts'

test('a wait is counted in whole seconds, rounded up, so that 0 means now', () => {
  expect(secondsUntil(60_000, 0)).toBe(60)
  expect(secondsUntil(60_000, 59_001)).toBe(1)
  expect(secondsUntil(60_000, 60_000)).toBe(0)
  expect(secondsUntil(60_000, 99_000)).toBe(0)
})
test('never exceeds an hour while the server’s time is unknown', () => {
  expect(secondsUntil(10_000_000, 0)).toBe(3_600)
})
