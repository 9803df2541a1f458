import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { describeDevice, isCodeValid, isCommonPassword, maskEmail } from './rules.ts'

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
    expect(isCodeValid({ madeAt, sentAt: null }, minutes(15))).toBe(true)
    expect(isCodeValid({ madeAt, sentAt: null }, minutes(15.1))).toBe(false)
    expect(isCodeValid({ madeAt, sentAt: minutes(300) }, minutes(314))).toBe(true)
    expect(isCodeValid({ madeAt, sentAt: minutes(300) }, minutes(316))).toBe(false)
  })
})

describe('a masked email', () => {
  it.each([
    ['parent.ada@home.example', 'p•••@home.example'],
    ['p@home.example', 'p•••@home.example'],
    ['"a@b"@home.example', '"•••@home.example'],
  ])('of %s is %s', (email, masked) => {
    expect(maskEmail(email)).toBe(masked)
  })
  it('is the same for all addresses with one first letter and domain, whatever their length', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z.+]{0,60}$/), (rest) => {
        expect(maskEmail(`p${rest}@home.example`)).toBe('p•••@home.example')
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
