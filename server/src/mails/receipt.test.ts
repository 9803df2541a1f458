import { expect, test } from 'vitest'
import { receiptMail, type Receipt } from './receipt.ts'

const mailOf = (to: Receipt['to'], more: Partial<Receipt['payment']>) =>
  receiptMail({
    username: 'ada',
    to,
    publicUrl: 'https://baobab.example',
    payment: {
      reference: 'abc',
      amountKobo: 100_000,
      state: 'succeeded',
      attention: null,
      paidAt: null,
      channel: 'card',
      ...more,
    },
  })

test('the facts come before the button, worded as on the page', () => {
  const { text, html } = mailOf('student', { openedBy: 'student' })
  for (const body of [text, html]) {
    expect(body.indexOf('Paid with: Card')).toBeGreaterThan(0)
    expect(body.indexOf('Paid with: Card')).toBeLessThan(body.indexOf('Open Baobab'))
  }
  expect(text).not.toContain('parent')
})

test('a student is told that a parent paid, and a parent is thanked', () => {
  expect(mailOf('student', { openedBy: 'parent' }).text).toContain('A parent has paid for your account.')
  expect(mailOf('parent', { openedBy: 'parent' }).text).toContain('Thank you. We got your payment for the account ada')
  expect(mailOf('student', { openedBy: 'parent', attention: 'refund-due' }).text).toContain(
    'We got a parent’s payment, but',
  )
})
