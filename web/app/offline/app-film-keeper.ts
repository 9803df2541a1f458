// The one keeper of this page, made when first asked for.
import { listVideos } from '@baobab/contract/videos.ts'
import { q, queryClient } from '../api/q.ts'
import { studentSession } from '../api/session.ts'
import { renditionOf } from '../videos/quality.ts'
import { createFilmKeeper, type FilmKeeper } from './film-keeper.ts'
import { KEEP_PLAYER } from './kept-files.ts'
import { filmList, filmsOf, type KeptFilm } from './kept-films.ts'
import { offerOf, type Offer } from './kept-video.ts'

/** No event tells when a bad network is good again. */
const AGAIN_MS = 15_000

let opened: FilmKeeper | undefined

export function filmKeeper(): FilmKeeper {
  opened ??= open()
  return opened
}

function open(): FilmKeeper {
  const keeper = createFilmKeeper({
    list: filmList(),
    store: caches,
    offerNow,
    whoIsIn: () => studentSession()?.studentId,
    now: () => new Date().toISOString(),
    onKept: () => void askForPlayer(),
  })
  addEventListener('online', () => keeper.hurry())
  setInterval(() => keeper.hurry(), AGAIN_MS)
  return keeper
}

/** Links run out after a few hours; the list brings new ones. */
async function offerNow({ video: { _id: id }, quality }: KeptFilm): Promise<Offer | undefined> {
  const videos = await queryClient.fetchQuery({ ...q(listVideos, {}), staleTime: 0 })
  const video = videos.find((one) => one._id === id)
  return video && offerOf(video, quality === null ? undefined : renditionOf(video, quality))
}

async function askForPlayer(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage(KEEP_PLAYER)
}

/** Takes all films of a student off this phone. */
export async function dropFilmsOf(studentId: string): Promise<void> {
  for (const film of filmsOf(filmList().all(), studentId)) await filmKeeper().drop(film)
}
