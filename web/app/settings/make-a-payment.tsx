import { useMakeAPayment } from './use-price.ts'

/** The text of a link to the payment page: 'Make a Payment of #1000' with the current price. */
export function MakeAPayment() {
  return useMakeAPayment()
}
