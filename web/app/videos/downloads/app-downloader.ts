// The single downloader of this document, created on first use.
import { listVideos } from '@baobab/contract/videos/endpoints.ts'
import { apiQuery, queryClient } from '../../api/query.ts'
import { serverDate } from '../../api/server-time.ts'
import { studentSession } from '../../api/session.ts'
import { cacheStorage, serviceWorkers } from '../../browser/offline.ts'
import { CACHE_PLAYER_MESSAGE } from '../../offline/downloaded-files.ts'
import { findRendition } from '../quality.ts'
import { filterByStudent, getDownloadStore, type Download } from './download-store.ts'
import { findDownloadSource, type DownloadSource } from './downloaded-video.ts'
import { createDownloader, type Downloader } from './downloader.ts'

/** No event reports that a bad network has recovered. */
const RETRY_EVERY_MS = 15_000

let created: Downloader | undefined

export function getDownloader(): Downloader {
  created ??= create()
  return created
}

function create(): Downloader {
  const caches = cacheStorage()
  if (!caches) throw new Error('This browser cannot download videos: see canDownload.')
  const downloader = createDownloader({
    store: getDownloadStore(),
    caches,
    refreshSource,
    currentStudentId: () => studentSession()?.studentId,
    now: () => serverDate().toISOString(),
    onDownloaded: () => void requestPlayer(),
  })
  addEventListener('online', () => downloader.retryWaiting())
  setInterval(() => downloader.retryWaiting(), RETRY_EVERY_MS)
  return downloader
}

/** Links expire after a few hours; requesting the list of videos returns new ones. */
async function refreshSource({ video: { _id: id }, quality }: Download): Promise<DownloadSource | undefined> {
  const videos = await queryClient.fetchQuery({ ...apiQuery(listVideos, {}), staleTime: 0 })
  const video = videos.find((one) => one._id === id)
  return video && findDownloadSource(video, quality === null ? undefined : findRendition(video, quality))
}

async function requestPlayer(): Promise<void> {
  const registration = await serviceWorkers()?.ready
  registration?.active?.postMessage(CACHE_PLAYER_MESSAGE)
}

export async function deleteDownloadsOfStudent(studentId: string): Promise<void> {
  for (const download of filterByStudent(getDownloadStore().all(), studentId)) await getDownloader().remove(download)
}
