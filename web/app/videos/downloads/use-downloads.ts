import type { Video } from '@baobab/contract/videos.ts'
import { useMemo, useSyncExternalStore } from 'react'
import { useStudentSession } from '../../api/session.ts'
import { getWatchOutbox } from '../app-watch-outbox.ts'
import { getDownloader } from './app-downloader.ts'
import { keyOf, type DownloadProgress } from './downloader.ts'
import { getDownloadStore, filterByStudent, type Download } from './download-store.ts'
import { toDownloadedVideo } from './downloaded-video.ts'
import { canDownload } from '../../offline/storage-space.ts'

const NONE: readonly Download[] = []
const NO_SAVINGS: ReadonlyMap<string, DownloadProgress> = new Map()

/** What this student keeps on this phone, the newest first; with what is on its way. */
export function useDownloads(): readonly Download[] {
  const studentId = useStudentSession()?.studentId
  const all = useSyncExternalStore(
    (listener) => getDownloadStore().subscribe(listener),
    () => getDownloadStore().all(),
    () => NONE,
  )
  return useMemo(() => filterByStudent(all, studentId), [all, studentId])
}

/** Those of them that are here whole. */
export function useFinishedDownloads(): readonly Download[] {
  const films = useDownloads()
  return useMemo(() => films.filter(({ downloadedAt }) => downloadedAt !== null), [films])
}

/** What plays from the phone, as the pages show it; with what was done with it while there was no network. */
export function useDownloadedVideos(): Video[] {
  const films = useFinishedDownloads()
  const outbox = getWatchOutbox()
  useSyncExternalStore(
    (listener) => outbox.subscribe(listener),
    () => outbox.version(),
    () => 0,
  )
  const videos = films.map((film) => toDownloadedVideo(film))
  return films[0] ? outbox.applyPending(films[0].studentId, videos) : videos
}

/** How what is on its way is doing, by `keyOf`. */
export function useDownloadProgress(film: Download | undefined): DownloadProgress | undefined {
  const savings = useSyncExternalStore(
    (listener) => (canDownload() ? getDownloader().subscribe(listener) : () => undefined),
    () => (canDownload() ? getDownloader().savings() : NO_SAVINGS),
    () => NO_SAVINGS,
  )
  return film && savings.get(keyOf(film))
}

/** The video as it plays from the phone where it is kept, else as it is. */
export function useDownloadedFirst(video: Video): Video {
  const film = useFinishedDownloads().find((one) => one.video._id === video._id)
  const isServed = useServed()
  return useMemo(() => (film && isServed ? toDownloadedVideo(film, video) : video), [film, isServed, video])
}

/** Whether the service worker answers this page: only then do kept films play. */
function useServed(): boolean {
  return useSyncExternalStore(
    (listener) => {
      navigator.serviceWorker?.addEventListener('controllerchange', listener)
      return () => navigator.serviceWorker?.removeEventListener('controllerchange', listener)
    },
    () => Boolean(navigator.serviceWorker?.controller),
    () => false,
  )
}
