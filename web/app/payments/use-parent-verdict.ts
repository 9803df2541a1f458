import { verifyByLink } from '@baobab/contract/payments.ts'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../api/call-api.ts'
import { pauseAfter } from './settle-payment.ts'

/** What the provider says of a payment by a parent's link; asked again with growing pauses while it is not known. */
export function useParentVerdict({ token, reference }: { token: string; reference: string }) {
  return useQuery({
    queryKey: ['parent verdict', token, reference],
    queryFn: ({ signal }) => callApi(verifyByLink, { params: { token }, body: { reference } }, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.pending ? pauseAfter(state.dataUpdateCount) : false),
  })
}
