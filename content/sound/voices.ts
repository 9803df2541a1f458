/** Samples per second, for all sound. */
export const rate = 44_100

/** A note: when it starts, its pitch (Hz), how long it is held, how loud (0 to 1), and its position between left (-1) and right (1). */
export interface Note {
  at: number
  pitch: number
  length: number
  loud: number
  pan?: number
}

/** Two channels that voices add their sound to. */
export interface Stereo {
  left: Float32Array
  right: Float32Array
}

export function silence(seconds: number): Stereo {
  const size = Math.ceil(seconds * rate)
  return { left: new Float32Array(size), right: new Float32Array(size) }
}

export type Voice = (out: Stereo, note: Note) => void

/** Adds one sound, given as a function of its own time, to both channels. */
function sound(out: Stereo, note: Note, seconds: number, wave: (t: number, i: number) => number): void {
  const start = Math.max(0, Math.round(note.at * rate))
  const pan = note.pan ?? 0
  const leftGain = Math.cos(((pan + 1) * Math.PI) / 4) * note.loud
  const rightGain = Math.sin(((pan + 1) * Math.PI) / 4) * note.loud
  const size = Math.min(Math.round(seconds * rate), out.left.length - start)
  for (let i = 0; i < size; i++) {
    const value = wave(i / rate, i)
    out.left[start + i] = (out.left[start + i] ?? 0) + value * leftGain
    out.right[start + i] = (out.right[start + i] ?? 0) + value * rightGain
  }
}

const sine = (t: number, hertz: number) => Math.sin(t * hertz * Math.PI * 2)
const attack = (t: number, seconds: number) => Math.min(1, t / seconds)
/** White noise: the sample's index, scrambled. */
function noise(i: number, seed: number): number {
  let bits = Math.imul(i + Math.round(seed * 8191) + 1, 0x9e3779b1)
  bits = Math.imul(bits ^ (bits >>> 15), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) / 2 ** 31
}

/** The thumb piano: a soft tine, its bright overtone, and the click of a nail. */
export const thumbPiano: Voice = (out, note) =>
  sound(out, note, 1.7, (t, i) => {
    const body = sine(t, note.pitch) * Math.exp(-t * 3.4) + 0.28 * sine(t, note.pitch * 2.003) * Math.exp(-t * 6)
    const tine = 0.2 * sine(t, note.pitch * 5.42) * Math.exp(-t * 22)
    const nail = t < 0.012 ? noise(i, note.at) * 0.22 * (1 - t / 0.012) : 0
    return attack(t, 0.002) * (body + tine + nail) * 0.5
  })

/** The balafon: a wooden bar with a gourd's buzz. */
export const balafon: Voice = (out, note) =>
  sound(out, note, 0.9, (t) => {
    const bar =
      sine(t, note.pitch) * Math.exp(-t * 6) +
      0.42 * sine(t, note.pitch * 3.93) * Math.exp(-t * 17) +
      0.12 * sine(t, note.pitch * 9.2) * Math.exp(-t * 40)
    const buzz = Math.tanh(2.4 * sine(t, note.pitch)) * 0.1 * Math.exp(-t * 9)
    return attack(t, 0.002) * (bar + buzz) * 0.52
  })

/** A wooden flute: breath, a slow swell and a little vibrato. */
export const flute: Voice = (out, note) => {
  const tail = 0.22
  let phase = 0
  let breath = 0
  sound(out, note, note.length + tail, (t, i) => {
    const vibrato = 1 + 0.006 * sine(t, 5.1) * Math.min(1, t * 2.5)
    phase += (note.pitch * vibrato * Math.PI * 2) / rate
    breath += 0.3 * (noise(i, note.at) - breath)
    const swell = Math.min(1, t / 0.07) * (t > note.length ? Math.max(0, 1 - (t - note.length) / tail) : 1)
    return swell * (Math.sin(phase) + 0.2 * Math.sin(phase * 2) + 0.07 * Math.sin(phase * 3) + breath * 0.07) * 0.4
  })
}

/** A plucked bass string. */
export const bass: Voice = (out, note) =>
  sound(out, note, Math.min(note.length + 0.5, 1.6), (t) => {
    const fall = t > note.length ? Math.exp(-(t - note.length) * 12) : 1
    const string =
      sine(t, note.pitch) +
      0.45 * sine(t, note.pitch * 2) * Math.exp(-t * 5) +
      0.2 * sine(t, note.pitch * 3) * Math.exp(-t * 9)
    return attack(t, 0.005) * fall * string * Math.exp(-t * 2.2) * 0.62
  })

