import { useMakeAPayment } from './use-price.ts'

/** The words of a link to the payment: 'Make a Payment of #1000', at the price in force. */
export function MakeAPayment() {
  return useMakeAPayment()
}
