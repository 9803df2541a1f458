import { isLikePhoneNumber } from '@baobab/contract/kernel/phone.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toInternationalNumber } from './phone-numbers.ts'

const nigerian = '+2348031234567'

describe('a phone number', () => {
  it.each([
    '+2348031234567',
    '+234 803 123 4567',
    '0803-123-4567',
    '(0803) 123.4567',
    '+234 (0) 803 123 4567',
    '+234-0803-123-4567',
    '2348031234567',
    '00234 803 123 4567',
    '8031234567',
    '\u202A+234\u00A0803\u2011123\u20114567\u202C',
    '٠٨٠٣١٢٣٤٥٦٧',
    '+२३४ ८०३ १२३ ४५६७',
    '＋２３４８０３１２３４５６７',
    '߀߈߀߃߁߂߃߄߅߆߇',
    'tel:+234-803-123-4567',
    '\u202ATel: 0803 123 4567\u202C',
    '00234 (0) 803 123 4567',
    "'+234 803 123 4567'",
    '0️⃣8️⃣0️⃣3️⃣1️⃣2️⃣3️⃣4️⃣5️⃣6️⃣7️⃣',
    '0803 123 4567,',
  ])('is read from %s', (typed) => {
    expect(toInternationalNumber(typed)).toBe(nigerian)
    expect(isLikePhoneNumber(typed)).toBe(true)
  })

  it.each([
    ['+44 (0) 20 7946 0958', '+442079460958'],
    ['009 44 7911 123456', '+447911123456'],
    ['447911123456', '+447911123456'],
    ['+39 06 698 12345', '+390669812345'],
    ['0044 7911 123456', '+447911123456'],
    ['0091 98765 43210', '+919876543210'],
    ['+1 (202) 555-0123', '+12025550123'],
  ])('from another country is read from %s', (typed, number) => {
    expect(toInternationalNumber(typed)).toBe(number)
  })

  it.each([
    ['0201 234 5678', '+2342012345678'],
    ['+234 1 234 5678', '+2342012345678'],
    ['0700 2255 5432', '+23470022555432'],
    ['0800 123 4567', '+2348001234567'],
  ])('of a landline or a service is read from %s', (typed, number) => {
    expect(toInternationalNumber(typed)).toBe(number)
  })

  it.each([
    ['0000000000', 'all digits are equal'],
    ['+234 000 000 0000', 'all digits are equal'],
    ['+2348888888888', 'all digits are equal'],
    ['0803123456', 'a digit is missing'],
    ['+234 803 123 456', 'a digit is missing'],
    ['+2348031234567890', 'it is too long'],
    ['0803 123 45678', 'there is one digit too many'],
    ['+234 803 123 45678', 'there is one digit too many'],
    ['00234 803 123 45678', 'there is one digit too many'],
    ['01 234 5678', 'the spec asks for ten digits'],
    ['0803 123 4567 / 0805 123 4567', 'there are two'],
    ['+1234567890', 'a digit is missing'],
    ['+999 123 456 789', 'there is no such country'],
    ['+0803 123 4567', 'there is no such country'],
    ['0803 123 456a', 'it has a letter'],
    ['++2348031234567', 'it has two signs'],
    ['0803123+4567', 'the sign is in the middle'],
    ['', 'it is empty'],
  ])('is not read from %s: %s', (typed) => {
    expect(toInternationalNumber(typed)).toBeUndefined()
  })

  it('is read the same with any digits and separators, and again from the result', () => {
    const isDigit = (code: number) => /\p{Nd}/u.test(String.fromCodePoint(code))
    const codes = Array.from({ length: 0x1_ffff }, (_, code) => code).filter(isDigit)
    // The digits of a script follow each other, so every tenth code is a zero.
    const scripts = codes.filter((_, n) => n % 10 === 0)
    expect(scripts.length).toBeGreaterThan(60)
    const separator = fc.constantFrom('', ' ', '-', '\u2013', '\u00A0', '.', '/', '\u200B')
    fc.assert(
      fc.property(
        fc.constantFrom(...scripts),
        fc.array(separator, { minLength: 11, maxLength: 11 }),
        (zero, between) => {
          const digits = Array.from('08031234567', (digit) => String.fromCodePoint(zero + Number(digit)))
          expect(toInternationalNumber(digits.map((digit, n) => `${digit}${between[n]}`).join(''))).toBe(nigerian)
        },
      ),
    )
  })

  it('is E.164 or nothing, whatever was typed', () => {
    const parts = fc.constantFrom(
      '+',
      '0',
      '00',
      '234',
      '44',
      '1',
      '803',
      '123',
      '4567',
      '(0)',
      ' ',
      '-',
      'ext',
      ';',
      '٣',
      '\u{1D7CE}',
    )
    const typed = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 40 }),
      fc.array(parts, { maxLength: 12 }).map((all) => all.join('')),
    )
    fc.assert(
      fc.property(typed, (text) => {
        const number = toInternationalNumber(text) ?? nigerian
        expect(number).toMatch(/^\+[1-9]\d{6,14}$/)
        expect(toInternationalNumber(number)).toBe(number)
      }),
    )
  })
})
