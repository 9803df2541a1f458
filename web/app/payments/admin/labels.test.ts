import type { PaymentEvent, PaymentHistory } from '@baobab/contract/payments-admin.ts'
import { expect, test } from 'vitest'
import { eventLines, describeSelection, describeSource, describePayment } from './labels.ts'

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

test('an event is told in words', () => {
  expect(lines({ amountKobo: 100_000, details: { providerId: '42' } })).toEqual(['₦1,000', 'Transaction 42'])
  expect(lines({ kind: 'refunded', details: { note: 'By a transfer.' } })).toEqual(['All of it', '“By a transfer.”'])
  expect(lines({ kind: 'opened', amountKobo: 100_000 })).toEqual([])
  expect(lines({ kind: 'message', details: { event: 'charge.success', status: null } })).toEqual(['charge.success'])
})

test('the words of a note are said, or that they are gone; a dispute’s unknown end asks for a look', () => {
  const refunded = { kind: 'refunded' as const, amountKobo: 5_000 }
  expect(lines({ ...refunded, details: { hasNote: true, note: 'By a transfer.' } })).toEqual([
    '₦50',
    '“By a transfer.”',
  ])
  expect(lines({ ...refunded, details: { hasNote: true } })).toEqual(['₦50', 'The note went with the account'])
  expect(lines({ kind: 'note', details: { resolution: 'odd' } })).toEqual([
    'The dispute was resolved with ‘odd’: look at the payment service what that means',
  ])
})

test('money that does not fit says in what', () => {
  const words = (key: string) => lines({ kind: 'mismatch', key, amountKobo: 50_000 })[0]
  expect(words('amount 50000')).toBe('₦500 came in place of ₦1,000')
  expect(words('currency USD')).toBe('Another currency: USD')
  expect(words('domain test')).toBe('From another world of the payment service: test')
  expect(words('reference')).toBe('Under another reference')
})

test('an event of the office names who did it', () => {
  expect(describeSource({ source: 'admin', admin: 'ngozi' })).toBe('by ngozi')
  expect(describeSource({ source: 'reconcile', admin: null })).toBe('asked by the clock')
})

test('what the ledger makes of a payment goes with what is to be done', () => {
  const words = (payment: Partial<PaymentHistory['payment']>) =>
    describePayment({ ...payment } as PaymentHistory['payment'])
  expect(words({ state: 'succeeded', attention: null })).toBe('Paid. It opens everything to the student.')
  expect(words({ state: 'succeeded', attention: 'refund-due' })).toContain('Give this one back')
  expect(words({ state: 'disputed', attention: 'disputed', opensAll: true })).toContain('The account stays open')
  expect(words({ state: 'disputed', attention: 'disputed', opensAll: false })).not.toContain('stays open')
})

test('a selection is told in words, a search only while it is known', () => {
  expect(describeSelection({ state: 'refunded', from: '2026-06-01' })).toBe('Given back, from 1 Jun 2026')
  expect(describeSelection({ attention: 'yes' }, true)).toBe('All payments, those that need a person, by a search')
})
