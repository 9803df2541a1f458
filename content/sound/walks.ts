// Tunes in eight-eight time.
import type { Tune } from './tune.ts'
import { balafon, flute, thumbPiano } from './voices.ts'

/** Rain and the road: a highlife walk on the thumb piano. */
export const danfo: Tune = {
  tempo: 104,
  eighths: 8,
  root: 60,
  lead: thumbPiano,
  support: thumbPiano,
  chords: [0, 3, 0, 4, 0, 3, 4, 0],
  melody: [
    [
      [0, 4, 1],
      [1, 5, 1],
      [2, 7, 2],
      [5, 5, 1],
      [6, 4, 2],
    ],
    [
      [0, 2, 1],
      [1, 4, 2],
      [3, 5, 1],
      [4, 4, 3],
    ],
    [
      [0, 7, 1],
      [1, 8, 1],
      [2, 9, 2],
      [4, 7, 1],
      [5, 5, 1],
      [6, 4, 2],
    ],
    [
      [0, 2, 2],
      [2, 3, 1],
      [3, 2, 1],
      [4, 0, 4],
    ],
  ],
  lament: [
    [
      [0, 4, 3],
      [4, 3, 2],
      [6, 2, 2],
    ],
    [[0, 2, 6]],
    [
      [0, 2, 3],
      [3, 4, 3],
      [6, 5, 2],
    ],
    [[0, 4, 6]],
  ],
  pluck: [
    [0, 0, 1],
    [1, 4, 1],
    [2, 2, 1],
    [3, 4, 1],
    [4, 7, 1],
    [5, 4, 1],
    [6, 2, 1],
    [7, 4, 1],
  ],
  drum: [
    [0, 78, 0.8],
    [3, 120, 0.45],
    [4, 92, 0.6],
    [6, 150, 0.4],
    [7, 150, 0.5],
  ],
}

/** The dark street: slow and clear, a flute over thumb piano, opening up as the light does. */
export const lantern: Tune = {
  tempo: 88,
  eighths: 8,
  root: 55,
  lead: flute,
  support: thumbPiano,
  chords: [0, 5, 3, 4, 0, 5, 1, 4],
  melody: [
    [
      [0, 4, 3],
      [3, 5, 1],
      [4, 7, 3],
    ],
    [
      [0, 4, 2],
      [2, 3, 2],
      [4, 2, 3],
    ],
    [
      [0, 4, 2],
      [2, 5, 2],
      [4, 7, 2],
      [6, 9, 2],
    ],
    [
      [0, 7, 3],
      [3, 5, 1],
      [4, 4, 4],
    ],
  ],
  lament: [
    [
      [0, 4, 4],
      [4, 2, 4],
    ],
    [[0, 4, 6]],
    [
      [0, 5, 3],
      [3, 4, 1],
      [4, 2, 3],
    ],
    [[0, 1, 6]],
  ],
  pluck: [
    [0, 0, 2],
    [1, 4, 1],
    [3, 7, 1],
    [4, 2, 1],
    [6, 4, 1],
    [7, 7, 1],
  ],
  drum: [
    [0, 74, 0.6],
    [3, 110, 0.35],
    [6, 110, 0.4],
  ],
}

/** The road to school: firm and walking, balafon under a flute, for a boy who is afraid but walks on. */
export const danladi: Tune = {
  tempo: 96,
  eighths: 8,
  root: 58,
  lead: flute,
  support: balafon,
  chords: [0, 4, 5, 3, 0, 1, 4, 0],
  melody: [
    [
      [0, 2, 2],
      [2, 4, 1],
      [3, 5, 1],
      [4, 4, 3],
    ],
    [
      [0, 4, 2],
      [2, 5, 1],
      [3, 4, 1],
      [4, 2, 3],
    ],
    [
      [0, 2, 1],
      [1, 4, 1],
      [2, 7, 3],
      [5, 5, 1],
      [6, 4, 2],
    ],
    [
      [0, 5, 2],
      [2, 4, 1],
      [3, 2, 1],
      [4, 0, 4],
    ],
  ],
  lament: [
    [
      [0, 4, 4],
      [4, 3, 3],
    ],
    [[0, 2, 6]],
    [
      [0, 4, 2],
      [2, 3, 2],
      [4, 2, 3],
    ],
    [[0, 1, 6]],
  ],
  pluck: [
    [0, 0, 1],
    [2, 4, 1],
    [3, 2, 1],
    [4, 7, 1],
    [6, 4, 1],
    [7, 2, 1],
  ],
  drum: [
    [0, 76, 0.85],
    [2, 116, 0.4],
    [4, 92, 0.65],
    [5, 116, 0.3],
    [6, 150, 0.45],
  ],
}
