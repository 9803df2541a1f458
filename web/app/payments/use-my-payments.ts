import { readStudentProfile } from '@baobab/contract/profile.ts'
import { ASK_FOR_MS } from '@baobab/contract/limits.ts'
import { checkPayment, listPayments, type Payment } from '@baobab/contract/payments.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { callApi } from '../api/call-api.ts'
import { invalidate, apiQuery } from '../api/query.ts'
import { isUnsettled } from './labels.ts'

const ASK_AGAIN_MS = 10_000
/** The server lets another payment be opened after this long; until then it would only be paid twice. */
const WAIT_MS = 24 * 3_600_000

/** Asks the provider about a payment. What has changed by it is read anew before the answer is shown. */
export async function checkPaymentStatus(reference: string, known?: Payment, signal?: AbortSignal) {
  const answer = await callApi(checkPayment, { body: { reference } }, signal && { signal })
  const { payment, verdict } = answer
  if (payment.state !== known?.state) await invalidate(listPayments, readStudentProfile)
  // Seen unfinished once, the ledger keeps it so; that money is on its way now, the answer says.
  return verdict === 'on-its-way' ? { ...answer, payment: { ...payment, state: 'pending' as const } } : answer
}

/** The newest payment, where the provider may still have news of it. */
function lastUnsettled(payments: readonly Payment[] | undefined): Payment | undefined {
  const last = payments?.[0]
  const isYoung = last && Date.now() - Date.parse(last.openedAt) < ASK_FOR_MS
  return last && isYoung && isUnsettled(last) ? last : undefined
}

type Answer = Awaited<ReturnType<typeof checkPaymentStatus>>

/** The provider does not know yet, or cannot be asked. */
function isOpen({ payment, verdict }: Answer): boolean {
  return payment.state === 'pending' || verdict === 'away'
}

/** Money may be on its way: whoever paid now might pay twice. */
function mayHavePaid({ payment: { state, openedAt }, verdict }: Answer): boolean {
  return verdict === 'away' || (state === 'pending' && Date.now() - Date.parse(openedAt) < WAIT_MS)
}

function checkOf(last: Payment | undefined) {
  return queryOptions({
    queryKey: ['payment check', last?.reference],
    queryFn: ({ signal }) => checkPaymentStatus(last?.reference ?? '', last, signal),
    enabled: last !== undefined,
    staleTime: 0,
    retry: false,
    refetchInterval: ({ state }) => (state.data && isOpen(state.data) ? ASK_AGAIN_MS : false),
  })
}

/**
 * One's own payments. Before anybody pays again, the provider is asked about the newest one that is not settled: its
 * answer is `last`, and asking goes on by itself while it is on its way or the provider does not answer.
 */
export function useMyPayments() {
  const list = useQuery({ ...apiQuery(listPayments, {}), staleTime: 0 })
  const last = lastUnsettled(list.data?.payments)
  const check = useQuery(checkOf(last))
  const found = last && check.data
  return {
    list,
    /** All of them, the newest as the provider has it. */
    payments:
      list.data?.payments.map((one) => (one.reference === found?.payment.reference ? found.payment : one)) ?? [],
    last: found,
    /** Nobody is asked to pay now. */
    mayHavePaid: found !== undefined && mayHavePaid(found),
    isChecking: last !== undefined && check.isFetching && !(found && isOpen(found)),
    checkError: last && check.error,
    /** Reads and asks again, after somebody may have paid. */
    refresh: async () => {
      await list.refetch()
      if (last) await check.refetch()
    },
  }
}
