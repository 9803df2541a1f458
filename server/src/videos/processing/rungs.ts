// How each rung is encoded. Pure: numbers in, numbers out.
import { ladderOf } from '../stream.ts'

export type RungPlan = {
  height: number
  /** Of the picture, even as H.264 wants them. */
  width: number
  lines: number
  /** The picture's bits: as many as its quality needs, never more than these a second. */
  crf: number
  maxKbits: number
  preset: string
  soundKbits: number
}

type Quality = Pick<RungPlan, 'crf' | 'maxKbits' | 'preset' | 'soundKbits'>

/**
 * The lowest is the one that costs data, so it gets the most work. Its picture stays under 100 kbit/s (decisions 3) even
 * in a film of seconds, which may spend the reserve of a second besides.
 */
const qualities: Record<number, Quality> = {
  240: { crf: 27, maxKbits: 78, preset: 'medium', soundKbits: 40 },
  360: { crf: 26, maxKbits: 260, preset: 'veryfast', soundKbits: 56 },
  480: { crf: 26, maxKbits: 520, preset: 'veryfast', soundKbits: 64 },
  720: { crf: 25, maxKbits: 1_300, preset: 'veryfast', soundKbits: 96 },
}
const best: Quality = { crf: 25, maxKbits: 1_300, preset: 'veryfast', soundKbits: 96 }

/** The bits of the sound that is sent alone. */
export const SOUND_KBITS = 40

/** Bounds within which films move smoothly; more pictures a second cost data that no small screen shows. */
const LEAST_RATE = 8
const MOST_RATE = 30

const even = (value: number) => Math.max(2, Math.round(value / 2) * 2)

/** The picture of a rung: its shorter side as long as the rung, never longer than the film's own. */
export function rungSize(film: { width: number; height: number }, rung: number): { width: number; lines: number } {
  const scale = Math.min(1, rung / Math.min(film.width, film.height))
  return { width: even(film.width * scale), lines: even(film.height * scale) }
}

/** The rungs of a film, the lowest first. @param heights the rungs that are wanted; all that fit where nothing is said */
export function planOf(film: { width: number; height: number }, heights?: readonly number[]): RungPlan[] {
  const rungs = ladderOf(film.width, film.height).filter((height) => heights?.includes(height) ?? true)
  return rungs.map((height) => ({ height, ...rungSize(film, height), ...(qualities[height] ?? best) }))
}

/** Pictures a second of all rungs: the film's own, halved while there are too many. */
export function rateOf(rate: number): number {
  if (rate > MOST_RATE + 0.5) return rateOf(rate / 2)
  return Math.max(LEAST_RATE, Number(rate.toFixed(3)))
}
