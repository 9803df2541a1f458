// Makes all videos equally loud. The loudness is measured as people perceive it (EBU R 128) and corrected by one gain.
// If the gain would make peaks clip, a limiter reduces the peaks, and the gain is found by measuring the limited sound
// again.
import type { Container } from '../inspection/container-layout.ts'
import { inputArguments, runFfmpeg, type FfmpegRun } from './run-ffmpeg.ts'
import type { FfmpegPrograms } from './find-ffmpeg.ts'

/** Target loudness in LUFS, close to what phones and players expect. */
const TARGET_LUFS = -16
/** The highest true peak in dB; above it small loudspeakers distort. */
const MAX_PEAK = -1
/** The highest gain in dB; more would make background hiss loud. */
const MAX_GAIN = 30
/** Sound below this loudness in LUFS counts as silence. */
const SILENCE = -65

/** The filter that makes any sound stereo at one sample rate, from the start of the video, with gaps filled. */
export const normalizeSound = 'aresample=44100:async=1:first_pts=0,aformat=sample_fmts=fltp:channel_layouts=stereo'

type Loudness = { integrated: number; range: number; peak: number; threshold: number }

/** Parses the summary that ffmpeg's `ebur128` filter prints; undefined for silence. */
export function parseLoudness(stderr: string): Loudness | undefined {
  const summary = stderr.slice(stderr.lastIndexOf('Summary:'))
  const value = (pattern: RegExp) => Number(pattern.exec(summary)?.[1])
  const found = {
    integrated: value(/\bI:\s+(-?[\d.]+|-inf) LUFS/),
    range: value(/LRA:\s+(-?[\d.]+) LU\b/),
    peak: value(/Peak:\s+(-?[\d.]+) dBFS/),
    threshold: value(/Threshold:\s+(-?[\d.]+|-inf) LUFS/),
  }
  return Object.values(found).every(Number.isFinite) ? found : undefined
}

/** How far limited sound may be from the target, in LU, and the maximum number of measurements to get there. */
const TOLERANCE = 0.3
const MAX_MEASUREMENTS = 4

/** A gain in dB, and whether a limiter follows it. */
type Level = { gain: number; isLimited: boolean }

/** Returns the level that brings a sound to the target; undefined for silence. */
export function chooseLevel(measured: Loudness | undefined): Level | undefined {
  if (!measured || measured.integrated < SILENCE) return undefined
  const gain = Math.min(MAX_GAIN, TARGET_LUFS - measured.integrated)
  return { gain, isLimited: measured.peak + gain > MAX_PEAK }
}

/** Returns a level as an ffmpeg filter. */
export function toLevelFilter({ gain, isLimited }: Level): string {
  const volume = `volume=${gain.toFixed(2)}dB`
  return isLimited ? `${volume},alimiter=limit=0.84:level=disabled` : volume
}

type MeasureInput = { path: string; container: Container; track?: number | undefined } & Pick<
  FfmpegRun,
  'signal' | 'stallMs' | 'onSeconds'
>

/** Measures the loudness of a video, after a filter if one is given. */
export async function measureLoudness(
  programs: FfmpegPrograms,
  { path, container, track, ...run }: MeasureInput,
  levelFilter?: string,
): Promise<Loudness | undefined> {
  const filter = [normalizeSound, levelFilter, 'ebur128=peak=true:framelog=verbose'].filter(Boolean).join(',')
  const args = ['-hide_banner', '-nostdin', '-nostats', '-progress', 'pipe:1', '-threads', '1']
  args.push(...inputArguments(path, container), '-map', `0:${track ?? 'a:0'}`, '-vn', '-af', filter, '-f', 'null', '-')
  return parseLoudness((await runFfmpeg({ ...run, program: programs.ffmpeg, args })).stderr)
}

/** Returns the ffmpeg filter that brings a video's sound to the target; undefined for silence. */
export async function findLevelFilter(programs: FfmpegPrograms, input: MeasureInput): Promise<string | undefined> {
  const level = chooseLevel(await measureLoudness(programs, input))
  if (!level) return undefined
  // Progress is reported for the first measurement only.
  const { onSeconds: _onSeconds, ...silentInput } = input
  for (let left = MAX_MEASUREMENTS; level.isLimited && left > 0; left -= 1) {
    const measured = await measureLoudness(programs, silentInput, toLevelFilter(level))
    const missing = TARGET_LUFS - (measured?.integrated ?? TARGET_LUFS)
    if (Math.abs(missing) <= TOLERANCE) break
    level.gain += missing
  }
  return toLevelFilter(level)
}
