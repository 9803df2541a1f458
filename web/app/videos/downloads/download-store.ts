// The list of downloads on this phone: one record for each student and video, with everything that the pages show about
// it. The files themselves are in the Cache API and may be shared by several students.
import type { Language } from '@baobab/contract/kernel/languages.ts'
import type { Video, Quality } from '@baobab/contract/videos/endpoints.ts'
import { serviceWorkers } from '../../browser/offline.ts'
import { listKeys, phoneStorage, type KeyValueStorage } from '../../browser/storage.ts'
import { studentSession } from '../../api/session.ts'
import { isOwnerQuestion } from '../../offline/downloaded-files.ts'

export type Download = {
  studentId: string
  /** The video as the server described it, without its links, because they expire. */
  video: Video
  /** Null for the uploaded file, if there is no stream. */
  quality: Quality | null
  /** The total size of all files. */
  bytes: number
  /** The number of bytes on the phone. */
  received: number
  /** Null until the download is complete. */
  downloadedAt: string | null
  /** The names of the download's files. */
  files: DownloadFiles
}
type OtherCaptions = `captions_${Exclude<Language, 'en'>}`
/** `captions` are the English ones. All languages are downloaded, because captions are only a few KB. */
export type DownloadFiles = { video: string; playlist?: string; captions?: string; poster?: string } & {
  [Use in OtherCaptions]?: string
}

type Later = 'values' | 'series' | 'isBookmarked'
const later: Pick<Video, Later> = { values: [], series: null, isBookmarked: false }

/** A download as stored on phones. The property names cannot change without losing existing downloads. */
type StoredDownload = Omit<Download, 'video' | 'downloadedAt' | 'files'> & {
  /** Records of earlier versions have `story` for the transcript, and lack the fields that were added later. */
  video: Omit<Video, 'transcript' | Later> & Partial<Pick<Video, Later>> & { transcript?: string; story?: string }
  keptAt: string | null
  files: Omit<DownloadFiles, 'video'> & { film: string }
}

const PREFIX = 'keptFilm_'
const studentPrefix = (studentId: string) => `${PREFIX}${studentId}_`
const recordKey = ({ studentId, video }: Download) => studentPrefix(studentId) + video._id

export type DownloadStore = ReturnType<typeof createDownloadStore>

export function createDownloadStore(storage: KeyValueStorage) {
  const listeners = new Set<() => void>()
  let cached: readonly Download[] | undefined

  const all = (): readonly Download[] =>
    (cached ??= listKeys(storage)
      .filter((key) => key.startsWith(PREFIX))
      .flatMap((key) => parse(storage.getItem(key)) ?? [])
      .toSorted((one, other) => (other.downloadedAt ?? '').localeCompare(one.downloadedAt ?? '')))
  const reload = () => {
    cached = undefined
    for (const listener of listeners) listener()
  }

  return {
    /** Returns the downloads of every student on this phone, newest first; the same array until something changes. */
    all,
    /** Throws if the phone cannot store the record: files that no record names would take up space for good. */
    put(download: Download): void {
      const key = recordKey(download)
      const isNew = storage.getItem(key) === null
      const isStored = storage.setItem(key, serialize(download))
      if (isNew && !isStored) storage.removeItem(key)
      reload()
      if (!isStored) throw new Error('The phone does not store the download.')
    },
    remove(download: Download): void {
      storage.removeItem(recordKey(download))
      reload()
    },
    /** Reads the records again after another tab has changed them. */
    reload,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

let opened: DownloadStore | undefined

/** Returns the store of this phone. */
export function getDownloadStore(): DownloadStore {
  opened ??= open()
  return opened
}

/** Every page that plays downloads opens the store first, so the service worker's questions are answered here. */
function open(): DownloadStore {
  const store = createDownloadStore(phoneStorage)
  addEventListener('storage', ({ key }) => {
    if (key === null || key.startsWith(PREFIX)) store.reload()
  })
  serviceWorkers()?.addEventListener('message', ({ data, ports: [port] }: MessageEvent<unknown>) => {
    if (isOwnerQuestion(data)) port?.postMessage(isDownloadedBy(store.all(), studentSession()?.studentId, data.name))
  })
  serviceWorkers()?.startMessages()
  return store
}

export function filterByStudent(downloads: readonly Download[], studentId: string | undefined): Download[] {
  return downloads.filter((download) => download.studentId === studentId)
}

/** Returns whether a student has downloaded a file. */
export function isDownloadedBy(downloads: readonly Download[], studentId: string | undefined, name: string): boolean {
  return filterByStudent(downloads, studentId).some(({ files }) => Object.values(files).includes(name))
}

/** Returns the names of a download's files that no other download needs. */
export function findUnsharedFiles(download: Download, all: readonly Download[]): string[] {
  const shared = new Set(
    all.filter((one) => recordKey(one) !== recordKey(download)).flatMap(({ files }) => Object.values(files)),
  )
  return Object.values(download.files).filter((name) => !shared.has(name))
}

/** Returns whether a student has any downloads on this phone, without reading the records. */
export function hasDownloads(storage: KeyValueStorage, studentId: string): boolean {
  return listKeys(storage).some((key) => key.startsWith(studentPrefix(studentId)))
}

function serialize({ downloadedAt, files: { video: film, ...files }, ...rest }: Download): string {
  return JSON.stringify({ ...rest, keptAt: downloadedAt, files: { film, ...files } } satisfies StoredDownload)
}

function parse(value: string | null): Download | undefined {
  if (value === null) return undefined
  try {
    // Not validated: only this code writes these keys. Anyone who can change a record by hand can also read the
    // downloaded files without it.
    const { video, keptAt, files, ...rest } = JSON.parse(value) as StoredDownload
    const { film, ...otherFiles } = files
    return {
      ...rest,
      video: { ...later, ...video, transcript: video.transcript ?? video.story ?? '' },
      downloadedAt: keptAt,
      files: { video: film, ...otherFiles },
    }
  } catch {
    return undefined
  }
}
