import { expect, test } from 'vitest'
import { refundFormSchema } from './payment-actions.tsx'

const fits = (naira: string, isWhole = false) =>
  refundFormSchema({ leftKobo: 50_000, mostKobo: 60_000, isWhole }).safeParse({ naira, note: 'By a transfer.' }).success

test('a refund is entered in naira and cannot exceed the largest possible amount', () => {
  expect(['600', '₦600.00', '0.01', '599.99'].map((naira) => fits(naira))).toEqual([true, true, true, true])
  expect(['600.01', '0', '', '-5', 'all', '1,000'].map((naira) => fits(naira))).not.toContain(true)
})

test('a full refund needs no amount', () => {
  expect(fits('', true)).toBe(true)
})
