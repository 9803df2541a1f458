// What a film's adaptive stream is made of: one file for each rung with its own playlist, one for the sound alone, and a
// playlist of all. Pure: the names of files and what a student may choose between.
import type { Quality } from '@baobab/contract/videos.ts'

export type Rung = { height: number; bytes: number }

/** A stream that is whole; `folder` is never used twice. */
export type Stream = {
  folder: string
  /** The lowest first; `height` is the shorter side of the picture. */
  rungs: Rung[]
  /** Null where the film has no sound. */
  soundBytes: number | null
}

/** The rungs of a ladder; a film gets those that are not above itself, and the lowest always. */
export const RUNG_HEIGHTS = [240, 360, 480, 720] as const
const STANDARD_HEIGHT = 480

/** The names under which the parts of a rung stand in the stream's folder. */
export const rungName = (height: number) => `${height}p`
export const SOUND = 'sound'
export const MASTER = 'master.m3u8'

/** The rungs for a film of this size in pixels. */
export function ladderOf(width: number, height: number): number[] {
  const short = Math.min(width, height)
  const fit = RUNG_HEIGHTS.filter((rung) => rung <= short)
  return fit.length > 0 ? fit : [RUNG_HEIGHTS[0]]
}

/** Every file of a stream, as keys of the store. */
export function streamFileKeys({ folder, rungs, soundBytes }: Stream): string[] {
  const names = [...rungs.map(({ height }) => rungName(height)), ...(soundBytes === null ? [] : [SOUND])]
  return [MASTER, ...names.flatMap((name) => [`${name}.m3u8`, `${name}.mp4`])].map((name) => `${folder}/${name}`)
}

export type Choice = { quality: Quality; height: number | null; bytes: number; name: string }

/** What a student may choose between: a choice that would be the same as the one before is left out. */
export function choicesOf({ rungs, soundBytes }: Stream): Choice[] {
  const best = (most: number) => rungs.findLast(({ height }) => height <= most)
  const picked = { saver: rungs[0], standard: best(STANDARD_HEIGHT), sharp: rungs.at(-1) }
  const seen = new Set<number>()
  const choices: Choice[] = []
  for (const quality of ['saver', 'standard', 'sharp'] as const) {
    const rung = picked[quality]
    if (!rung || seen.has(rung.height)) continue
    seen.add(rung.height)
    choices.push({ quality, ...rung, name: rungName(rung.height) })
  }
  if (soundBytes !== null) choices.push({ quality: 'sound', height: null, bytes: soundBytes, name: SOUND })
  return choices
}
