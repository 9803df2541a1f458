import { chance, clamp } from '../draw/tween.ts'
import { secondsOf, timeline, type Video, type Mood, type Timed } from '../video.ts'
import { room, soften, wav } from './room.ts'
import type { Step, Tune } from './tune.ts'
import { tunes } from './tunes.ts'
import { effects } from './effects.ts'
import {
  bass,
  bell,
  choir,
  clap,
  flute,
  handDrum,
  shaker,
  silence,
  talkingDrum,
  type Stereo,
  type Voice,
} from './voices.ts'

/** How loud each player is in a mood; players that are not listed are silent. */
interface Band {
  lead: number
  pluck: number
  bass: number
  choir: number
  drum: number
  shaker: number
  bell: number
  minor: boolean
}

const bands: Record<Mood, Band> = {
  bright: { lead: 0.85, pluck: 0.42, bass: 0.62, choir: 0.12, drum: 0.5, shaker: 0.34, bell: 0.2, minor: false },
  gentle: { lead: 0.7, pluck: 0.46, bass: 0.46, choir: 0.34, drum: 0.14, shaker: 0.2, bell: 0, minor: false },
  tense: { lead: 0.55, pluck: 0.34, bass: 0.66, choir: 0.26, drum: 0.5, shaker: 0.22, bell: 0, minor: true },
  sad: { lead: 0.66, pluck: 0.34, bass: 0.4, choir: 0.5, drum: 0, shaker: 0, bell: 0, minor: true },
  hopeful: { lead: 0.72, pluck: 0.5, bass: 0.58, choir: 0.32, drum: 0.34, shaker: 0.3, bell: 0.1, minor: false },
  joyful: { lead: 0.95, pluck: 0.46, bass: 0.66, choir: 0.2, drum: 0.6, shaker: 0.42, bell: 0.32, minor: false },
}

const major = [0, 2, 4, 5, 7, 9, 11]
const minorChords = [5, 1, 5, 2, 5, 3, 1, 2]

/** The pitch of a scale degree (0 is the tonic) in Hz. */
function hertz(tune: Tune, degree: number, octave = 0): number {
  const step = major[((degree % 7) + 7) % 7] ?? 0
  const midi = tune.root + step + 12 * (Math.floor(degree / 7) + octave)
  return 440 * 2 ** ((midi - 69) / 12)
}

interface Bar {
  number: number
  at: number
  eighth: number
  chord: number
  band: Band
  mood: Mood
}

/** Plays a video's tune through its scenes, with their sound effects, as a WAV file. */
export function music(video: Video): Buffer {
  const tune = tunes[video.slug]
  if (!tune) throw new Error(`${video.slug} has no tune`)
  const length = secondsOf(video)
  const scenes = timeline(video)
  const out = silence(length)
  const bars = barsOf(tune, scenes, length)
  for (const bar of bars) playBar(out, tune, bar)
  finish(out, tune, bars)
  for (const effect of effects[video.slug] ?? []) {
    const scene = scenes[effect.scene]
    if (scene) effect.play(out, scene.start + effect.second)
  }
  return wav(soften(room(out, 0.3)))
}

function barsOf(tune: Tune, scenes: readonly Timed[], length: number): Bar[] {
  const asked = (60 / tune.tempo / (tune.eighths === 12 ? 3 : 2)) * tune.eighths
  // Slightly faster or slower, so that the last chord falls just before the end of the video.
  const count = Math.round((length - 2.3) / asked)
  const seconds = (length - 2.3) / count
  const eighth = seconds / tune.eighths
  return Array.from({ length: count }, (_, number) => {
    const at = 0.08 + number * seconds
    const mood = scenes.findLast((scene) => scene.start <= at + seconds * 0.45)?.mood ?? 'bright'
    const band = bands[mood]
    const chords = band.minor ? minorChords : tune.chords
    return { number, at, eighth, mood, band, chord: chords[number % chords.length] ?? 0 }
  })
}

/** Slightly early or late, a little softer or louder, like a human player. */
const human = (seed: number) => ({ late: (chance(seed) - 0.5) * 0.012, soft: 0.86 + chance(seed + 0.5) * 0.14 })

function playBar(out: Stereo, tune: Tune, bar: Bar): void {
  const { band } = bar
  const phrases = band.minor ? tune.lament : tune.melody
  const phrase = phrases[bar.number % phrases.length] ?? []
  const lead = bar.mood === 'sad' ? flute : tune.lead
  play(out, tune, bar, {
    steps: phrase,
    voice: lead,
    loud: band.lead * (lead === flute ? 0.62 : 0.9),
    octave: lead === flute ? 1 : 1,
    pan: 0.12,
  })
  if (bar.mood === 'joyful')
    play(out, tune, bar, { steps: phrase, voice: tune.support, loud: band.lead * 0.32, octave: 2, pan: -0.3 })
  play(out, tune, bar, { steps: tune.pluck, voice: tune.support, loud: band.pluck * 0.7, octave: 0, pan: -0.28 })
  playBass(out, tune, bar)
  for (const degree of [0, 2, 4])
    choir(out, {
      at: bar.at,
      pitch: hertz(tune, bar.chord + degree),
      length: bar.eighth * tune.eighths * 0.92,
      loud: band.choir * 0.5,
      pan: (degree - 2) * 0.25,
    })
  playHands(out, tune, bar)
}

