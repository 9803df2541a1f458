// Tunes with a melody of their own over the accompaniment of another tune.
import { ijapa, well } from './dances.ts'
import type { Tune } from './tune.ts'
import { balafon, flute, thumbPiano } from './voices.ts'
import { danfo, danladi, lantern } from './walks.ts'

/** The football field: a quick call and answer on the balafon. */
export const match: Tune = {
  ...danfo,
  tempo: 112,
  root: 57,
  lead: balafon,
  chords: [0, 0, 3, 4, 0, 3, 4, 0],
  melody: [
    [
      [0, 0, 1],
      [1, 2, 1],
      [2, 4, 2],
      [4, 4, 1],
      [5, 5, 1],
      [6, 7, 2],
    ],
    [
      [0, 7, 1],
      [1, 5, 1],
      [2, 4, 2],
      [5, 2, 1],
      [6, 4, 2],
    ],
    [
      [0, 4, 1],
      [1, 4, 1],
      [2, 5, 1],
      [3, 4, 1],
      [4, 2, 3],
    ],
    [
      [0, 2, 1],
      [1, 1, 1],
      [2, 0, 2],
      [4, 0, 3],
    ],
  ],
}

/** The creek: a calm rocking in twelve, like a canoe. */
export const creek: Tune = {
  ...well,
  tempo: 84,
  root: 55,
  lead: flute,
  support: thumbPiano,
  chords: [0, 3, 0, 4, 5, 3, 4, 0],
  melody: [
    [
      [0, 4, 3],
      [3, 5, 3],
      [6, 4, 5],
    ],
    [
      [0, 2, 3],
      [3, 4, 2],
      [5, 3, 1],
      [6, 2, 5],
    ],
    [
      [0, 4, 2],
      [2, 5, 1],
      [3, 7, 5],
      [8, 5, 1],
      [9, 4, 3],
    ],
    [
      [0, 2, 3],
      [3, 1, 3],
      [6, 0, 5],
    ],
  ],
}

/** The market: busy and high, with two thumb pianos. */
export const eggs: Tune = {
  ...ijapa,
  tempo: 106,
  root: 60,
  lead: thumbPiano,
  support: balafon,
  chords: [0, 4, 0, 3, 5, 3, 4, 0],
  melody: [
    [
      [0, 4, 1],
      [1, 5, 1],
      [2, 4, 1],
      [3, 7, 3],
      [6, 5, 2],
      [8, 4, 1],
      [9, 2, 3],
    ],
    [
      [0, 4, 2],
      [2, 2, 1],
      [3, 4, 3],
      [6, 5, 3],
    ],
    [
      [0, 7, 1],
      [1, 6, 1],
      [2, 7, 1],
      [3, 9, 3],
      [6, 7, 2],
      [8, 5, 1],
      [9, 4, 3],
    ],
    [
      [0, 2, 2],
      [2, 4, 1],
      [3, 2, 2],
      [5, 1, 1],
      [6, 0, 5],
    ],
  ],
}

/** The bakery: an old working song, steady as kneading. */
export const bakery: Tune = {
  ...lantern,
  tempo: 94,
  root: 59,
  lead: balafon,
  chords: [0, 5, 3, 4, 0, 3, 4, 0],
  drum: danladi.drum,
  melody: [
    [
      [0, 0, 2],
      [2, 2, 2],
      [4, 4, 3],
    ],
    [
      [0, 5, 2],
      [2, 4, 1],
      [3, 2, 1],
      [4, 4, 3],
    ],
    [
      [0, 7, 2],
      [2, 5, 2],
      [4, 4, 2],
      [6, 2, 2],
    ],
    [
      [0, 2, 1],
      [1, 4, 1],
      [2, 2, 1],
      [3, 1, 1],
      [4, 0, 4],
    ],
  ],
}
