import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { getCodeState, describeDevice, isCommonPassword } from './rules.ts'

describe('common passwords', () => {
  it.each(['Password1', 'password', 'Qwerty123', 'Baobab12', 'Scholarship1'])('%s is one', (password) => {
    expect(isCommonPassword(password)).toBe(true)
  })
  it.each(['Mango7tree', 'Baobab-on-the-hill7', 'xK4!unusual'])('%s is not one', (password) => {
    expect(isCommonPassword(password)).toBe(false)
  })
})

describe('a code', () => {
  const madeAt = new Date('2026-11-01T10:00:00Z')
  const minutes = (n: number) => new Date(madeAt.getTime() + n * 60_000)
  it('is valid for fifteen minutes from its sending, or from its creation until it is sent', () => {
    expect(getCodeState({ wrongTries: 0, madeAt, sentAt: null }, minutes(15))).toBe('valid')
    expect(getCodeState({ wrongTries: 0, madeAt, sentAt: null }, minutes(15.1))).toBe('expired')
    expect(getCodeState({ wrongTries: 0, madeAt, sentAt: minutes(300) }, minutes(314))).toBe('valid')
  })
  it('is blocked after five wrong tries, at any age', () => {
    fc.assert(
      fc.property(fc.integer({ min: 5, max: 50 }), fc.integer({ min: 0, max: 100 }), (wrongTries, age) => {
        expect(getCodeState({ wrongTries, madeAt, sentAt: null }, minutes(age))).toBe('blocked')
      }),
    )
  })
})

it('names a device as a person would', () => {
  expect(
    describeDevice('Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/120.0 Mobile Safari/537.36'),
  ).toBe('Chrome on Android')
  expect(describeDevice('Mozilla/5.0 (iPhone; CPU iPhone OS 17_0) AppleWebKit/605 Version/17 Safari/604.1')).toBe(
    'Safari on iOS',
  )
  expect(describeDevice(undefined)).toBe('Unknown device')
})
