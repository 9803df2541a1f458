import { listAdminVideos, type AdminVideo } from '@baobab/contract/videos-admin.ts'
import { listVideos } from '@baobab/contract/videos.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callApi } from '../../api/call-api.ts'
import { invalidate } from '../../api/query.ts'

const PAGE = 100
const LOOK_AGAIN_MS = 2_000

/** Every video there is, newest first: the forms offer them all, and the console sorts them in its own ways. */
async function readAll(search: string, signal: AbortSignal): Promise<AdminVideo[]> {
  const videos: AdminVideo[] = []
  let cursor: string | undefined
  do {
    const query = { limit: PAGE, ...(cursor !== undefined && { cursor }), ...(search !== '' && { search }) }
    const page = await callApi(listAdminVideos, { query }, { signal })
    videos.push(...page.videos)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return videos
}

/**
 * The console's videos; looked at again by itself while one of them is still being worked on.
 * @param search what their titles hold
 */
export function useAdminVideos(search = '') {
  return useQuery({
    queryKey: [listAdminVideos.method, listAdminVideos.path, 'all', search],
    queryFn: ({ signal }) => readAll(search, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => state.data?.some((video) => video.state === 'processing') && LOOK_AGAIN_MS,
  })
}

export function invalidateVideos(): Promise<unknown> {
  return invalidate(listAdminVideos, listVideos)
}

export function countQuestions({ questionCounts }: Pick<AdminVideo, 'questionCounts'>): number {
  return questionCounts['5-10'] + questionCounts['11-20']
}
