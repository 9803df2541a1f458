// Evens out how loud films are: measured as ears hear it (EBU R 128), then turned up or down by one gain. Where the
// peaks leave no room for that they are held down, and the gain is found by measuring again what comes out.
import type { Container } from '../inspection/probe-child.ts'
import { inputArguments, runFfmpeg, type Run } from './run-ffmpeg.ts'
import type { FfmpegPrograms } from './find-ffmpeg.ts'

/** In LUFS; close to what phones and players expect. */
export const TARGET_LUFS = -16
/** Above this, the sound of a small loudspeaker breaks. In dB true peak. */
const HIGHEST_PEAK = -1
/** More would turn the hiss of an empty room into a storm. In dB. */
const MOST_GAIN = 30
/** Below this there is nothing to hear. In LUFS. */
const SILENCE = -65

/** Every sound as two channels at one rate from the film's first moment, gaps filled. */
export const normalizeSound = 'aresample=44100:async=1:first_pts=0,aformat=sample_fmts=fltp:channel_layouts=stereo'

export type Loudness = { integrated: number; range: number; peak: number; threshold: number }

/** Reads the summary of `ebur128`; undefined where there was nothing to hear. */
export function readLoudness(said: string): Loudness | undefined {
  const summary = said.slice(said.lastIndexOf('Summary:'))
  const value = (pattern: RegExp) => Number(pattern.exec(summary)?.[1])
  const found = {
    integrated: value(/\bI:\s+(-?[\d.]+|-inf) LUFS/),
    range: value(/LRA:\s+(-?[\d.]+) LU\b/),
    peak: value(/Peak:\s+(-?[\d.]+) dBFS/),
    threshold: value(/Threshold:\s+(-?[\d.]+|-inf) LUFS/),
  }
  return Object.values(found).every(Number.isFinite) ? found : undefined
}

/** Near enough to the target, in LU, and the tries to get there. */
const CLOSE = 0.3
const MOST_TRIES = 4

/** A gain in dB; `isHeld` holds the peaks down behind it. */
export type Level = { gain: number; isHeld: boolean }

/** The gain for a sound; undefined where there is nothing to hear. */
export function levelOf(measured: Loudness | undefined): Level | undefined {
  if (!measured || measured.integrated < SILENCE) return undefined
  const gain = Math.min(MOST_GAIN, TARGET_LUFS - measured.integrated)
  return { gain, isHeld: measured.peak + gain > HIGHEST_PEAK }
}

/** A level as a filter of ffmpeg. */
export function levelFilter({ gain, isHeld }: Level): string {
  const volume = `volume=${gain.toFixed(2)}dB`
  return isHeld ? `${volume},alimiter=limit=0.84:level=disabled` : volume
}

type Measuring = { path: string; container: Container } & Pick<Run, 'signal' | 'stallMs' | 'onSeconds'>

/** Measures the sound of a film, or what a filter makes of it. */
export async function measureLoudness(
  programs: FfmpegPrograms,
  { path, container, ...run }: Measuring,
  level?: string,
): Promise<Loudness | undefined> {
  const filter = [normalizeSound, level, 'ebur128=peak=true:framelog=verbose'].filter(Boolean).join(',')
  const args = ['-hide_banner', '-nostdin', '-nostats', '-progress', 'pipe:1', '-threads', '1']
  args.push(...inputArguments(path, container), '-map', '0:a:0', '-vn', '-af', filter, '-f', 'null', '-')
  return readLoudness((await runFfmpeg({ ...run, program: programs.ffmpeg, args })).said)
}

/** The filter that brings a film's sound to the target; undefined where it is silence. */
export async function findLevel(programs: FfmpegPrograms, measuring: Measuring): Promise<string | undefined> {
  const level = levelOf(await measureLoudness(programs, measuring))
  if (!level) return undefined
  const { onSeconds: _told, ...again } = measuring
  for (let left = MOST_TRIES; level.isHeld && left > 0; left -= 1) {
    const measured = await measureLoudness(programs, again, levelFilter(level))
    const missing = TARGET_LUFS - (measured?.integrated ?? TARGET_LUFS)
    if (Math.abs(missing) <= CLOSE) break
    level.gain += missing
  }
  return levelFilter(level)
}
