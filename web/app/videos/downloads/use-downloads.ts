import type { Video } from '@baobab/contract/videos/endpoints.ts'
import { useMemo, useSyncExternalStore } from 'react'
import { useStudentSession } from '../../api/session.ts'
import { serviceWorkers } from '../../browser/offline.ts'
import { getWatchOutbox } from '../app-watch-outbox.ts'
import { filterByStudent, getDownloadStore, type Download } from './download-store.ts'
import { toDownloadedVideo } from './downloaded-video.ts'

const NO_DOWNLOADS: readonly Download[] = []

/** Returns the downloads of the student who is logged in, newest first, including unfinished ones. */
export function useDownloads(): readonly Download[] {
  const studentId = useStudentSession()?.studentId
  const all = useSyncExternalStore(
    (listener) => getDownloadStore().subscribe(listener),
    () => getDownloadStore().all(),
    () => NO_DOWNLOADS,
  )
  return useMemo(() => filterByStudent(all, studentId), [all, studentId])
}

export function useFinishedDownloads(): readonly Download[] {
  const downloads = useDownloads()
  return useMemo(() => downloads.filter(({ downloadedAt }) => downloadedAt !== null), [downloads])
}

/** Returns the downloaded videos, including what the student did with them while offline. */
export function useDownloadedVideos(): Video[] {
  const downloads = useFinishedDownloads()
  const outbox = getWatchOutbox()
  useSyncExternalStore(
    (listener) => outbox.subscribe(listener),
    () => outbox.version(),
    () => 0,
  )
  const videos = downloads.map((download) => toDownloadedVideo(download))
  return downloads[0] ? outbox.applyPending(downloads[0].studentId, videos) : videos
}

/** Returns the video as it plays from the phone if it is downloaded, otherwise unchanged. */
export function useDownloadedFirst(video: Video): Video {
  const download = useFinishedDownloads().find((one) => one.video._id === video._id)
  const isControlled = useServiceWorkerControls()
  return useMemo(
    () => (download && isControlled ? toDownloadedVideo(download, video) : video),
    [download, isControlled, video],
  )
}

/** Returns whether the service worker controls this document: only then can downloads be played. */
function useServiceWorkerControls(): boolean {
  return useSyncExternalStore(
    (listener) => {
      serviceWorkers()?.addEventListener('controllerchange', listener)
      return () => serviceWorkers()?.removeEventListener('controllerchange', listener)
    },
    () => Boolean(serviceWorkers()?.controller),
    () => false,
  )
}
