import { PRICE_KOBO } from '@baobab/contract/limits.ts'
import { readPublicSettings } from '@baobab/contract/settings.ts'
import { makeAPayment } from '@baobab/contract/price-text.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../api/query.ts'

const LASTS_MS = 60_000

/** What paying costs, in kobo; undefined until it is known. Where nothing answers, the price of the spec. */
export function usePrice(): number | undefined {
  const { data, isError } = useQuery({ ...apiQuery(readPublicSettings, {}), staleTime: LASTS_MS })
  return data?.priceKobo ?? (isError ? PRICE_KOBO : undefined)
}

/** 'Make a Payment of #1000', at the price in force. */
export function useMakeAPayment(): string {
  return makeAPayment(usePrice() ?? PRICE_KOBO)
}

export { formatNaira } from '@baobab/contract/naira.ts'
