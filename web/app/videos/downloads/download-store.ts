// The list of films on this phone: one record for each student and video, with all that the pages show of it. The files
// themselves lie in the Cache API and may belong to several students.
import type { Quality, Video } from '@baobab/contract/videos.ts'
import { listKeys, browserStorage, type KeyValueStorage } from '../../api/browser-storage.ts'

/** A film as it is told by the server, without its links: those run out. */
export type Download = {
  studentId: string
  video: Video
  /** Null for the file as it was uploaded, where there is no stream. */
  quality: Quality | null
  /** Of all its files. */
  bytes: number
  /** How much of it has arrived. */
  received: number
  /** Null until it is here whole. */
  downloadedAt: string | null
  /** The names of its files, by what the page needs them for. */
  files: DownloadFiles
}
export type DownloadFiles = { film: string; playlist?: string; captions?: string; poster?: string }

const PREFIX = 'keptFilm_'
const prefixOf = (studentId: string) => `${PREFIX}${studentId}_`
const keyOf = ({ studentId, video }: Download) => prefixOf(studentId) + video._id

export type DownloadStore = ReturnType<typeof createDownloadStore>

export function createDownloadStore(storage: KeyValueStorage | undefined) {
  const listeners = new Set<() => void>()
  let known: readonly Download[] | undefined

  const all = (): readonly Download[] =>
    (known ??= listKeys(storage)
      .filter((key) => key.startsWith(PREFIX))
      .flatMap((key) => parse(storage?.getItem(key) ?? null) ?? [])
      .toSorted((one, other) => (other.downloadedAt ?? '').localeCompare(one.downloadedAt ?? '')))
  const changed = () => {
    known = undefined
    for (const listener of listeners) listener()
  }

  return {
    /** Of all students of this phone, the newest first; the same array until something changes. */
    all,
    /** Throws where the phone has no room for it. */
    put(film: Download): void {
      if (!storage) throw new Error('This phone keeps nothing.')
      storage.setItem(keyOf(film), JSON.stringify(film))
      changed()
    },
    remove(film: Download): void {
      storage?.removeItem(keyOf(film))
      changed()
    },
    /** Another tab has changed it. */
    changed,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

let opened: DownloadStore | undefined

/** The list of this phone. */
export function getDownloadStore(): DownloadStore {
  if (!opened) {
    const list = createDownloadStore(browserStorage())
    addEventListener('storage', ({ key }) => {
      if (key === null || key.startsWith(PREFIX)) list.changed()
    })
    opened = list
  }
  return opened
}

/** The films of one student, the newest first. */
export function filterByStudent(films: readonly Download[], studentId: string | undefined): Download[] {
  return films.filter((film) => film.studentId === studentId)
}

/** The names of a film's files that no other record needs. */
export function findUnsharedFiles(film: Download, others: readonly Download[]): string[] {
  const needed = new Set(
    others.filter((one) => keyOf(one) !== keyOf(film)).flatMap(({ files }) => Object.values(files)),
  )
  return Object.values(film.files).filter((name) => !needed.has(name))
}

/** Whether a student has any record here, without reading them. */
export function hasDownloads(storage: KeyValueStorage | undefined, studentId: string): boolean {
  return listKeys(storage).some((key) => key.startsWith(prefixOf(studentId)))
}

function parse(value: string | null): Download | undefined {
  if (value === null) return undefined
  try {
    // We wrote it; what somebody else has put there shows nothing but to themselves.
    return JSON.parse(value) as Download
  } catch {
    return undefined
  }
}
