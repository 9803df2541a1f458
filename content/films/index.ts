import type { Film } from '../film.ts'
import { danfoFilm } from './danfo/film.ts'
import { danladiFilm } from './danladi/film.ts'
import { ijapaFilm } from './ijapa/film.ts'
import { lanternFilm } from './lantern/film.ts'
import { wellFilm } from './well/film.ts'

/** The starter films in the order in which they are listed. */
export const films: readonly Film[] = [ijapaFilm, danfoFilm, lanternFilm, wellFilm, danladiFilm]
