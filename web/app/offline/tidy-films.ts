// Apart, so that a page without films loads none of it.
import { listSessions } from '@baobab/contract/sessions.ts'
import { listVideos, type Video } from '@baobab/contract/videos.ts'
import { call } from '../api/call.ts'
import { filmKeeper } from './app-film-keeper.ts'
import { filmList, filmsOf } from './kept-films.ts'
import { filmsToDrop } from './kept-video.ts'

/**
 * Takes films off the phone that its student may not see any more. A login that has ended is told the list of a visitor,
 * for whom all that was paid is locked: so nothing goes before the server knows this student, and says it again.
 */
export async function tidyFilms(studentId: string, videos: readonly Video[]): Promise<void> {
  const films = filmsToDrop(filmsOf(filmList().all(), studentId), videos)
  if (films.length === 0) return
  await call(listSessions, {})
  for (const film of filmsToDrop(films, await call(listVideos, {}))) await filmKeeper().drop(film)
}
