import { listAdminVideos, type AdminVideo } from '@baobab/contract/videos-admin.ts'
import { listVideos } from '@baobab/contract/videos.ts'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { callApi, hasLoginFor } from '../../api/call-api.ts'
import { invalidate, queryClient } from '../../api/query.ts'

const PAGE_SIZE = 100
const REFETCH_MS = 2_000

/**
 * Loads all videos, newest first, and again every two seconds while one of them is being processed.
 * @param search text that the titles must contain
 */
export function useAdminVideos(search = '') {
  return useQuery({
    ...adminVideosQuery(search),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => state.data?.some((video) => video.state === 'processing') && REFETCH_MS,
  })
}

/** Requests the videos while the page's code is still loading. Called by a page's `clientLoader`. */
export function prefetchAdminVideos(): void {
  if (hasLoginFor(listAdminVideos)) void queryClient.prefetchQuery(adminVideosQuery(''))
}

export function invalidateVideos(): Promise<unknown> {
  return invalidate(listAdminVideos, listVideos)
}

function adminVideosQuery(search: string) {
  return queryOptions({
    queryKey: [listAdminVideos.method, listAdminVideos.path, 'all', search],
    queryFn: ({ signal }) => loadAll(search, signal),
  })
}

/** Loads every page of the list, because the forms offer all videos and the admin's list has sort orders of its own. */
async function loadAll(search: string, signal: AbortSignal): Promise<AdminVideo[]> {
  const videos: AdminVideo[] = []
  let cursor: string | undefined
  do {
    const query = { limit: PAGE_SIZE, ...(cursor !== undefined && { cursor }), ...(search !== '' && { search }) }
    const page = await callApi(listAdminVideos, { query }, { signal })
    videos.push(...page.videos)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return videos
}
