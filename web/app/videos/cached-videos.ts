// Reads and changes the list of videos in the query cache.
import { listAwards } from '@baobab/contract/awards/endpoints.ts'
import { listVideos, saveProgress, type PlayedRange, type Video } from '@baobab/contract/videos/endpoints.ts'
import { callKeepalive } from '../api/call-api.ts'
import { apiQuery, invalidate, queryClient } from '../api/query.ts'
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

/**
 * Reports what was played or read of a video, from which badges follow. Without a network it stays in the outbox.
 * @returns how many more seconds must be played, as far as the server said so
 */
export async function savePlayed(
  id: string,
  played: { ranges: readonly PlayedRange[]; hasRead?: true },
): Promise<number | null> {
  const studentId = studentSession()?.studentId
  if (studentId === undefined) return null
  try {
    const { secondsToPlay } = await getWatchOutbox().play(studentId, id, played)
    updateCachedVideo(id, { secondsToPlay })
    if (secondsToPlay === 0) await invalidate(listAwards)
    return secondsToPlay
  } catch {
    return null
  }
}
