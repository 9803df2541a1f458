// Evens out how loud films are: measured first as ears hear it (EBU R 128), then turned up or down by one gain. Where
// the peaks leave no room for that, a second pass of loudnorm works with what was measured.
import type { Container } from '../probe-child.ts'
import { inputArguments, runFfmpeg, type Run } from './ffmpeg.ts'
import type { Programs } from './programs.ts'

/** In LUFS; close to what phones and players expect. */
export const TARGET_LUFS = -16
/** Above this, the sound of a small loudspeaker breaks. In dB true peak. */
const HIGHEST_PEAK = -1
/** More would turn the hiss of an empty room into a storm. In dB. */
const MOST_GAIN = 30
/** Below this there is nothing to hear. In LUFS. */
const SILENCE = -65

/** Every sound as two channels at one rate from the film's first moment, gaps filled. */
export const evenSound = 'aresample=44100:async=1:first_pts=0,aformat=sample_fmts=fltp:channel_layouts=stereo'

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

/** The filter that brings a sound to the target; undefined where it is silence. */
export function levelFilter(measured: Loudness | undefined): string | undefined {
  if (!measured || measured.integrated < SILENCE) return undefined
  const gain = Math.min(MOST_GAIN, TARGET_LUFS - measured.integrated)
  if (measured.peak + gain <= HIGHEST_PEAK) return `volume=${gain.toFixed(2)}dB`
  const { integrated, range, peak, threshold } = measured
  const target = `I=${TARGET_LUFS}:TP=${HIGHEST_PEAK}:LRA=${Math.min(50, Math.max(11, Math.ceil(range)))}`
  const known = `measured_I=${integrated}:measured_LRA=${range}:measured_TP=${peak}:measured_thresh=${threshold}`
  return `loudnorm=${target}:${known}:linear=false,aresample=44100`
}

/** Measures the sound of a film. */
export async function measureLoudness(
  programs: Programs,
  { path, container, ...run }: { path: string; container: Container } & Pick<Run, 'signal' | 'stallMs' | 'onSeconds'>,
): Promise<Loudness | undefined> {
  const filter = `${evenSound},ebur128=peak=true:framelog=verbose`
  const args = ['-hide_banner', '-nostdin', '-nostats', '-progress', 'pipe:1', '-threads', '1']
  args.push(...inputArguments(path, container), '-map', '0:a:0', '-vn', '-af', filter, '-f', 'null', '-')
  return readLoudness((await runFfmpeg({ ...run, program: programs.ffmpeg, args })).said)
}
