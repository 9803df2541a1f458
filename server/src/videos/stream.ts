// The parts of a video's adaptive stream: a file and a playlist for each rung and for audio only, and a master playlist
// of all rungs. Defines the file names and the qualities from which a student chooses. Pure.
import type { Quality } from '@baobab/contract/videos/endpoints.ts'

/** One resolution of a stream; `height` is the shorter side of the picture in pixels. */
type Rung = { height: number; bytes: number }

/** A complete stream, as the column `videos.stream` stores it. `folder` is never used twice. */
export type Stream = {
  folder: string
  /** Sorted from the lowest to the highest. */
  rungs: Rung[]
  /** Null if the video has no sound. */
  soundBytes: number | null
  /** Whether the video is HDR, and ffmpeg lacked the filters to convert it. */
  isPale?: true
}

/** The heights of all rungs. A video gets the lowest rung and all others that are no larger than the video. */
export const RUNG_HEIGHTS = [240, 360, 480, 720] as const
const STANDARD_HEIGHT = 480

/** The names of a stream's files, without their extensions. */
export const rungName = (height: number) => `${height}p`
export const AUDIO_NAME = 'sound'
export const MASTER_PLAYLIST = 'master.m3u8'

/** Returns the heights of the rungs for a video of this size in pixels. */
export function selectRungHeights(width: number, height: number): number[] {
  const fitting = RUNG_HEIGHTS.filter((rung) => rung <= Math.min(width, height))
  return fitting.length > 0 ? fitting : [RUNG_HEIGHTS[0]]
}

/** Returns the keys of all files of a stream in the file store. */
export function streamFileKeys({ folder, rungs, soundBytes }: Stream): string[] {
  const names = [...rungs.map(({ height }) => rungName(height)), ...(soundBytes === null ? [] : [AUDIO_NAME])]
  return [MASTER_PLAYLIST, ...names.flatMap((name) => [`${name}.m3u8`, `${name}.mp4`])].map(
    (name) => `${folder}/${name}`,
  )
}

/** A quality of a stream; `name` is the name of its files without their extensions. */
type StreamQuality = { quality: Quality; height: number | null; bytes: number; name: string }

/** Returns the qualities of a stream. A quality that would use the same rung as the one before is left out. */
export function listStreamQualities({ rungs, soundBytes }: Stream): StreamQuality[] {
  const rungByQuality = {
    saver: rungs[0],
    standard: rungs.findLast(({ height }) => height <= STANDARD_HEIGHT),
    sharp: rungs.at(-1),
  }
  const seen = new Set<number>()
  const qualities: StreamQuality[] = []
  for (const quality of ['saver', 'standard', 'sharp'] as const) {
    const rung = rungByQuality[quality]
    if (!rung || seen.has(rung.height)) continue
    seen.add(rung.height)
    qualities.push({ quality, ...rung, name: rungName(rung.height) })
  }
  if (soundBytes !== null) qualities.push({ quality: 'sound', height: null, bytes: soundBytes, name: AUDIO_NAME })
  return qualities
}
