import { listVideos, type Video } from '@baobab/contract/videos/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../api/query.ts'
import { studentSession } from '../api/session.ts'
import { getWatchOutbox } from './app-watch-outbox.ts'

/** Loads the list of videos, including what the student did while offline. */
export function useVideos() {
  return useQuery({ ...apiQuery(listVideos, {}), select: withPendingProgress })
}

function withPendingProgress(videos: Video[]): Video[] {
  const session = studentSession()
  return session ? getWatchOutbox().applyPending(session.studentId, videos) : videos
}
