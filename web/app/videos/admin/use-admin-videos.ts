import { listAdminVideos, type AdminVideo } from '@baobab/contract/videos/admin.ts'
import { listVideos } from '@baobab/contract/videos/endpoints.ts'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { callApi, hasLoginFor } from '../../api/call-api.ts'
import { invalidate, queryClient } from '../../api/query.ts'
import { serverTime } from '../../api/server-time.ts'

const PAGE_SIZE = 100
const REFETCH_MS = 2_000
/** Browser timers overflow after 24 days. */
const LONGEST_REFETCH_MS = 3_600_000

/**
 * Loads all videos, newest first. Loads them again while one is being processed, and when a scheduled one is published.
 * @param search text that the titles must contain
 */
export function useAdminVideos(search = '') {
  return useQuery({
    ...adminVideosQuery(search),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => refetchAfter(state.data ?? []),
  })
}

/** Returns the milliseconds until the next load: short while a video is processed, otherwise until one is published. */
function refetchAfter(videos: readonly AdminVideo[]): number | false {
  if (videos.some(({ state }) => state === 'processing')) return REFETCH_MS
  const times = videos.flatMap(({ publication, publishAt }) =>
    publication === 'scheduled' && publishAt !== null ? [new Date(publishAt).getTime() - serverTime()] : [],
  )
  return times.length > 0 && Math.min(Math.max(REFETCH_MS, Math.min(...times)), LONGEST_REFETCH_MS)
}

/** Requests the videos while the page's code is still loading. Called by a page's `clientLoader`. */
export function prefetchAdminVideos(): void {
  if (hasLoginFor(listAdminVideos)) void queryClient.prefetchQuery(adminVideosQuery(''))
}

/** Returns all videos that this browser has loaded, or loads them first. Returns none if they cannot be loaded. */
export function readAdminVideos(): Promise<AdminVideo[]> {
  return queryClient.ensureQueryData(adminVideosQuery('')).catch(() => [])
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

/** Loads every page of the list, because the forms offer all videos and the admin's list is sorted in the browser. */
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
