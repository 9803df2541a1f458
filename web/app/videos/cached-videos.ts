// The list of videos as it is kept on the phone.
import { createClient } from '@baobab/contract/client.ts'
import { listVideos, saveProgress, type Video } from '@baobab/contract/videos.ts'
import { tokenFor } from '../api/call.ts'
import { q, queryClient } from '../api/q.ts'
import { studentSession } from '../api/session.ts'
import { watchOutbox } from '../offline/app-watch-outbox.ts'

/** Shows a change at once, before the list is read again. */
export function changeCachedVideo(id: string, change: Partial<Video>): void {
  queryClient.setQueryData(q(listVideos, {}).queryKey, (videos: Video[] | undefined) =>
    videos?.map((video) => (video._id === id ? { ...video, ...change } : video)),
  )
}

/** The video with links that work now; they run out after a few hours. Undefined where there is none to be had. */
export async function freshVideo(id: string): Promise<Video | undefined> {
  const videos = await queryClient.fetchQuery({ ...q(listVideos, {}), staleTime: 0 }).catch(() => [])
  return videos.find((video) => video._id === id)
}

/** A call that outlives the page, for the moment a student leaves it. */
const callWhileLeaving = createClient({
  token: () => tokenFor(saveProgress),
  fetch: (url, init) => fetch(url, { ...init, keepalive: true }),
})

/** Keeps the place in a film. Without a network it waits on the phone, and nobody is told. */
export function keepPlace(id: string, positionSeconds: number): void {
  const seenAt = new Date().toISOString()
  changeCachedVideo(id, { positionSeconds, seenAt })
  const studentId = studentSession()?.studentId
  callWhileLeaving(saveProgress, { params: { id }, body: { positionSeconds } }).then(
    () => studentId && watchOutbox().forgetPlace(studentId, id),
    () => studentId && watchOutbox().keepPlace(studentId, id, { positionSeconds, seenAt }),
  )
}
