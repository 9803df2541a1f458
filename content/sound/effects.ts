import { bell, clap, crickets, handDrum, rainfall, thumbPiano, type Stereo } from './voices.ts'

/** A sound effect: its scene (0 is the title card), and the second within it. */
export interface Effect {
  scene: number
  second: number
  play: (out: Stereo, at: number) => void
}

/** GBÀM: a big drum under leaves. */
const gbam = (out: Stereo, at: number) => {
  handDrum(out, { at, pitch: 62, length: 0, loud: 1 })
  handDrum(out, { at: at + 0.02, pitch: 124, length: 0, loud: 0.7 })
}

const splash = (out: Stereo, at: number) => rainfall(out, { at, pitch: 0, length: 1.4, loud: 0.7 })

const tap = (out: Stereo, at: number) => bell(out, { at, pitch: 1480, length: 0, loud: 0.5, pan: 0.2 })

/** Two rising notes for an idea. */
const spark = (out: Stereo, at: number) =>
  [1046, 1318, 1568].forEach((pitch, i) =>
    thumbPiano(out, { at: at + i * 0.11, pitch, length: 0.3, loud: 0.42, pan: 0.2 }),
  )

const raining = (length: number) => (out: Stereo, at: number) => rainfall(out, { at, pitch: 0, length, loud: 0.3 })
const night = (length: number) => (out: Stereo, at: number) =>
  crickets(out, { at, pitch: 0, length, loud: 0.5, pan: 0.4 })

const thud = (out: Stereo, at: number) => {
  handDrum(out, { at, pitch: 70, length: 0, loud: 0.6 })
  clap(out, { at: at + 0.01, pitch: 0, length: 0, loud: 0.35 })
}

const horn = (out: Stereo, at: number) =>
  [0, 0.24].forEach((late) =>
    [392, 494].forEach((pitch) => thumbPiano(out, { at: at + late, pitch, length: 0.2, loud: 0.5, pan: -0.5 })),
  )

export const effects: Readonly<Record<string, readonly Effect[]>> = {
  'ijapa-and-the-borrowed-drum': [
    { scene: 5, second: 0.3, play: splash },
    { scene: 6, second: 1.96, play: gbam },
    { scene: 6, second: 3.36, play: gbam },
    { scene: 6, second: 3.56, play: gbam },
    { scene: 6, second: 5.3, play: spark },
    { scene: 8, second: 0, play: night(6) },
  ],
  'the-last-seat-on-the-danfo': [
    { scene: 1, second: 0, play: raining(41) },
    { scene: 2, second: 1.2, play: horn },
    { scene: 8, second: 1.4, play: horn },
    { scene: 4, second: 2.8, play: spark },
  ],
  'the-lantern-on-obo-street': [
    { scene: 2, second: 1, play: night(44) },
    ...[0, 1, 2, 3].map((i) => ({ scene: 2, second: 0.9 + i * 0.45, play: thud })),
    { scene: 4, second: 4.7, play: thud },
    { scene: 5, second: 2.6, play: spark },
    ...Array.from({ length: 10 }, (_, i) => ({ scene: 6, second: 0.2 + i * 0.625, play: tap })),
    { scene: 7, second: 2.8, play: spark },
  ],
  'two-buckets-one-well': [
    { scene: 2, second: 3.5, play: splash },
    { scene: 5, second: 0.2, play: night(5.4) },
    { scene: 5, second: 2.6, play: spark },
    { scene: 7, second: 0.6, play: splash },
  ],
  'danladi-finds-a-wallet': [
    { scene: 2, second: 2.7, play: spark },
    { scene: 4, second: 2.2, play: thud },
    { scene: 5, second: 1.8, play: thud },
    { scene: 8, second: 1.6, play: spark },
    ...[0, 1, 2].map((i) => ({ scene: 9, second: 0.3 + i * 0.62, play: tap })),
  ],
  'the-fair-match-in-jos': [
    ...[0.5, 1.4, 2.3].map((second) => ({ scene: 3, second, play: thud })),
    { scene: 4, second: 5.2, play: thud },
    { scene: 6, second: 3.5, play: spark },
    { scene: 9, second: 5.2, play: thud },
    { scene: 10, second: 0.2, play: gbam },
  ],
  'the-fish-that-went-home': [
    { scene: 1, second: 3.2, play: splash },
    { scene: 4, second: 2.8, play: spark },
    ...[2, 2.7, 3.4].map((second) => ({ scene: 7, second, play: tap })),
    { scene: 8, second: 0.6, play: splash },
    { scene: 9, second: 0, play: raining(2.8) },
    { scene: 9, second: 3.4, play: splash },
  ],
  'thirty-eggs-in-onitsha': [
    { scene: 3, second: 1.1, play: gbam },
    ...[2.4, 2.6, 2.75, 2.95, 3.1].map((second) => ({ scene: 3, second, play: tap })),
    { scene: 5, second: 1.5, play: thud },
    { scene: 6, second: 3.6, play: spark },
    { scene: 8, second: 2.8, play: spark },
  ],
  'forty-loaves-before-dawn': [
    ...Array.from({ length: 6 }, (_, i) => ({ scene: 3, second: 0.4 + i * 0.8, play: thud })),
    ...Array.from({ length: 6 }, (_, i) => ({ scene: 4, second: 0.2 + i * 0.7, play: thud })),
    { scene: 5, second: 0.4, play: gbam },
    { scene: 9, second: 0, play: night(6) },
    { scene: 10, second: 4.4, play: spark },
  ],
  'the-kite-over-kano': [
    { scene: 2, second: 2.4, play: spark },
    { scene: 3, second: 3.2, play: thud },
    { scene: 5, second: 3.7, play: thud },
    { scene: 6, second: 0.2, play: night(5.6) },
    { scene: 8, second: 4.3, play: spark },
    { scene: 9, second: 2.4, play: spark },
  ],
  'tobi-and-the-blue-cloth': [
    { scene: 3, second: 0.7, play: splash },
    { scene: 3, second: 3.5, play: spark },
    { scene: 5, second: 3.2, play: raining(8) },
    { scene: 8, second: 1.8, play: splash },
    ...[0, 1, 2, 3, 4].map((i) => ({ scene: 9, second: 0.1 + i * 1.15, play: tap })),
    { scene: 10, second: 0, play: raining(5.6) },
  ],
  'the-thank-you-tree': [
    { scene: 4, second: 3.4, play: spark },
    { scene: 7, second: 0.2, play: night(5.6) },
    { scene: 8, second: 2.3, play: spark },
    { scene: 10, second: 2.9, play: spark },
  ],
}
