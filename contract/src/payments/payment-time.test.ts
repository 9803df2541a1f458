import { describe, expect, it } from 'vitest'
import { formatPaymentTime } from './rules.ts'

describe('the time of a payment', () => {
  const openedAt = '2026-12-03T11:59:40.000Z'

  it('is when it was paid, in Lagos', () => {
    expect(formatPaymentTime({ paidAt: '2026-12-03T12:00:20.000Z', openedAt })).toBe('3 December 2026, 1:00 pm')
    expect(formatPaymentTime({ paidAt: new Date('2026-12-31T23:30:00Z'), openedAt })).toBe('1 January 2027, 12:30 am')
  })

  it('is when it was opened if it is not paid', () => {
    expect(formatPaymentTime({ paidAt: null, openedAt })).toBe('3 December 2026, 12:59 pm')
  })
})
