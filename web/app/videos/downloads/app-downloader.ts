// The one keeper of this page, made when first asked for.
import { listVideos } from '@baobab/contract/videos.ts'
import { apiQuery, queryClient } from '../../api/query.ts'
import { studentSession } from '../../api/session.ts'
import { findRendition } from '../quality.ts'
import { createDownloader, type Downloader } from './downloader.ts'
import { CACHE_PLAYER_MESSAGE } from '../../offline/downloaded-files.ts'
import { getDownloadStore, filterByStudent, type Download } from './download-store.ts'
import { findDownloadSource, type DownloadSource } from './downloaded-video.ts'

/** No event tells when a bad network is good again. */
const AGAIN_MS = 15_000

let opened: Downloader | undefined

export function getDownloader(): Downloader {
  opened ??= open()
  return opened
}

function open(): Downloader {
  const keeper = createDownloader({
    list: getDownloadStore(),
    store: caches,
    refreshSource,
    currentStudentId: () => studentSession()?.studentId,
    now: () => new Date().toISOString(),
    onDownloaded: () => void askForPlayer(),
  })
  addEventListener('online', () => keeper.retryWaiting())
  setInterval(() => keeper.retryWaiting(), AGAIN_MS)
  return keeper
}

/** Links run out after a few hours; the list brings new ones. */
async function refreshSource({ video: { _id: id }, quality }: Download): Promise<DownloadSource | undefined> {
  const videos = await queryClient.fetchQuery({ ...apiQuery(listVideos, {}), staleTime: 0 })
  const video = videos.find((one) => one._id === id)
  return video && findDownloadSource(video, quality === null ? undefined : findRendition(video, quality))
}

async function askForPlayer(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage(CACHE_PLAYER_MESSAGE)
}

/** Takes all films of a student off this phone. */
export async function deleteDownloadsOfStudent(studentId: string): Promise<void> {
  for (const film of filterByStudent(getDownloadStore().all(), studentId)) await getDownloader().drop(film)
}
