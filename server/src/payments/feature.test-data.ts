import { randomUUID } from 'node:crypto'
import type { SampleCalls } from '../../test/make-sample-data.ts'

export const calls: SampleCalls = {
  'POST /api/payments/check': { callers: 'student', body: ({ reference }) => ({ reference }) },
  'POST /api/pay-links/:token/initialize': {
    callers: 'anyone',
    body: () => ({ email: 'mum@home.example', method: 'checkout' }),
  },
  'POST /api/payments/initialize': { callers: 'student', body: () => ({ method: 'checkout' }) },
  'GET /api/payments': { callers: 'student' },
  'POST /api/payments/pay-link': { callers: 'student' },
  'POST /api/payments/webhook': {
    callers: 'anyone',
    body: ({ reference }) => ({ event: 'charge.success', data: { id: 1, domain: 'test', reference } }),
  },
  'GET /api/pay-links/:token': { callers: 'anyone' },
  'PATCH /update-payment/:username': { callers: 'student', body: () => ({ isPaid: true }) },
  'POST /api/pay-links/:token/verify': { callers: 'anyone', body: ({ reference }) => ({ reference }) },
  'POST /api/payments/verify': { callers: 'student', body: ({ reference }) => ({ reference }) },
  'GET /admin/all-payments': { callers: 'owner finance auditor' },
  'GET /admin/payment-comparisons': { callers: 'owner finance auditor' },
  'POST /admin/all-payments/:reference/refund-noted': {
    callers: 'owner finance, password',
    body: () => ({
      key: randomUUID(),
      amountKobo: 100,
      note: 'By a transfer.',
    }),
  },
  'POST /admin/all-payments/:reference/refund': {
    callers: 'owner finance, password',
    body: () => ({ key: randomUUID(), amountKobo: 100, reason: 'payer-asked' }),
  },
  'GET /admin/refund-banks': { callers: 'owner finance' },
  'POST /admin/refund-banks/account-holder': {
    callers: 'owner finance, session',
    body: () => ({ bankId: '9', accountNumber: '0123456789' }),
  },
  'POST /admin/all-payments/:reference/refunds/:refundId/bank-account': {
    callers: 'owner finance, password',
    body: () => ({ bankId: '9', accountNumber: '0123456789' }),
  },
  'PUT /admin/all-payments/:reference/refunds/:refundId/settled': {
    callers: 'owner finance, session',
    body: () => ({ isSettled: true }),
  },
  'GET /admin/all-payments/:reference': { callers: 'owner finance auditor' },
  'GET /admin/payment-totals': { callers: 'owner finance auditor' },
  'POST /admin/all-payments/:reference/check': { callers: 'owner finance, session' },
}