function play(
  out: Stereo,
  tune: Tune,
  bar: Bar,
  part: { steps: readonly Step[]; voice: Voice; loud: number; octave: number; pan: number },
): void {
  part.steps.forEach(([eighth, degree, eighths], i) => {
    if (eighth >= tune.eighths) return
    const { late, soft } = human(bar.number * 17 + i + part.octave * 3.3)
    // The melody stays in one register: a high chord moves it down an octave.
    const whole = bar.chord + degree
    const octave = part.octave - (whole > 9 ? 1 : 0)
    part.voice(out, {
      at: bar.at + eighth * bar.eighth + late,
      pitch: hertz(tune, whole, octave),
      length: eighths * bar.eighth * 0.92,
      loud: clamp(part.loud * soft),
      pan: part.pan,
    })
  })
}

function playBass(out: Stereo, tune: Tune, bar: Bar): void {
  const half = tune.eighths / 2
  const deep = bar.chord > 3 ? -2 : -1
  const steps: readonly Step[] =
    bar.band.drum > 0.2
      ? [
          [0, 0, half - 1],
          [half - 1, 0, 1],
          [half, 4, half - 2],
          [tune.eighths - 1, 2, 1],
        ]
      : [
          [0, 0, half],
          [half, 4, half - 1],
        ]
  for (const [eighth, degree, eighths] of steps) {
    bass(out, {
      at: bar.at + eighth * bar.eighth,
      pitch: hertz(tune, bar.chord + degree, deep),
      length: eighths * bar.eighth * 0.8,
      loud: bar.band.bass * 0.72,
    })
  }
}

const ironPattern: Record<8 | 12, readonly number[]> = { 8: [0, 3, 4, 6], 12: [0, 2, 4, 5, 7, 9, 11] }

function playHands(out: Stereo, tune: Tune, bar: Bar): void {
  const { band } = bar
  for (let i = 0; i < tune.eighths; i++) {
    const strong = tune.eighths === 12 ? i % 3 === 0 : i % 2 === 0
    const { late, soft } = human(bar.number * 31 + i)
    if (band.shaker > 0)
      shaker(out, {
        at: bar.at + i * bar.eighth + late,
        pitch: 0,
        length: 0,
        loud: band.shaker * soft * (strong ? 0.9 : 0.5),
        pan: 0.35,
      })
  }
  for (const [eighth, pitch, loud] of tune.drum) {
    if (band.drum > 0)
      handDrum(out, { at: bar.at + eighth * bar.eighth, pitch, length: 0, loud: band.drum * loud, pan: -0.1 })
  }
  if (band.drum > 0.3 && bar.number % 2 === 1)
    talkingDrum(out, {
      at: bar.at + (tune.eighths - 3) * bar.eighth,
      pitch: 150,
      length: bar.number % 4 === 1 ? 0.4 : -0.3,
      loud: band.drum * 0.5,
      pan: 0.3,
    })
  for (const eighth of ironPattern[tune.eighths]) {
    if (band.bell > 0)
      bell(out, {
        at: bar.at + eighth * bar.eighth,
        pitch: eighth % 4 === 0 ? 880 : 660,
        length: 0,
        loud: band.bell * 0.5,
        pan: 0.5,
      })
  }
  if (bar.mood === 'joyful')
    for (const eighth of [tune.eighths / 4, (tune.eighths / 4) * 3])
      clap(out, { at: bar.at + Math.round(eighth) * bar.eighth, pitch: 0, length: 0, loud: 0.34, pan: -0.4 })
}

/** The last chord, arpeggiated upwards and left to ring. */
function finish(out: Stereo, tune: Tune, bars: readonly Bar[]): void {
  const last = bars.at(-1)
  if (!last) return
  const at = last.at + last.eighth * tune.eighths
  ;[0, 2, 4, 7, 9].forEach((degree, i) =>
    tune.support(out, { at: at + i * 0.07, pitch: hertz(tune, degree, 1), length: 1.4, loud: 0.5, pan: i * 0.2 - 0.4 }),
  )
  bass(out, { at, pitch: hertz(tune, 0, -1), length: 1.4, loud: 0.6 })
  handDrum(out, { at, pitch: 80, length: 0, loud: 0.5 })
  for (const degree of [0, 2, 4]) choir(out, { at, pitch: hertz(tune, degree), length: 1.2, loud: 0.2 })
}
