import { useSyncExternalStore } from 'react'
import { canDownload } from '../../offline/downloaded-files.ts'
import { getDownloader } from './app-downloader.ts'
import type { Download } from './download-store.ts'
import { downloadKey, type DownloadProgress } from './downloader.ts'

const NO_PROGRESS: ReadonlyMap<string, DownloadProgress> = new Map()

/** Returns the activity of an unfinished download; undefined if it is paused. */
export function useDownloadProgress(download: Download): DownloadProgress | undefined {
  const progress = useSyncExternalStore(
    (listener) => (canDownload() ? getDownloader().subscribe(listener) : () => undefined),
    () => (canDownload() ? getDownloader().progress() : NO_PROGRESS),
    () => NO_PROGRESS,
  )
  return progress.get(downloadKey(download))
}
