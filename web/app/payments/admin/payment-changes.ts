import { overview } from '@baobab/contract/metrics/endpoints.ts'
import { listAllPayments, readPaymentHistory, readPaymentTotals } from '@baobab/contract/payments/admin.ts'
import { studentDetails } from '@baobab/contract/students/endpoints.ts'

/** The queries that become stale when a payment changes. */
export const paymentChanges = [readPaymentHistory, listAllPayments, readPaymentTotals, studentDetails, overview]
