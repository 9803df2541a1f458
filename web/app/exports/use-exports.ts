import type { StudentSelection } from '@baobab/contract/students.ts'
import { listExports, startExport, type ExportOrder } from '@baobab/contract/exports.ts'
import type { PaymentSelection } from '@baobab/contract/payments-admin.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery, useApiMutation } from '../api/query.ts'

/** A list as it is on the page. */
export type ShownList =
  { what: 'students'; filters: StudentSelection } | { what: 'payments'; filters: PaymentSelection }

const LOOK_AGAIN_MS = 2_000

/** One's own files of the last day, looked at again while one of them is being made, and a way to ask for one more. */
export function useExports(isWanted: boolean) {
  const files = useQuery({
    ...apiQuery(listExports, {}),
    enabled: isWanted,
    refetchInterval: ({ state }) => state.data?.exports.some((file) => file.state === 'waiting') && LOOK_AGAIN_MS,
  })
  const send = useApiMutation(startExport, { changes: [listExports] })
  const start = (body: ExportOrder) => send.mutateAsync({ body })
  return { files, send, start }
}
