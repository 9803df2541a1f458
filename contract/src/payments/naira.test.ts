import { expect, it } from 'vitest'
import { describeRefund, formatNaira, isPartlyRefunded } from './rules.ts'

it.each([
  [0, '₦0'],
  [100, '₦1'],
  [100_000, '₦1,000'],
  [100_050, '₦1,000.50'],
  [5, '₦0.05'],
  [123_456_789, '₦1,234,567.89'],
])('%d kobo are %s', (kobo, text) => {
  expect(formatNaira(kobo)).toBe(text)
})

it.each([
  [0, false],
  [1, true],
  [99_999, true],
  [100_000, false],
])('of 100,000 kobo, %d refunded is a partial refund: %s', (refundedKobo, isPart) => {
  expect(isPartlyRefunded({ amountKobo: 100_000, refundedKobo })).toBe(isPart)
})

it('says how much of the payment was refunded', () => {
  expect(describeRefund({ amountKobo: 100_000, refundedKobo: 50_000 })).toBe('₦500 of ₦1,000')
})
