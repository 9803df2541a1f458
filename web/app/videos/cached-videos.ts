// Reads and changes the list of videos in the query cache.
import { listVideos, saveProgress, type Video } from '@baobab/contract/videos/endpoints.ts'
import { callKeepalive } from '../api/call-api.ts'
import { apiQuery, queryClient } from '../api/query.ts'
import { serverDate } from '../api/server-time.ts'
import { studentSession } from '../api/session.ts'
import { getWatchOutbox } from './app-watch-outbox.ts'

/** Shows a change immediately, before the list is requested again. */
export function updateCachedVideo(id: string, change: Partial<Video>): void {
  queryClient.setQueryData(apiQuery(listVideos, {}).queryKey, (videos: Video[] | undefined) =>
    videos?.map((video) => (video._id === id ? { ...video, ...change } : video)),
  )
}

/** Requests a video with new links, because links expire after a few hours; undefined if that fails. */
export async function fetchFreshVideo(id: string): Promise<Video | undefined> {
  const videos = await queryClient.fetchQuery({ ...apiQuery(listVideos, {}), staleTime: 0 }).catch(() => [])
  return videos.find((video) => video._id === id)
}

/** Saves the position in a video. Without a network, stores it in the outbox and reports no error. */
export function savePosition(id: string, positionSeconds: number): void {
  const seenAt = serverDate().toISOString()
  updateCachedVideo(id, { positionSeconds, seenAt })
  const studentId = studentSession()?.studentId
  callKeepalive(saveProgress, { params: { id }, body: { positionSeconds } }).then(
    () => studentId && getWatchOutbox().clearPosition(studentId, id),
    () => studentId && getWatchOutbox().savePosition(studentId, id, { positionSeconds, seenAt }),
  )
}
