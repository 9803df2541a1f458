import { studentDetails } from '@baobab/contract/students.ts'
import { overview } from '@baobab/contract/metrics.ts'
import { listAllPayments, readPaymentHistory, readPaymentTotals } from '@baobab/contract/payments-admin.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../api/query.ts'

/** What is out of date when something was done about a payment. */
export const paymentChanges = [readPaymentHistory, listAllPayments, readPaymentTotals, studentDetails, overview]

/** Each reading is written down by the server, so nothing is read that nobody asked for. */
export function usePayment(reference: string) {
  return useQuery({
    ...apiQuery(readPaymentHistory, { params: { reference } }),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}
