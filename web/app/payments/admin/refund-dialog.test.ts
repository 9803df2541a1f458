import { expect, test } from 'vitest'
import { askFormSchema, listEffects } from './refund-dialog.tsx'
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
  const paid = { attention: null, opensAll: true }
  expect(listEffects(paid, 'ada', true)).toEqual([
    'Once Paystack has made the refund, ada loses access, unless another payment counts.',
    'The student then reads “Your payment was refunded”, here and in an email.',
  ])
  expect(listEffects(paid, 'ada', false)[0]).toBe('ada keeps access.')
  expect(listEffects({ ...paid, attention: 'refund-due' }, 'ada', true)).toEqual([
    'ada keeps access.',
    'The student then reads “Your second payment was refunded”, here and in an email.',
  ])
  expect(listEffects({ attention: 'mismatch', opensAll: false }, 'ada', true)).toHaveLength(1)
})

test('a payment that is due for a refund says what became of it', () => {
  const due = { state: 'succeeded', attention: 'refund-due', opensAll: true } as Parameters<typeof describePayment>[0]
  const pending = { state: 'pending', failure: null } as Parameters<typeof describePayment>[1]
  expect(describePayment(due)).toContain('Refund this payment here')
  expect(describePayment(due, pending)).toBe(
    'Refund due. Paystack has accepted it. It can take up to ten working days.',
  )
})

test('a payment whose refund failed says what to do', () => {
  const payment = { state: 'succeeded', attention: 'refund-unclear', opensAll: true } as Parameters<
    typeof describePayment
  >[0]
  const refund = (changes: object) =>
    ({ state: 'failed', failure: null, ...changes }) as Parameters<typeof describePayment>[1]
  expect(describePayment(payment, refund({ failure: 'not-made' }))).toContain('never got the request')
  expect(describePayment(payment, refund({ state: 'needs-attention' }))).toContain('bank details')
  expect(describePayment(payment, refund({ state: 'processed' }))).toContain('without a readable amount')
})
