// Chooses the rungs of a stream and how each is encoded. Pure.
import { selectRungHeights } from '../stream.ts'

export type RungPlan = {
  height: number
  /** The size of the picture in pixels; even, because H.264 requires it. */
  width: number
  lines: number
  /** Constant quality (x264 `crf`) with a maximum bit rate. */
  crf: number
  maxKbits: number
  preset: string
  soundKbits: number
}

type RungEncoding = Pick<RungPlan, 'crf' | 'maxKbits' | 'preset' | 'soundKbits'>

/**
 * The lowest rung is for students who pay for each megabyte, so it is encoded with the most effort. Its picture stays
 * under 100 kbit/s even in a video of a few seconds, in which the encoder may also use up its buffer of one second.
 */
const encodings: Record<number, RungEncoding> = {
  240: { crf: 27, maxKbits: 78, preset: 'medium', soundKbits: 40 },
  360: { crf: 26, maxKbits: 260, preset: 'veryfast', soundKbits: 56 },
  480: { crf: 26, maxKbits: 520, preset: 'veryfast', soundKbits: 64 },
  720: { crf: 25, maxKbits: 1_300, preset: 'veryfast', soundKbits: 96 },
}
const highestEncoding: RungEncoding = { crf: 25, maxKbits: 1_300, preset: 'veryfast', soundKbits: 96 }

/** Bit rate of the audio-only file in kbit/s. */
export const SOUND_KBITS = 40

/**
 * Frames per second. Fewer than the minimum look jerky; more than the maximum use data without a visible gain on a
 * small screen.
 */
const MIN_FRAME_RATE = 8
const MAX_FRAME_RATE = 30

const roundToEven = (value: number) => Math.max(2, Math.round(value / 2) * 2)

/** Returns the picture size of a rung: its shorter side is the rung's height, at most the video's own. */
export function rungSize(video: { width: number; height: number }, rung: number): { width: number; lines: number } {
  const scale = Math.min(1, rung / Math.min(video.width, video.height))
  return { width: roundToEven(video.width * scale), lines: roundToEven(video.height * scale) }
}

/**
 * Plans the rungs of a video, the lowest first.
 * @param heights the rungs to make; by default, all that fit the video
 */
export function planRungs(video: { width: number; height: number }, heights?: readonly number[]): RungPlan[] {
  const rungs = selectRungHeights(video.width, video.height).filter((height) => heights?.includes(height) ?? true)
  return rungs.map((height) => ({ height, ...rungSize(video, height), ...(encodings[height] ?? highestEncoding) }))
}

/** Returns the frame rate of all rungs: the video's own, halved until it is at most the maximum. */
export function limitFrameRate(rate: number): number {
  if (rate > MAX_FRAME_RATE + 0.5) return limitFrameRate(rate / 2)
  return Math.max(MIN_FRAME_RATE, Number(rate.toFixed(3)))
}
