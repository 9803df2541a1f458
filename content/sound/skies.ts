// Tunes for the kite, the dyer's yard and the tree of thanks.
import { lament, type Tune } from './tune.ts'
import { balafon, flute, thumbPiano } from './voices.ts'

/** Wind over the roofs: a flute that climbs and falls back, in twelve. */
export const kite: Tune = {
  tempo: 100,
  eighths: 12,
  root: 58,
  lead: flute,
  support: thumbPiano,
  chords: [0, 4, 5, 3, 0, 3, 4, 0],
  melody: [
    [
      [0, 0, 2],
      [2, 2, 1],
      [3, 4, 3],
      [6, 5, 2],
      [8, 7, 4],
    ],
    [
      [0, 6, 2],
      [2, 5, 1],
      [3, 4, 3],
      [6, 2, 5],
    ],
    [
      [0, 4, 2],
      [2, 5, 1],
      [3, 7, 3],
      [6, 9, 2],
      [8, 7, 1],
      [9, 5, 3],
    ],
    [
      [0, 4, 3],
      [3, 2, 2],
      [5, 1, 1],
      [6, 0, 5],
    ],
  ],
  lament,
  pluck: [
    [0, 0, 1],
    [2, 4, 1],
    [3, 7, 1],
    [5, 4, 1],
    [6, 2, 1],
    [8, 4, 1],
    [9, 7, 1],
    [11, 4, 1],
  ],
  drum: [
    [0, 80, 0.8],
    [3, 126, 0.4],
    [6, 96, 0.6],
    [8, 126, 0.35],
    [9, 150, 0.5],
  ],
}

/** Dip, dry, wait: a balafon that takes its time, with rests between its steps. */
export const cloth: Tune = {
  tempo: 92,
  eighths: 8,
  root: 62,
  lead: balafon,
  support: thumbPiano,
  chords: [0, 3, 4, 0, 5, 3, 4, 0],
  melody: [
    [
      [0, 4, 1],
      [1, 2, 1],
      [4, 4, 1],
      [5, 5, 2],
    ],
    [
      [0, 7, 2],
      [3, 5, 1],
      [4, 4, 3],
    ],
    [
      [0, 2, 1],
      [1, 4, 1],
      [4, 5, 1],
      [5, 7, 2],
    ],
    [
      [0, 4, 2],
      [2, 2, 1],
      [4, 0, 4],
    ],
  ],
  lament: [
    [
      [0, 4, 3],
      [4, 2, 3],
    ],
    [[0, 3, 6]],
    [
      [0, 2, 3],
      [4, 1, 3],
    ],
    [[0, 0, 6]],
  ],
  pluck: [
    [0, 0, 1],
    [2, 2, 1],
    [3, 4, 1],
    [4, 7, 1],
    [6, 2, 1],
    [7, 4, 1],
  ],
  drum: [
    [0, 76, 0.8],
    [3, 118, 0.4],
    [4, 90, 0.6],
    [6, 140, 0.4],
  ],
}

/** Many small thanks: thumb piano in thirds, warm and unhurried. */
export const thanks: Tune = {
  tempo: 84,
  eighths: 8,
  root: 57,
  lead: thumbPiano,
  support: thumbPiano,
  chords: [0, 5, 3, 4, 0, 1, 4, 0],
  melody: [
    [
      [0, 2, 2],
      [2, 4, 2],
      [4, 5, 1],
      [5, 4, 3],
    ],
    [
      [0, 4, 1],
      [1, 5, 1],
      [2, 7, 3],
      [5, 5, 3],
    ],
    [
      [0, 9, 2],
      [2, 7, 1],
      [3, 5, 1],
      [4, 4, 2],
      [6, 5, 2],
    ],
    [
      [0, 4, 2],
      [2, 2, 2],
      [4, 0, 4],
    ],
  ],
  lament: [
    [
      [0, 2, 4],
      [4, 4, 4],
    ],
    [[0, 3, 6]],
    [
      [0, 4, 3],
      [3, 2, 1],
      [4, 1, 4],
    ],
    [[0, 0, 6]],
  ],
  pluck: [
    [0, 0, 1],
    [1, 2, 1],
    [2, 4, 1],
    [4, 7, 1],
    [5, 4, 1],
    [6, 2, 1],
  ],
  drum: [
    [0, 74, 0.7],
    [3, 112, 0.35],
    [4, 88, 0.5],
    [7, 140, 0.4],
  ],
}
