// The selection of failed jobs in the address of the page.
import { jobQueues } from '@baobab/contract/system/endpoints.ts'

export const JOBS_PER_PAGE = 25

/** Returns the query of the page in an address. An unknown queue is ignored. */
export function toFailedJobsQuery(params: URLSearchParams) {
  const [queue, cursor] = [params.get('queue'), params.get('cursor')]
  return {
    limit: JOBS_PER_PAGE,
    ...(queue !== null && queue in jobQueues && { queue }),
    ...(cursor && { cursor }),
  }
}
