// What ffmpeg is told to make all rungs of a film at once: decoded once, split, each written as one file with its
// playlist. Pure.
import { rungName, SOUND } from '../stream.ts'
import { normalizeSound } from './loudness.ts'
import { SOUND_KBITS, type RungPlan } from './rungs.ts'

/** Seconds of the first part, so that a film begins soon, and of the others. */
export const FIRST_SECONDS = 2
export const PART_SECONDS = 4
/** After how many seconds parts have their full length. */
const QUICK_SECONDS = 4

/** Key frames where parts begin: at 0, 2 and 4 seconds, then every 4. */
const keyFrames = `expr:if(lt(t,${QUICK_SECONDS}+0.001),gte(t,n_forced*${FIRST_SECONDS}),gte(t,prev_forced_t+${PART_SECONDS}))`

export type Encoding = {
  /** The arguments that open the film. */
  input: readonly string[]
  plan: readonly RungPlan[]
  rate: number
  hasSound: boolean
  /** The filter that evens out the loudness, where one is needed. */
  level: string | undefined
  threads: number
}

/** One input for several filters: `split` for pictures, `asplit` for sound. */
const fan = (filter: string, labels: readonly string[]) =>
  `${filter}=${labels.length}${labels.map((label) => `[${label}]`).join('')}`

function graphOf({ plan, rate, hasSound, level }: Encoding): string {
  const pictures = fan('split', [...plan.map((_, index) => `s${index}`), 'beat'])
  const scaled = plan.map(
    ({ width, lines }, index) => `[s${index}]scale=${width}:${lines}:flags=bicubic,setsar=1,format=yuv420p[v${index}]`,
  )
  const sounds = fan('asplit', [...plan.map((_, index) => `a${index}`), 'alone'])
  const sound = hasSound ? [`[0:a:0]${[normalizeSound, level, sounds].filter(Boolean).join(',')}`] : []
  return [`[0:v:0]fps=${rate},${pictures}`, ...scaled, '[beat]fps=1,scale=16:16[tick]', ...sound].join(';')
}

function hls(name: string): string[] {
  const parts = ['-f', 'hls', '-hls_time', String(PART_SECONDS), '-hls_init_time', String(FIRST_SECONDS)]
  const shape = ['-hls_playlist_type', 'vod', '-hls_segment_type', 'fmp4']
  const files = ['-hls_flags', 'single_file+independent_segments', '-hls_segment_filename', `${name}.mp4`]
  return [...parts, ...shape, ...files, `${name}.m3u8`]
}

const clean = ['-map_metadata', '-1', '-map_chapters', '-1', '-sn', '-dn', '-fflags', '+bitexact']
const aac = (kbits: number) => ['-c:a', 'aac', '-b:a', `${kbits}k`, '-ac', '2', '-flags:a', '+bitexact']

function rungArguments(rung: RungPlan, index: number, { hasSound, threads }: Encoding): string[] {
  const bits = ['-crf', String(rung.crf), '-maxrate', `${rung.maxKbits}k`, '-bufsize', `${rung.maxKbits}k`]
  const shape = ['-profile:v', 'main', '-pix_fmt', 'yuv420p', '-preset', rung.preset, '-threads:v', String(threads)]
  // More pictures to look back at than these are beyond the decoders of cheap phones.
  const keys = [
    '-refs',
    '3',
    '-bf',
    '3',
    '-force_key_frames',
    keyFrames,
    '-sc_threshold',
    '0',
    '-g',
    '600',
    '-flags:v',
    '+bitexact',
  ]
  const sound = hasSound ? ['-map', `[a${index}]`, ...aac(rung.soundKbits)] : []
  const video = ['-map', `[v${index}]`, '-c:v', 'libx264', ...shape, ...bits, ...keys]
  return [...video, ...sound, ...clean, ...hls(rungName(rung.height))]
}

/**
 * A line for each second of film, to whoever started ffmpeg: where that server was killed the line finds no reader, and
 * ffmpeg ends too instead of working on for nobody.
 */
const heartbeat = ['-map', '[tick]', '-c:v', 'rawvideo', '-f', 'framecrc', '-flush_packets', '1', 'pipe:1']

/** All arguments of one run; its files are named from the folder that it runs in. */
export function encodeArguments(encoding: Encoding): string[] {
  const quiet = ['-hide_banner', '-nostdin', '-nostats', '-loglevel', 'error', '-progress', 'pipe:1', '-y']
  const bounded = ['-filter_threads', '1', '-filter_complex_threads', '1', '-threads', String(encoding.threads)]
  const rungs = encoding.plan.flatMap((rung, index) => rungArguments(rung, index, encoding))
  const alone = encoding.hasSound ? ['-map', '[alone]', '-vn', ...aac(SOUND_KBITS), ...clean, ...hls(SOUND)] : []
  return [
    ...quiet,
    ...bounded,
    ...encoding.input,
    '-filter_complex',
    graphOf(encoding),
    ...rungs,
    ...alone,
    ...heartbeat,
  ]
}
