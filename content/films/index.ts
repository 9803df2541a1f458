import type { Film } from '../film.ts'
import { danfoFilm } from './danfo.ts'
import { danladiFilm } from './danladi.ts'
import { ijapaFilm } from './ijapa.ts'
import { lanternFilm } from './lantern.ts'
import { wellFilm } from './well.ts'

/** The starter films in the order in which they are listed. */
export const films: readonly Film[] = [ijapaFilm, danfoFilm, lanternFilm, wellFilm, danladiFilm]
