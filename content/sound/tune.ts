import type { Voice } from './voices.ts'

/** A step of a melody: the eighth within the bar, the degree above the chord's root, and the length in eighths. */
export type Step = readonly [eighth: number, degree: number, eighths: number]

/** What a video's music is made of. Degrees are counted from 0 in a seven-note scale. */
export interface Tune {
  /** Beats per minute. A bar has `eighths` eighths, two per beat (in 12/8, three). */
  tempo: number
  eighths: 8 | 12
  /** The tonic's MIDI number. */
  root: number
  lead: Voice
  support: Voice
  chords: readonly number[]
  /** The melody over four bars, in bright scenes and in sad ones. */
  melody: readonly (readonly Step[])[]
  lament: readonly (readonly Step[])[]
  /** The eighths on which the accompaniment plucks the chord's notes. */
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
