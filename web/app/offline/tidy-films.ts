// Apart, so that a page without films loads none of it.
import type { Video } from '@baobab/contract/videos.ts'
import { filmKeeper } from './app-film-keeper.ts'
import { filmList, filmsOf } from './kept-films.ts'
import { filmsToDrop } from './kept-video.ts'

export async function tidyFilms(studentId: string, videos: readonly Video[]): Promise<void> {
  const films = filmsOf(filmList().all(), studentId)
  for (const film of filmsToDrop(films, videos)) await filmKeeper().drop(film)
}
