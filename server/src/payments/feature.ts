import type { Feature } from '../platform/feature.ts'
import { belongingTo, describeTables } from '../platform/feature-data.ts'
import { paymentCheck } from './payment-checks.ts'
import { refundCheck } from './refunds/refund-check.ts'
import * as tables from './tables.ts'
import { addPaymentRoutes } from './routes.ts'
import { addPaymentsAdminRoutes } from './admin/routes.ts'
import { startPaymentJobs } from './jobs.ts'

export const payments: Feature = {
  name: 'payments',
  routes: [addPaymentRoutes, addPaymentsAdminRoutes],
  jobs: [startPaymentJobs],
  tables: describeTables(tables, {
    payments: {
      // A parent who paid through the link gave the address for the receipt, not for the student to see.
      copy: { as: 'payments', withheld: ['payerEmail', 'accessCode', 'authorizationUrl'] },
      erase: { keeps: 'payments are kept by law, without a name', set: { payerEmail: null } },
    },
    paymentEvents: {
      of: belongingTo(tables.paymentEvents.paymentId, tables.payments),
      copy: { as: 'paymentEvents', withheld: ['adminId'] },
      erase: { keeps: 'payments are kept by law, without a name' },
    },
    refundNotes: {
      of: belongingTo(tables.refundNotes.paymentId, tables.payments),
      copy: { as: 'refundNotes' },
      erase: 'delete',
    },
    refunds: {
      of: belongingTo(tables.refunds.paymentId, tables.payments),
      copy: { as: 'refunds', withheld: ['adminId'] },
      erase: { keeps: 'payments are kept by law, without a name' },
    },
    refundEvents: {
      of: belongingTo(tables.refundEvents.paymentId, tables.payments),
      copy: { as: 'refundEvents', withheld: ['adminId'] },
      erase: { keeps: 'payments are kept by law, without a name' },
    },
    paymentComparisons: 'of no student',
  }),
  distribution: {
    coordinator: [
      tables.payments,
      tables.paymentEvents,
      tables.refundNotes,
      tables.refunds,
      tables.refundEvents,
      tables.paymentComparisons,
    ],
  },
  ledgers: [tables.paymentEvents, tables.refundEvents],
  checks: [paymentCheck, refundCheck],
}
