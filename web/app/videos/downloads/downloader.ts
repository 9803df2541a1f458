// Downloads videos and deletes them again. Exists as long as the document, whichever page is shown. A download that was
// unfinished when the document was closed resumes only when the student asks, because data is expensive.
import type { Video } from '@baobab/contract/videos/endpoints.ts'
import { deleteFile, downloadFile, LinkRefusedError } from '../../offline/download-file.ts'
import { DOWNLOADS_CACHE } from '../../offline/downloaded-files.ts'
import { findUnsharedFiles, type Download, type DownloadStore } from './download-store.ts'
import { toFileNames, withoutLinks, type DownloadSource } from './downloaded-video.ts'

/**
 * The activity of an unfinished download. `waiting`: for the network; `failed`: the video is no longer available. An
 * unfinished download without an activity is paused.
 */
export type DownloadProgress = { state: 'saving' | 'waiting' | 'no-room' | 'failed'; received: number }

type Deps = {
  store: DownloadStore
  caches: Pick<CacheStorage, 'open' | 'delete'>
  /** Requests links that have not expired, unlike those of the page; undefined if the video is deleted or locked. */
  refreshSource: (download: Download) => Promise<DownloadSource | undefined>
  currentStudentId: () => string | undefined
  now: () => string
  /** Called when a download is complete. */
  onDownloaded: () => void
  fetch?: typeof globalThis.fetch
}

export type Downloader = ReturnType<typeof createDownloader>

