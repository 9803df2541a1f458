import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  countParts,
  findReachedLevel,
  isGsm7,
  isInCountries,
  isMobile,
  isRangePaused,
  judgeBudget,
  toGsm7,
  toRange,
} from './rules.ts'

describe('the parts of a text', () => {
  it.each([
    ['', 1],
    ['a'.repeat(160), 1],
    ['a'.repeat(161), 2],
    ['a'.repeat(306), 2],
    ['a'.repeat(307), 3],
    // Each takes the space of two characters.
    ['€'.repeat(80), 1],
    ['€'.repeat(81), 2],
    // 153 is odd, and a part does not end within a character: 76 fit.
    ['€'.repeat(152), 2],
    ['€'.repeat(153), 3],
    ['ẹ', 1],
    [`ẹ${'a'.repeat(69)}`, 1],
    [`ẹ${'a'.repeat(70)}`, 2],
    [`₦${'a'.repeat(133)}`, 2],
    [`₦${'a'.repeat(134)}`, 3],
    ['😀'.repeat(35), 1],
    ['😀'.repeat(36), 2],
    ['😀'.repeat(67), 3],
  ])('%j are %i', (text, parts) => {
    expect(countParts(text)).toBe(parts)
  })

  it('never become fewer if a character is added', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 400 }),
        fc.string({ minLength: 1, maxLength: 1 }),
        (a, b) => {
          expect(countParts(a + b)).toBeGreaterThanOrEqual(countParts(a))
        },
      ),
    )
  })
})

describe('a text in GSM-7', () => {
  it('keeps what can be sent, and loses marks and curly quotes', () => {
    expect(toGsm7('Ọlá’s “fee”: ₦1,000 – Chukwuẹ́mẹka…')).toBe(`Ola's "fee": N1,000 - Chukwuemeka...`)
    expect(toGsm7('Åsa é ñ €')).toBe('Åsa é ñ €')
    expect(toGsm7('Ada 😀 علي')).toBe('Ada  ')
  })

  it('is in GSM-7 whatever the text was, and does not change again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 30 }), (text) => {
        expect(isGsm7(toGsm7(text))).toBe(true)
        expect(toGsm7(toGsm7(text))).toBe(toGsm7(text))
      }),
    )
  })
})

describe('the budget', () => {
  it.each([
    [0, 10, 'open'],
    [7, 10, 'open'],
    [8, 10, 'low'],
    [9, 10, 'low'],
    [10, 10, 'spent'],
    [11, 10, 'spent'],
    [0, 0, 'spent'],
  ])('with %i of %i parts is %s', (parts, budget, level) => {
    expect(judgeBudget(parts, budget)).toBe(level)
  })

  it('reaches each level once a day, whatever the sizes of the messages', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), fc.array(fc.integer({ min: 1, max: 4 })), (budget, messages) => {
        const reached: string[] = []
        let parts = 0
        for (const size of messages) {
          if (judgeBudget(parts, budget) === 'spent') break
          const level = findReachedLevel(parts, parts + size, budget)
          if (level) reached.push(level)
          parts += size
        }
        expect(new Set(reached).size).toBe(reached.length)
        expect(reached.at(-1)).toBe(judgeBudget(parts, budget) === 'open' ? undefined : judgeBudget(parts, budget))
        // The bound: the later parts of one message.
        expect(parts).toBeLessThan(budget + 4)
      }),
    )
  })
})

describe('a range', () => {
  it('is a number without its last four digits', () => {
    expect(toRange('+2348031234567')).toBe('+234803123')
  })

  it.each([
    [{ codes: 9, used: 0, failed: 9 }, false],
    [{ codes: 10, used: 1, failed: 0 }, true],
    [{ codes: 10, used: 2, failed: 0 }, false],
    [{ codes: 10, used: 2, failed: 5 }, false],
    [{ codes: 10, used: 2, failed: 6 }, true],
    [{ codes: 1_000, used: 199, failed: 0 }, true],
    [{ codes: 1_000, used: 200, failed: 0 }, false],
  ])('with %j is paused: %s', (counts, isPaused) => {
    expect(isRangePaused(counts)).toBe(isPaused)
  })

  const some = fc.nat({ max: 200 })
  const anyCounts = fc
    .record({ used: some, failed: some, others: some })
    .map(({ used, failed, others }) => ({ codes: used + failed + others, used, failed }))

  it('is not paused by another code that was entered', () => {
    const open = anyCounts.filter((counts) => counts.codes >= 10 && !isRangePaused(counts))
    fc.assert(
      fc.property(open, ({ codes, used, failed }) => {
        expect(isRangePaused({ codes: codes + 1, used: used + 1, failed })).toBe(false)
      }),
    )
  })

  it('is not freed by another code that did not arrive', () => {
    fc.assert(
      fc.property(anyCounts.filter(isRangePaused), ({ codes, used, failed }) => {
        expect(isRangePaused({ codes: codes + 1, used, failed: failed + 1 })).toBe(true)
      }),
    )
  })
})

it.each([
  ['+2348031234567', true],
  ['+2347031234567', true],
  ['+2348131234567', true],
  ['+2349031234567', true],
  ['+2349131234567', true],
  // Services, some of which cost the sender more.
  ['+2347001234567', false],
  ['+2348001234567', false],
  ['+2349001234567', false],
  // Landlines.
  ['+2342012345678', false],
  ['+23413456789', false],
  // Too short and too long.
  ['+234803123456', false],
  ['+23480312345678', false],
  // Elsewhere we do not know.
  ['+233201234567', true],
])('%s can get text messages: %s', (number, expected) => {
  expect(isMobile(number)).toBe(expected)
})

it('compares countries by calling code', () => {
  expect(isInCountries('+2348031234567', ['233', '234'])).toBe(true)
  expect(isInCountries('+2348031234567', ['233'])).toBe(false)
  expect(isInCountries('+23', ['234'])).toBe(false)
})
