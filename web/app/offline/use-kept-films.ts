import type { Video } from '@baobab/contract/videos.ts'
import { useMemo, useSyncExternalStore } from 'react'
import { useStudentSession } from '../api/session.ts'
import { watchOutbox } from './app-watch-outbox.ts'
import { filmKeeper } from './app-film-keeper.ts'
import { keyOf, type Saving } from './film-keeper.ts'
import { filmList, filmsOf, type KeptFilm } from './kept-films.ts'
import { videoOfKept } from './kept-video.ts'
import { canKeepFilms } from './storage-room.ts'

const NONE: readonly KeptFilm[] = []
const NO_SAVINGS: ReadonlyMap<string, Saving> = new Map()

/** What this student keeps on this phone, the newest first; with what is on its way. */
export function useFilms(): readonly KeptFilm[] {
  const studentId = useStudentSession()?.studentId
  const all = useSyncExternalStore(
    (listener) => filmList().subscribe(listener),
    () => filmList().all(),
    () => NONE,
  )
  return useMemo(() => filmsOf(all, studentId), [all, studentId])
}

/** Those of them that are here whole. */
export function useWholeFilms(): readonly KeptFilm[] {
  const films = useFilms()
  return useMemo(() => films.filter(({ keptAt }) => keptAt !== null), [films])
}

/** What plays from the phone, as the pages show it; with what was done with it while there was no network. */
export function useKeptVideos(): Video[] {
  const films = useWholeFilms()
  const outbox = watchOutbox()
  useSyncExternalStore(
    (listener) => outbox.subscribe(listener),
    () => outbox.version(),
    () => 0,
  )
  const videos = films.map((film) => videoOfKept(film))
  return films[0] ? outbox.overlay(films[0].studentId, videos) : videos
}

/** How what is on its way is doing, by `keyOf`. */
export function useSaving(film: KeptFilm | undefined): Saving | undefined {
  const savings = useSyncExternalStore(
    (listener) => (canKeepFilms() ? filmKeeper().subscribe(listener) : () => undefined),
    () => (canKeepFilms() ? filmKeeper().savings() : NO_SAVINGS),
    () => NO_SAVINGS,
  )
  return film && savings.get(keyOf(film))
}

/** The video as it plays from the phone where it is kept, else as it is. */
export function useKeptFirst(video: Video): Video {
  const film = useWholeFilms().find((one) => one.video._id === video._id)
  const isServed = useServed()
  return useMemo(() => (film && isServed ? videoOfKept(film, video) : video), [film, isServed, video])
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
