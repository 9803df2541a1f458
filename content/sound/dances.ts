// Tunes in twelve-eight time.
import { lament, type Tune } from './tune.ts'
import { balafon, thumbPiano } from './voices.ts'

/** The fable: a dance in twelve, with balafon in front and talking drum behind. */
export const ijapa: Tune = {
  tempo: 112,
  eighths: 12,
  root: 57,
  lead: balafon,
  support: thumbPiano,
  chords: [0, 3, 4, 0, 0, 3, 1, 4],
  melody: [
    [
      [0, 7, 2],
      [2, 6, 1],
      [3, 4, 3],
      [6, 4, 2],
      [8, 5, 1],
      [9, 7, 3],
    ],
    [
      [0, 4, 2],
      [2, 5, 1],
      [3, 4, 2],
      [5, 2, 1],
      [6, 2, 4],
    ],
    [
      [0, 2, 2],
      [2, 4, 1],
      [3, 5, 3],
      [6, 4, 2],
      [8, 2, 1],
      [9, 1, 3],
    ],
    [
      [0, 0, 3],
      [3, 2, 2],
      [5, 1, 1],
      [6, 0, 5],
    ],
  ],
  lament,
  pluck: [
    [0, 0, 2],
    [2, 4, 1],
    [3, 2, 1],
    [5, 4, 1],
    [6, 0, 2],
    [8, 4, 1],
    [9, 2, 1],
    [11, 4, 1],
  ],
  drum: [
    [0, 82, 0.9],
    [3, 150, 0.4],
    [5, 150, 0.5],
    [6, 96, 0.7],
    [9, 150, 0.55],
    [11, 190, 0.35],
  ],
}

/** The yard and its well: a round in twelve for two thumb pianos, like two buckets. */
export const well: Tune = {
  tempo: 100,
  eighths: 12,
  root: 62,
  lead: thumbPiano,
  support: balafon,
  chords: [0, 4, 3, 0, 5, 3, 4, 0],
  melody: [
    [
      [0, 4, 3],
      [3, 7, 2],
      [5, 6, 1],
      [6, 5, 3],
      [9, 4, 3],
    ],
    [
      [0, 2, 3],
      [3, 4, 2],
      [5, 3, 1],
      [6, 2, 5],
    ],
    [
      [0, 7, 2],
      [2, 6, 1],
      [3, 4, 3],
      [6, 5, 2],
      [8, 4, 1],
      [9, 2, 3],
    ],
    [
      [0, 4, 2],
      [2, 2, 1],
      [3, 1, 3],
      [6, 0, 5],
    ],
  ],
  lament,
  pluck: [
    [0, 0, 1],
    [3, 4, 1],
    [4, 7, 1],
    [6, 2, 1],
    [9, 4, 1],
    [10, 7, 1],
  ],
  drum: [
    [0, 80, 0.7],
    [4, 130, 0.4],
    [6, 96, 0.55],
    [10, 130, 0.45],
  ],
}