export function createDownloader({ store, caches, refreshSource, currentStudentId, now, onDownloaded, fetch }: Deps) {
  const running = new Map<string, { controller: AbortController; done: Promise<void> }>()
  const listeners = new Set<() => void>()
  let progress: ReadonlyMap<string, DownloadProgress> = new Map()

  const setProgress = (download: Download, value: DownloadProgress | undefined) => {
    const next = new Map(progress)
    if (value) next.set(downloadKey(download), value)
    else next.delete(downloadKey(download))
    progress = next
    for (const listener of listeners) listener()
  }
  const receivedBytes = (download: Download) => progress.get(downloadKey(download))?.received ?? download.received

  /**
   * Downloads the files of a source. With `mayMiss`, goes on without captions in other languages that the server refuses: during an
   * update, a server of the previous release does not serve them.
   * @returns the uses of the files that were refused
   */
  async function downloadFiles(
    download: Download,
    { source: { links }, mayMiss, signal }: { source: DownloadSource; mayMiss: boolean; signal: AbortSignal },
  ): Promise<string[]> {
    const options = { cache: await caches.open(DOWNLOADS_CACHE), signal, ...(fetch && { fetch }) }
    const { video, ...smallFiles } = links
    const missed: string[] = []
    for (const [use, url] of Object.entries(smallFiles))
      await downloadFile(url, { ...options, onBytes: () => undefined }).catch((error: unknown) => {
        if (!mayMiss || !use.startsWith('captions_') || !(error instanceof LinkRefusedError)) throw error
        missed.push(use)
      })
    await downloadFile(video, {
      ...options,
      onBytes: (received) => {
        // Another student has logged in, so this download stops.
        if (currentStudentId() !== download.studentId) running.get(downloadKey(download))?.controller.abort()
        setProgress(download, { state: 'saving', received })
      },
    })
    return missed
  }

  /** Downloads what is missing. If the links of `source` have expired, tries once more with new ones. */
  async function complete(
    download: Download,
    source: DownloadSource | undefined,
    signal: AbortSignal,
  ): Promise<Download> {
    const current = source ?? (await refreshSource(download))
    if (!current) throw new LinkRefusedError('There is nothing to download.')
    const files = toFileNames(current)
    if (files.video !== download.files.video) await deleteFiles(download)
    const updated: Download = { ...download, files, bytes: current.bytes, quality: current.quality }
    store.put(updated)
    try {
      const missed = await downloadFiles(updated, { source: current, mayMiss: source === undefined, signal })
      const downloaded = Object.entries(files).filter(([use]) => !missed.includes(use))
      const stored = { ...updated, files: { ...Object.fromEntries(downloaded), video: files.video } }
      await deleteReplacedFiles(download, stored)
      return stored
    } catch (error) {
      if (error instanceof LinkRefusedError && source) return complete(updated, undefined, signal)
      throw error
    }
  }

  async function run(download: Download, source?: DownloadSource): Promise<void> {
    if (running.has(downloadKey(download))) return
    const controller = new AbortController()
    const done = runUntilSettled(download, source, controller.signal)
    running.set(downloadKey(download), { controller, done })
    await done
  }

  async function runUntilSettled(
    download: Download,
    source: DownloadSource | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    setProgress(download, { state: 'saving', received: download.received })
    try {
      const completed = await complete(download, source, signal)
      store.put({ ...completed, received: completed.bytes, downloadedAt: now() })
      setProgress(download, undefined)
      onDownloaded()
    } catch (error) {
      storeReceivedBytes(download)
      setProgress(download, signal.aborted ? undefined : { state: toState(error), received: receivedBytes(download) })
    } finally {
      running.delete(downloadKey(download))
    }
  }

  /** Stores how much has arrived, for the next document. Does not restore a download that was deleted meanwhile. */
  function storeReceivedBytes(download: Download): void {
    const stored = store.all().find((one) => downloadKey(one) === downloadKey(download))
    if (stored) store.put({ ...stored, received: receivedBytes(download) })
  }

  async function deleteFiles(download: Download): Promise<void> {
    const cache = await caches.open(DOWNLOADS_CACHE)
    for (const name of findUnsharedFiles(download, store.all())) await deleteFile(cache, name)
  }

  /** Deletes captions and posters that were replaced on the server. */
  async function deleteReplacedFiles(before: Download, after: Download): Promise<void> {
    const cache = await caches.open(DOWNLOADS_CACHE)
    const current = new Set(Object.values(after.files))
    for (const name of findUnsharedFiles(before, store.all())) if (!current.has(name)) await deleteFile(cache, name)
  }

  async function remove(download: Download): Promise<void> {
    const unfinished = running.get(downloadKey(download))
    unfinished?.controller.abort()
    await unfinished?.done
    // Marked as unfinished before its files are deleted: if the document is closed in between, no broken download looks
    // playable.
    store.put({ ...download, downloadedAt: null, received: 0 })
    await deleteFiles(download)
    store.remove(download)
    setProgress(download, undefined)
    if (store.all().length === 0) await caches.delete(DOWNLOADS_CACHE)
  }

  return {
    /** Downloads a video for a student and replaces a download in another quality. */
    async save(studentId: string, video: Video, source: DownloadSource): Promise<void> {
      const { quality, bytes } = source
      const files = toFileNames(source)
      const download: Download = {
        studentId,
        video: withoutLinks(video),
        quality,
        bytes,
        received: 0,
        downloadedAt: null,
        files,
      }
      const existing = store.all().find((one) => downloadKey(one) === downloadKey(download))
      if (existing && existing.files.video !== files.video) await remove(existing)
      try {
        store.put(download)
      } catch {
        return setProgress(download, { state: 'no-room', received: 0 })
      }
      await run(download, source)
    },
    resume: (download: Download) => run(download),
    pause: (download: Download) => running.get(downloadKey(download))?.controller.abort(),
    /** Stops a download and deletes what has arrived of it. */
    remove,
    /** Retries the downloads that are waiting for the network. */
    retryWaiting(): void {
      for (const download of store.all())
        if (progress.get(downloadKey(download))?.state === 'waiting') void run(download)
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Activities by `downloadKey`; the same map until something changes. */
    progress: () => progress,
  }
}

export function downloadKey({ studentId, video }: { studentId: string; video: Pick<Video, '_id'> }): string {
  return `${studentId}_${video._id}`
}

function toState(error: unknown): DownloadProgress['state'] {
  if (error instanceof LinkRefusedError) return 'failed'
  return error instanceof DOMException && error.name === 'QuotaExceededError' ? 'no-room' : 'waiting'
}
