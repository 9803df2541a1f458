import { PRICE_KOBO } from '@baobab/contract/limits.ts'
import { publicSettings } from '@baobab/contract/settings.ts'
import { makeAPayment } from '@baobab/contract/payments-text.ts'
import { useQuery } from '@tanstack/react-query'
import { q } from '../api/q.ts'

const LASTS_MS = 60_000

/** What paying costs, in kobo; undefined until it is known. Where nothing answers, the price of the spec. */
export function usePrice(): number | undefined {
  const { data, isError } = useQuery({ ...q(publicSettings, {}), staleTime: LASTS_MS })
  return data?.priceKobo ?? (isError ? PRICE_KOBO : undefined)
}

/** 'Make a Payment of #1000', at the price in force. */
export function useMakeAPayment(): string {
  return makeAPayment(usePrice() ?? PRICE_KOBO)
}

export { nairaOf } from '@baobab/contract/naira.ts'
