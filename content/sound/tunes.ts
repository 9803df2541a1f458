import { balafon, flute, thumbPiano, type Voice } from './voices.ts'

/** A step of a melody: eighth of the bar, degree above the chord's root, length in eighths. */
export type Step = readonly [eighth: number, degree: number, eighths: number]

/** What a film's music is made of. Degrees count in a seven-note scale from 0. */
export interface Tune {
  /** Beats a minute; a bar has `eighths` eighths of a half beat (12/8: of a third). */
  tempo: number
  eighths: 8 | 12
  /** MIDI number of the tonic. */
  root: number
  lead: Voice
  support: Voice
  chords: readonly number[]
  /** The melody over four bars, in bright scenes and in sad ones. */
  melody: readonly (readonly Step[])[]
  lament: readonly (readonly Step[])[]
  /** Eighths on which the accompaniment plucks the chord's notes. */
  pluck: readonly Step[]
  drum: readonly (readonly [eighth: number, pitch: number, loud: number])[]
}

const lament: Tune['lament'] = [
  [
    [0, 4, 6],
    [8, 3, 2],
    [10, 2, 2],
  ],
  [[0, 2, 8]],
  [
    [0, 2, 4],
    [4, 3, 4],
    [8, 4, 3],
  ],
  [[0, 0, 9]],
]

/** The fable: a dance in twelve, balafon before, talking drum behind. */
const ijapa: Tune = {
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

/** Rain and the road: a highlife walk on thumb piano. */
const danfo: Tune = {
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

/** The dark street: slow and clear, flute over thumb piano, opening as the light does. */
const lantern: Tune = {
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

/** The yard and its well: a round in twelve for two thumb pianos, like two buckets. */
const well: Tune = {
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

/** The road to school: firm and walking, balafon under a flute, for a boy who is afraid and goes on. */
const danladi: Tune = {
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

export const tunes: Readonly<Record<string, Tune>> = {
  'ijapa-and-the-borrowed-drum': ijapa,
  'the-last-seat-on-the-danfo': danfo,
  'the-lantern-on-obo-street': lantern,
  'two-buckets-one-well': well,
  'danladi-finds-a-wallet': danladi,
}
