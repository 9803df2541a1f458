import { PRICE_KOBO } from '@baobab/contract/payments/rules.ts'
import { makeAPayment } from '@baobab/contract/payments/text.ts'
import { useQuery } from '@tanstack/react-query'
import { publicSettingsQuery } from '../api/public-settings.ts'

/** The text of a link to the payment page: 'Make a Payment of #1000' with the current price. */
export function MakeAPayment() {
  return useMakeAPayment()
}

/** Returns the price in kobo: undefined while it is loading, or the default price if it cannot be loaded. */
export function usePrice(): number | undefined {
  const { data, isError } = useQuery(publicSettingsQuery)
  return data?.priceKobo ?? (isError ? PRICE_KOBO : undefined)
}

/** Returns 'Make a Payment of #1000' with the current price. */
export function useMakeAPayment(): string {
  return makeAPayment(usePrice() ?? PRICE_KOBO)
}
