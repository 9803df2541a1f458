import type { Voice } from './voices.ts'

/** A step of a melody: eighth of the bar, degree above the chord's root, length in eighths. */
export type Step = readonly [eighth: number, degree: number, eighths: number]

/** What a video's music is made of. Degrees count in a seven-note scale from 0. */
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

/** A slow falling line in twelve, for sad scenes. */
export const lament: Tune['lament'] = [
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
