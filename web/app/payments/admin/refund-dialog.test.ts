import type { AskedRefund } from '@baobab/contract/payments/refunds.ts'
import { expect, test } from 'vitest'
import { askFormSchema, listEffects } from './refund-dialog.tsx'
import { describeRefundState, labelRefundEvent } from './refund-text.ts'
import { describePayment } from './text.ts'

const form = { naira: '600', reason: 'payer-asked', note: '' }
const fits = (changes: Partial<typeof form>, isWhole = false) =>
  askFormSchema({ leftKobo: 60_000, isWhole }).safeParse({ ...form, ...changes }).success

test('a refund is at most what is left, and needs no amount if everything is refunded', () => {
  expect(['600', '₦600.00', '0.01'].map((naira) => fits({ naira }))).toEqual([true, true, true])
  expect(['600.01', '0', '', '-5', 'all'].map((naira) => fits({ naira }))).not.toContain(true)
  expect(fits({ naira: '' }, true)).toBe(true)
})

test('another reason needs words', () => {
  expect(fits({ reason: 'other' })).toBe(false)
  expect(fits({ reason: 'other', note: 'A gift of the school.' })).toBe(true)
  expect(fits({ reason: 'because' })).toBe(false)
})

test('the dialog says what the student loses and reads', () => {
  const confirmedAt = '2026-05-06T07:08:09.000Z'
  expect(listEffects({ confirmedAt, accessAfterRefund: 'lost' }, 'ada', true)).toEqual([
    'Once Paystack has made the refund, ada loses access.',
    'The student then reads “Your payment was refunded”, here and in an email.',
  ])
  expect(listEffects({ confirmedAt, accessAfterRefund: 'lost' }, 'ada', false)[0]).toBe('ada keeps access.')
  expect(listEffects({ confirmedAt, accessAfterRefund: 'kept' }, 'ada', true)).toEqual([
    'ada keeps access.',
    'The student then reads “Your second payment was refunded”, here and in an email.',
  ])
  expect(listEffects({ confirmedAt: null, accessAfterRefund: 'none' }, 'ada', true)).toEqual([
    'This payment gives no access, so the student loses nothing.',
    'The student then reads “Your payment was refunded” in the app.',
  ])
})

const failed: AskedRefund = {
  _id: 'r1',
  number: 'RF-1A2B3C4D',
  state: 'failed',
  failure: null,
  amountKobo: 100_000,
  reason: 'payer-asked',
  note: null,
  providerId: '7',
  isReplaced: false,
  isSettled: false,
  events: [],
}

test('a payment that is due for a refund says what became of it', () => {
  const due = { state: 'succeeded', attention: 'refund-due', opensAll: true } as Parameters<typeof describePayment>[0]
  const pending = [{ ...failed, state: 'pending' as const }]
  expect(describePayment(due)).toContain('Refund this payment here')
  expect(describePayment(due, pending)).toBe(
    'Refund due. Paystack has accepted it. It can take up to ten working days.',
  )
})

test('a payment whose refund failed says what to do', () => {
  const payment = { state: 'succeeded', attention: 'refund-unclear', opensAll: true } as Parameters<
    typeof describePayment
  >[0]
  const refund = (changes: Partial<AskedRefund>) => [{ ...failed, ...changes }]
  expect(describePayment(payment, refund({ failure: 'not-made' }))).toContain('never got the request')
  expect(describePayment(payment, refund({ failure: 'unknown' }))).toContain('before you refund it again')
  expect(describePayment(payment, refund({ state: 'needs-attention' }))).toContain('bank account')
  expect(describePayment(payment, refund({ state: 'processed' }))).toContain('without a readable amount')
  const twice = { state: 'processed', isReplaced: true } as const
  expect(describePayment(payment, refund(twice))).toContain('The payer got the money twice')
  expect(describePayment({ ...payment, attention: null }, refund({ ...twice, isSettled: true }))).not.toContain('twice')
})

test('a refund that needs bank details asks for nothing once all of the payment has gone back', () => {
  const stuck = { ...failed, state: 'needs-attention' as const }
  expect(describeRefundState(stuck, false)).toContain('Enter it here')
  expect(describeRefundState(stuck, true)).toContain('no longer needs the payer’s bank account')
  const payment = { state: 'refunded', attention: 'refund-unclear', opensAll: false } as Parameters<
    typeof describePayment
  >[0]
  expect(describePayment(payment, [stuck])).toContain('no longer needs the payer’s bank account')
})

test('a refund’s history names what led to each state', () => {
  const at = '2026-05-06T07:08:09.000Z'
  const label = (state: 'asked' | 'failed', admin: string | null, index: number) =>
    labelRefundEvent({ state, admin, explanation: null, at }, index)
  expect([label('asked', 'ada', 0), label('asked', 'ada', 3)]).toEqual(['Asked for', 'Bank account sent'])
  expect([label('failed', null, 2), label('failed', 'ada', 2)]).toEqual(['Failed', 'Refunded in another way'])
})
