import { describeRefund } from '@baobab/contract/payments/rules.ts'
import { expect, it } from 'vitest'
import { toStateChip } from './text.ts'

const paid = { state: 'succeeded', isRefundDue: false, amountKobo: 100_000, refundedKobo: 0 } as const

it('a partly refunded payment says how much was refunded', () => {
  expect(toStateChip(paid).label).toBe('Paid')
  const half = { ...paid, refundedKobo: 50_000 }
  expect(toStateChip(half).label).toBe('Partly refunded')
  expect(describeRefund(half)).toBe('₦500 of ₦1,000')
})

it('a payment that was refunded in full, or is due for a refund, says that instead', () => {
  expect(toStateChip({ ...paid, state: 'refunded', refundedKobo: 100_000 }).label).toBe('Refunded')
  expect(toStateChip({ ...paid, isRefundDue: true, refundedKobo: 50_000 }).label).toBe('Refund due')
})
