import { describe, expect, it } from 'vitest'
import { isQuiet } from './text.ts'

describe('isQuiet', () => {
  it.each([
    ['2026-11-02T19:59:59+01:00', false],
    ['2026-11-02T20:00:00+01:00', true],
    ['2026-11-03T00:30:00+01:00', true],
    ['2026-11-03T06:59:59+01:00', true],
    ['2026-11-03T07:00:00+01:00', false],
    ['2026-11-03T12:00:00+01:00', false],
  ])('at %s is %s', (at, isNight) => {
    expect(isQuiet(new Date(at))).toBe(isNight)
  })
})