/** Humming voices, soft and slow, as a scene's background. */
export const choir: Voice = (out, note) =>
  sound(out, note, note.length + 0.6, (t) => {
    const swell = Math.min(1, t / 0.5) * (t > note.length ? Math.max(0, 1 - (t - note.length) / 0.6) : 1)
    const three = sine(t, note.pitch) + sine(t, note.pitch * 1.004) + sine(t, note.pitch * 0.9965)
    return swell * (three * 0.3 + 0.1 * sine(t, note.pitch * 2.001)) * (0.9 + 0.1 * sine(t, 0.6)) * 0.3
  })

/** A gourd shaker. */
export const shaker: Voice = (out, note) => {
  let last = 0
  sound(out, note, 0.12, (t, i) => {
    const raw = noise(i, note.at * 13)
    const bright = raw - last
    last = raw
    return attack(t, 0.012) * Math.exp(-t * 42) * bright * 0.3
  })
}

/** A hand drum; low pitches boom, high ones slap. */
export const handDrum: Voice = (out, note) => {
  let phase = 0
  sound(out, note, 0.5, (t, i) => {
    phase += (note.pitch * (1 + 0.55 * Math.exp(-t * 34)) * Math.PI * 2) / rate
    const slap = noise(i, note.at * 7) * Math.exp(-t * 90) * 0.35
    return attack(t, 0.002) * (Math.sin(phase) * Math.exp(-t * 11) + slap) * 0.7
  })
}

/** The talking drum: its pitch bends while it sounds, up in even bars, down in odd ones. */
export const talkingDrum: Voice = (out, note) => {
  let phase = 0
  const bend = note.length
  sound(out, note, 0.55, (t, i) => {
    phase += (note.pitch * (1 + bend * Math.min(1, t * 5)) * Math.PI * 2) / rate
    const skin = noise(i, note.at * 5) * Math.exp(-t * 70) * 0.25
    return attack(t, 0.003) * ((Math.sin(phase) + 0.3 * Math.sin(phase * 2.1)) * Math.exp(-t * 8) + skin) * 0.5
  })
}

/** A soft iron bell. */
export const bell: Voice = (out, note) =>
  sound(
    out,
    note,
    0.7,
    (t) =>
      attack(t, 0.001) *
      (sine(t, note.pitch) * Math.exp(-t * 9) +
        0.5 * sine(t, note.pitch * 1.51) * Math.exp(-t * 13) +
        0.25 * sine(t, note.pitch * 2.76) * Math.exp(-t * 20)) *
      0.22,
  )

export const clap: Voice = (out, note) => {
  let low = 0
  sound(out, note, 0.16, (t, i) => {
    const raw = noise(i, note.at * 3)
    low += 0.35 * (raw - low)
    const flam = t < 0.011 || (t > 0.016 && t < 0.027) || t > 0.032 ? 1 : 0.2
    return flam * Math.exp(-Math.max(0, t - 0.032) * 34) * (low - 0.4 * raw) * 0.5
  })
}

/** Rain, wind or rustling leaves: filtered noise for the note's length. */
export const rainfall: Voice = (out, note) => {
  let slow = 0
  let fast = 0
  sound(out, note, note.length, (t, i) => {
    const raw = noise(i, 3.3)
    fast += 0.42 * (raw - fast)
    slow += 0.05 * (raw - slow)
    const edge = Math.min(1, t / 0.8, Math.max(0, (note.length - t) / 0.8))
    return edge * (fast - slow) * (0.85 + 0.15 * sine(t, 0.31)) * 0.34
  })
}

/** Crickets on a warm night. */
export const crickets: Voice = (out, note) =>
  sound(out, note, note.length, (t) => {
    const chirp = Math.max(0, sine(t, 0.9)) * (sine(t, 17) > 0.1 ? 1 : 0.12)
    const edge = Math.min(1, t / 0.8, Math.max(0, (note.length - t) / 0.8))
    return edge * chirp * (sine(t, 4150) * 0.5 + sine(t, 4310) * 0.5) * 0.06
  })
