import type { PaymentEvent, PaymentHistory } from '@baobab/contract/payments/admin.ts'
import { expect, test } from 'vitest'
import { eventLines, describeSource, describePayment, formatSums } from './text.ts'

const event = (changes: Partial<PaymentEvent>): PaymentEvent => ({
  _id: '1',
  kind: 'succeeded',
  key: '',
  source: 'webhook',
  admin: null,
  amountKobo: null,
  details: {},
  at: '2026-06-10T12:00:00.000Z',
  ...changes,
})
const lines = (changes: Partial<PaymentEvent>) => eventLines(event(changes), 100_000)

test('an event is described line by line', () => {
  expect(lines({ amountKobo: 100_000, details: { providerId: '42' } })).toEqual(['₦1,000', 'Transaction 42'])
  expect(lines({ kind: 'refunded', details: { note: 'By a transfer.' } })).toEqual([
    'The full amount',
    '“By a transfer.”',
  ])
  expect(lines({ kind: 'opened', amountKobo: 100_000 })).toEqual([])
  expect(lines({ kind: 'message', details: { event: 'charge.success', status: null } })).toEqual(['charge.success'])
})

test('a note is shown, or that it was deleted; an unknown dispute resolution is shown as reported', () => {
  const refunded = { kind: 'refunded' as const, amountKobo: 5_000 }
  expect(lines({ ...refunded, details: { hasNote: true, note: 'By a transfer.' } })).toEqual([
    '₦50',
    '“By a transfer.”',
  ])
  expect(lines({ ...refunded, details: { hasNote: true } })).toEqual(['₦50', 'The note was deleted with the account'])
  expect(lines({ kind: 'note', details: { resolution: 'odd' } })).toEqual([
    'The dispute was resolved as ‘odd’. Look up what that means in the Paystack Dashboard.',
  ])
})

test('a mismatch says what differs', () => {
  const words = (key: string) => lines({ kind: 'mismatch', key, amountKobo: 50_000 })[0]
  expect(words('amount 50000')).toBe('₦500 arrived instead of ₦1,000')
  expect(words('currency USD')).toBe('Another currency: USD')
  expect(words('domain test')).toBe('Another Paystack mode: test')
  expect(words('reference')).toBe('Under another reference')
})

test('an event caused by an admin names the admin', () => {
  expect(describeSource({ source: 'admin', admin: 'ngozi' })).toBe('by ngozi')
  expect(describeSource({ source: 'reconcile', admin: null })).toBe('found by the automatic check')
})

test('the description of a payment says what to do about it', () => {
  const words = (payment: Partial<PaymentHistory['payment']>) =>
    describePayment({ ...payment } as PaymentHistory['payment'])
  expect(words({ state: 'succeeded', attention: null })).toBe('Paid. It gives the student access.')
  expect(words({ state: 'succeeded', attention: 'refund-due' })).toContain('Refund this payment')
  expect(words({ state: 'disputed', attention: 'disputed', opensAll: true })).toContain('The account stays open')
  expect(words({ state: 'disputed', attention: 'disputed', opensAll: false })).not.toContain('stays open')
})

test('the totals of a selection include refunds, if there were any', () => {
  const sums = { confirmed: 1204, kobo: 120_400_000, refundedKobo: 0 }
  expect(formatSums(sums)).toBe('1,204 confirmed, ₦1,204,000')
  expect(formatSums({ ...sums, refundedKobo: 50_000 })).toBe('1,204 confirmed, ₦1,204,000, of which ₦500 refunded')
})
