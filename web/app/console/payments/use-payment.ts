import { studentDetails } from '@baobab/contract/console.ts'
import { glance } from '@baobab/contract/figures.ts'
import { allPayments, onePayment, paymentTotals } from '@baobab/contract/payment-office.ts'
import { useQuery } from '@tanstack/react-query'
import { q } from '../../api/q.ts'

/** What is out of date when something was done about a payment. */
export const paymentChanges = [onePayment, allPayments, paymentTotals, studentDetails, glance]

/** Each reading is written down by the server, so nothing is read that nobody asked for. */
export function usePayment(reference: string) {
  return useQuery({
    ...q(onePayment, { params: { reference } }),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}
