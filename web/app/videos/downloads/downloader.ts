// Brings films onto the phone and takes them off. It lives as long as the page does, whichever screen is shown; what a
// closed page had begun goes on when the student says so, because data is dear.
import { deleteFile, downloadFile, LinkRefusedError } from '../../offline/download-file.ts'
import { DOWNLOADS_CACHE } from '../../offline/downloaded-files.ts'
import { findUnsharedFiles, type DownloadStore, type Download } from './download-store.ts'
import { toFileNames, withoutLinks, type DownloadSource } from './downloaded-video.ts'
import type { Video } from '@baobab/contract/videos.ts'

/** How a film on its way is doing; one that is neither here whole nor in this list is paused. */
export type DownloadProgress = { state: 'saving' | 'waiting' | 'no-room' | 'failed'; received: number }

type Deps = {
  list: DownloadStore
  store: Pick<CacheStorage, 'open' | 'delete'>
  /** What there is to keep of a video now, with links that work. */
  refreshSource: (film: Download) => Promise<DownloadSource | undefined>
  currentStudentId: () => string | undefined
  now: () => string
  /** A film is here whole. */
  onDownloaded: () => void
  fetch?: typeof globalThis.fetch
}

export type Downloader = ReturnType<typeof createDownloader>

export function createDownloader({ list, store, refreshSource, currentStudentId, now, onDownloaded, fetch }: Deps) {
  const running = new Map<string, { controller: AbortController; done: Promise<void> }>()
  const listeners = new Set<() => void>()
  let savings: ReadonlyMap<string, DownloadProgress> = new Map()

  const show = (film: Download, saving: DownloadProgress | undefined) => {
    const next = new Map(savings)
    if (saving) next.set(keyOf(film), saving)
    else next.delete(keyOf(film))
    savings = next
    for (const listener of listeners) listener()
  }

  async function keepFiles(film: Download, { links }: DownloadSource, signal: AbortSignal): Promise<void> {
    const cache = await store.open(DOWNLOADS_CACHE)
    const own = { store: cache, signal, ...(fetch && { fetch }) }
    const { film: main, ...small } = links
    for (const url of Object.values(small)) await downloadFile(url, { ...own, onBytes: () => undefined })
    await downloadFile(main, {
      ...own,
      onBytes: (received) => {
        if (currentStudentId() !== film.studentId) running.get(keyOf(film))?.controller.abort()
        show(film, { state: 'saving', received })
      },
    })
  }

  /** Fetches until the film is whole; a link that ran out is replaced once. */
  async function bring(film: Download, offer: DownloadSource | undefined, signal: AbortSignal): Promise<Download> {
    const links = offer ?? (await refreshSource(film))
    if (!links) throw new LinkRefusedError('Nothing to keep')
    const files = toFileNames(links)
    if (files.film !== film.files.film) await dropFiles(film)
    const current: Download = { ...film, files, bytes: links.bytes, quality: links.quality }
    list.put(current)
    try {
      await keepFiles(current, links, signal)
      await dropReplaced(film, current)
      return current
    } catch (error) {
      if (error instanceof LinkRefusedError && offer) return bring(current, undefined, signal)
      throw error
    }
  }

  async function run(film: Download, offer?: DownloadSource): Promise<void> {
    if (running.has(keyOf(film))) return
    const controller = new AbortController()
    const done = runWith(film, offer, controller.signal)
    running.set(keyOf(film), { controller, done })
    await done
  }

  async function runWith(film: Download, offer: DownloadSource | undefined, signal: AbortSignal): Promise<void> {
    show(film, { state: 'saving', received: film.received })
    try {
      const whole = await bring(film, offer, signal)
      list.put({ ...whole, received: whole.bytes, downloadedAt: now() })
      show(film, undefined)
      onDownloaded()
    } catch (error) {
      remember(film)
      show(film, signal.aborted ? undefined : { state: stateOf(error), received: receivedOf(film) })
    } finally {
      running.delete(keyOf(film))
    }
  }

  const receivedOf = (film: Download) => savings.get(keyOf(film))?.received ?? film.received
  /** How far it came, for the next page; a film that was deleted meanwhile stays so. */
  function remember(film: Download): void {
    const known = list.all().find((one) => keyOf(one) === keyOf(film))
    if (known) list.put({ ...known, received: receivedOf(film) })
  }

  async function dropFiles(film: Download): Promise<void> {
    const cache = await store.open(DOWNLOADS_CACHE)
    for (const name of findUnsharedFiles(film, list.all())) await deleteFile(cache, name)
  }

  /** Captions and posters that another has taken the place of. */
  async function dropReplaced(before: Download, now: Download): Promise<void> {
    const cache = await store.open(DOWNLOADS_CACHE)
    const kept = new Set(Object.values(now.files))
    for (const name of findUnsharedFiles(before, list.all())) if (!kept.has(name)) await deleteFile(cache, name)
  }

  async function drop(film: Download): Promise<void> {
    const saving = running.get(keyOf(film))
    saving?.controller.abort()
    await saving?.done
    // First it is no film any more, then its files go: a page that is closed in between leaves nothing that cannot play.
    list.put({ ...film, downloadedAt: null, received: 0 })
    await dropFiles(film)
    list.remove(film)
    show(film, undefined)
    if (list.all().length === 0) await store.delete(DOWNLOADS_CACHE)
  }

  return {
    /** Keeps a film for a student, in place of another quality of it. */
    async save(studentId: string, video: Video, offer: DownloadSource): Promise<void> {
      const begun = { studentId, video: withoutLinks(video) }
      const earlier = list.all().find((one) => keyOf(one) === keyOf(begun))
      const files = toFileNames(offer)
      if (earlier && earlier.files.film !== files.film) await drop(earlier)
      const { quality, bytes } = offer
      const film = { ...begun, quality, bytes, received: 0, downloadedAt: null, files }
      try {
        list.put(film)
      } catch {
        return show({ ...film }, { state: 'no-room', received: 0 })
      }
      await run(film, offer)
    },
    /** Goes on with what was begun. */
    resume: (film: Download) => run(film),
    pause: (film: Download) => running.get(keyOf(film))?.controller.abort(),
    drop,
    /** The network may be back. */
    retryWaiting(): void {
      for (const film of list.all()) if (savings.get(keyOf(film))?.state === 'waiting') void run(film)
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** By `keyOf`; the same map until something changes. */
    savings: () => savings,
  }
}

export function keyOf({ studentId, video }: { studentId: string; video: Pick<Video, '_id'> }): string {
  return `${studentId}_${video._id}`
}

function stateOf(error: unknown): DownloadProgress['state'] {
  if (error instanceof LinkRefusedError) return 'failed'
  return error instanceof DOMException && error.name === 'QuotaExceededError' ? 'no-room' : 'waiting'
}
