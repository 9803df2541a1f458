import { balafon, bell, clap, handDrum, silence, thumbPiano, type Stereo, type Voice } from './voices.ts'

/** Plays a voice on pitches (Hz) one after another, `step` seconds apart. */
function run(out: Stereo, voice: Voice, pitches: readonly number[], step: number, loud = 0.5): void {
  pitches.forEach((pitch, i) => voice(out, { at: i * step, pitch, length: 0.3, loud }))
}

/** The notes of a scale on C that all the sounds share, in Hz. */
const [c, d, e, g, a, high] = [523, 587, 659, 784, 880, 1047] as const

type Celebration = { seconds: number; play: (out: Stereo) => void }

/** The small sounds that the web app plays when something good happens. */
export const celebrations: Readonly<Record<string, Celebration>> = {
  right: { seconds: 0.7, play: (out) => run(out, thumbPiano, [e, a], 0.1, 0.6) },
  done: {
    seconds: 1.3,
    play: (out) => {
      run(out, balafon, [c, e, g, high], 0.14)
      handDrum(out, { at: 0.42, pitch: 82, length: 0, loud: 0.6 })
    },
  },
  rise: { seconds: 1.2, play: (out) => run(out, thumbPiano, [c, d, e, g, a, high], 0.09, 0.5) },
  badge: {
    seconds: 1.2,
    play: (out) => {
      run(out, bell, [high, high * 1.26, high * 1.5], 0.16, 0.8)
      run(out, balafon, [g, high], 0.32, 0.4)
    },
  },
  prize: {
    seconds: 2.2,
    play: (out) => {
      run(out, balafon, [c, e, g, c, e, g, high, high], 0.17, 0.5)
      run(out, thumbPiano, [high, high * 1.12, high * 1.26, high * 1.5], 0.34, 0.4)
      for (const at of [0, 0.34, 0.68, 1.02, 1.19, 1.36]) {
        handDrum(out, { at, pitch: 70, length: 0, loud: 0.5 })
        clap(out, { at: at + 0.17, pitch: 0, length: 0, loud: 0.25 })
      }
    },
  },
}

/** Returns the sound of a celebration, dry and without fades. */
export function playCelebration({ seconds, play }: Celebration): Stereo {
  const out = silence(seconds)
  play(out)
  return out
}
