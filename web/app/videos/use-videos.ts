import { listVideos, type Video } from '@baobab/contract/videos.ts'
import { useQuery } from '@tanstack/react-query'
import { q } from '../api/q.ts'
import { studentSession } from '../api/session.ts'
import { watchOutbox } from '../offline/app-watch-outbox.ts'

/** The list of videos, with what this student did while there was no network. */
export function useVideos() {
  return useQuery({ ...q(listVideos, {}), select: asDoneHere })
}

function asDoneHere(videos: Video[]): Video[] {
  const session = studentSession()
  return session ? watchOutbox().overlay(session.studentId, videos) : videos
}
