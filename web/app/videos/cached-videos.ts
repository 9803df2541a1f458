// The list of videos as it is kept on the phone.
import { createClient } from '@baobab/contract/client.ts'
import { listVideos, saveProgress, type Video } from '@baobab/contract/videos.ts'
import { tokenFor } from '../api/call-api.ts'
import { apiQuery, queryClient } from '../api/query.ts'
import { studentSession } from '../api/session.ts'
import { getWatchOutbox } from './app-watch-outbox.ts'

/** Shows a change at once, before the list is read again. */
export function updateCachedVideo(id: string, change: Partial<Video>): void {
  queryClient.setQueryData(apiQuery(listVideos, {}).queryKey, (videos: Video[] | undefined) =>
    videos?.map((video) => (video._id === id ? { ...video, ...change } : video)),
  )
}

/** The video with links that work now; they run out after a few hours. Undefined where there is none to be had. */
export async function fetchFreshVideo(id: string): Promise<Video | undefined> {
  const videos = await queryClient.fetchQuery({ ...apiQuery(listVideos, {}), staleTime: 0 }).catch(() => [])
  return videos.find((video) => video._id === id)
}

/** A call that outlives the page, for the moment a student leaves it. */
const callWhileLeaving = createClient({
  token: () => tokenFor(saveProgress),
  fetch: (url, init) => fetch(url, { ...init, keepalive: true }),
})

/** Keeps the place in a film. Without a network it waits on the phone, and nobody is told. */
export function savePosition(id: string, positionSeconds: number): void {
  const seenAt = new Date().toISOString()
  updateCachedVideo(id, { positionSeconds, seenAt })
  const studentId = studentSession()?.studentId
  callWhileLeaving(saveProgress, { params: { id }, body: { positionSeconds } }).then(
    () => studentId && getWatchOutbox().clearPosition(studentId, id),
    () => studentId && getWatchOutbox().savePosition(studentId, id, { positionSeconds, seenAt }),
  )
}
