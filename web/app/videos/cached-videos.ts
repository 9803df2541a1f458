// The list of videos as it is kept on the phone.
import { createClient } from '@baobab/contract/client.ts'
import { listVideos, saveProgress, type Video } from '@baobab/contract/videos.ts'
import { tokenFor } from '../api/call.ts'
import { q, queryClient } from '../api/q.ts'

/** Shows a change at once, before the list is read again. */
export function changeCachedVideo(id: string, change: Partial<Video>): void {
  queryClient.setQueryData(q(listVideos, {}).queryKey, (videos: Video[] | undefined) =>
    videos?.map((video) => (video._id === id ? { ...video, ...change } : video)),
  )
}

/** A link to the film that works now; links run out after a few hours. Undefined where there is none to be had. */
export async function freshLink(id: string): Promise<string | undefined> {
  const videos = await queryClient.fetchQuery({ ...q(listVideos, {}), staleTime: 0 }).catch(() => [])
  return videos.find((video) => video._id === id)?.videoUrl
}

/** A call that outlives the page, for the moment a student leaves it. */
const callWhileLeaving = createClient({
  token: () => tokenFor(saveProgress),
  fetch: (url, init) => fetch(url, { ...init, keepalive: true }),
})

/** Keeps the place in a film. One that is lost costs a few seconds of film, so nobody is told. */
export function keepPlace(id: string, positionSeconds: number): void {
  changeCachedVideo(id, { positionSeconds, seenAt: new Date().toISOString() })
  callWhileLeaving(saveProgress, { params: { id }, body: { positionSeconds } }).catch(() => undefined)
}
