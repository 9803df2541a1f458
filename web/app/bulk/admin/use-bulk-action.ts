import { listBulkRuns, startBulkRun } from '@baobab/contract/bulk/endpoints.ts'
import type { Endpoint, RequestOf } from '@baobab/contract/kernel/endpoint.ts'
import { useApiMutation } from '../../api/query.ts'
import type { Selection } from '../../ui/data-table/use-selection.ts'
import { toast } from '../../ui/toast.tsx'

type Order = RequestOf<typeof startBulkRun>['body']
/** Returns the rows of a bulk action: the selected ids, or the filters of the list if everything is selected. */
export function toTargets<F>({ isAll, ids }: Selection, filters: F): { ids: string[] } | { filters: F } {
  return isAll ? { filters } : { ids: [...ids] }
}

/**
 * Starts actions with the selected rows of a list. `BulkRuns` on the same page shows their progress and outcome.
 * @param changes the queries to refetch when an action has ended within the call; `BulkRuns` does it for longer ones
 */
export function useBulkAction(changes: Endpoint[]) {
  const mutation = useApiMutation(startBulkRun, { changes: [listBulkRuns, ...changes] })
  return {
    isPending: mutation.isPending,
    error: mutation.error,
    reset: mutation.reset,
    /** Throws if the server refuses. */
    start: async (body: Order) => {
      const { message, run } = await mutation.mutateAsync({ body })
      // What was left out or failed is read in BulkRuns, not in the two seconds of a toast.
      if (run.skipped + run.failed === 0) toast(message)
      return run
    },
  }
}
