import type { Endpoint } from '@baobab/contract/kernel/endpoint.ts'
import { listSeries, listVideos } from '@baobab/contract/videos/endpoints.ts'
import { listAdminVideos } from '@baobab/contract/videos/admin.ts'
import { useApiMutation } from '../../../api/query.ts'

/** A write to a series, after which the lists of series and of videos are loaded again. */
export function useSeriesMutation<E extends Endpoint>(endpoint: E) {
  return useApiMutation(endpoint, { changes: [listSeries, listAdminVideos, listVideos] })
}
