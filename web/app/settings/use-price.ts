import { PRICE_KOBO } from '@baobab/contract/limits.ts'
import { makeAPayment } from '@baobab/contract/price-text.ts'
import { readPublicSettings } from '@baobab/contract/settings.ts'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../api/call-api.ts'
import { apiQuery } from '../api/query.ts'

const STALE_MS = 60_000

/** Returns the price in kobo: undefined while it is loading, the default price if it cannot be loaded. */
export function usePrice(): number | undefined {
  const { data, isError } = useQuery({
    ...apiQuery(readPublicSettings, {}),
    // Without the signal, which would cancel the request when one card gives way to another that shows the price, too.
    queryFn: () => callApi(readPublicSettings, {}),
    staleTime: STALE_MS,
  })
  return data?.priceKobo ?? (isError ? PRICE_KOBO : undefined)
}

/** Returns 'Make a Payment of #1000' with the current price. */
export function useMakeAPayment(): string {
  return makeAPayment(usePrice() ?? PRICE_KOBO)
}
