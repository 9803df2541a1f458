// The list of films on this phone: one record for each student and video, with all that the pages show of it. The files
// themselves lie in the Cache API and may belong to several students.
import type { Quality, Video } from '@baobab/contract/videos.ts'
import { keysOf, phoneStorage, type Storing } from '../api/phone-storage.ts'

/** A film as it is told by the server, without its links: those run out. */
export type KeptFilm = {
  studentId: string
  video: Video
  /** Null for the file as it was uploaded, where there is no stream. */
  quality: Quality | null
  /** Of all its files. */
  bytes: number
  /** How much of it has arrived. */
  received: number
  /** Null until it is here whole. */
  keptAt: string | null
  /** The names of its files, by what the page needs them for. */
  files: KeptNames
}
export type KeptNames = { film: string; playlist?: string; captions?: string; poster?: string }

const PREFIX = 'keptFilm_'
const prefixOf = (studentId: string) => `${PREFIX}${studentId}_`
const keyOf = ({ studentId, video }: KeptFilm) => prefixOf(studentId) + video._id

export type FilmList = ReturnType<typeof createFilmList>

export function createFilmList(storage: Storing | undefined) {
  const listeners = new Set<() => void>()
  let known: readonly KeptFilm[] | undefined

  const all = (): readonly KeptFilm[] =>
    (known ??= keysOf(storage)
      .filter((key) => key.startsWith(PREFIX))
      .flatMap((key) => parse(storage?.getItem(key) ?? null) ?? [])
      .toSorted((one, other) => (other.keptAt ?? '').localeCompare(one.keptAt ?? '')))
  const changed = () => {
    known = undefined
    for (const listener of listeners) listener()
  }

  return {
    /** Of all students of this phone, the newest first; the same array until something changes. */
    all,
    /** Throws where the phone has no room for it. */
    put(film: KeptFilm): void {
      if (!storage) throw new Error('This phone keeps nothing.')
      storage.setItem(keyOf(film), JSON.stringify(film))
      changed()
    },
    remove(film: KeptFilm): void {
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

let opened: FilmList | undefined

/** The list of this phone. */
export function filmList(): FilmList {
  if (!opened) {
    const list = createFilmList(phoneStorage())
    addEventListener('storage', ({ key }) => {
      if (key === null || key.startsWith(PREFIX)) list.changed()
    })
    opened = list
  }
  return opened
}

/** The films of one student, the newest first. */
export function filmsOf(films: readonly KeptFilm[], studentId: string | undefined): KeptFilm[] {
  return films.filter((film) => film.studentId === studentId)
}

/** The names of a film's files that no other record needs. */
export function namesToDrop(film: KeptFilm, others: readonly KeptFilm[]): string[] {
  const needed = new Set(
    others.filter((one) => keyOf(one) !== keyOf(film)).flatMap(({ files }) => Object.values(files)),
  )
  return Object.values(film.files).filter((name) => !needed.has(name))
}

/** Whether a student has any record here, without reading them. */
export function hasFilms(storage: Storing | undefined, studentId: string): boolean {
  return keysOf(storage).some((key) => key.startsWith(prefixOf(studentId)))
}

function parse(value: string | null): KeptFilm | undefined {
  if (value === null) return undefined
  try {
    // We wrote it; what somebody else has put there shows nothing but to themselves.
    return JSON.parse(value) as KeptFilm
  } catch {
    return undefined
  }
}
