// Builds the ffmpeg arguments that encode all rungs of a video in one run: the video is decoded once and split, and
// each rung is written as one file with its playlist. Pure.
import { rungName, AUDIO_NAME } from '../stream.ts'
import { normalizeSound } from './loudness.ts'
import type { ProbedVideo } from './probe-video.ts'
import { SOUND_KBITS, type RungPlan } from './rungs.ts'

/** Segment lengths in seconds. The first segments are short, so that playback starts soon. */
const FIRST_SEGMENT_SECONDS = 2
const SEGMENT_SECONDS = 4
/** The position in seconds from which segments have their full length. */
const SHORT_UNTIL_SECONDS = 4

/** Forces key frames where segments begin: at 0, 2 and 4 seconds, then every 4. */
const forceKeyFrames = `expr:if(lt(t,${SHORT_UNTIL_SECONDS}+0.001),gte(t,n_forced*${FIRST_SEGMENT_SECONDS}),gte(t,prev_forced_t+${SEGMENT_SECONDS}))`

type Encoding = {
  /** The arguments that read the video. */
  input: readonly string[]
  plan: readonly RungPlan[]
  frameRate: number
  /** The filters that scale the picture to the highest rung and convert its colours. */
  scaleAndConvert: string
  tracks: ProbedVideo['tracks']
  /** The filter that corrects the loudness; undefined for silence. */
  levelFilter: string | undefined
  threads: number
}

/** Copies one input to several labels: `split` for pictures, `asplit` for sound. */
const splitInto = (filter: string, labels: readonly string[]) =>
  `${filter}=${labels.length}${labels.map((label) => `[${label}]`).join('')}`

function buildFilterGraph({ plan, frameRate, scaleAndConvert, tracks, levelFilter }: Encoding): string {
  const pictures = splitInto('split', [...plan.map((_, index) => `s${index}`), 'clock'])
  const scaled = plan.map(
    ({ width, lines }, index) => `[s${index}]scale=${width}:${lines}:flags=bicubic,setsar=1[v${index}]`,
  )
  const sounds = splitInto('asplit', [...plan.map((_, index) => `a${index}`), 'audio'])
  const { picture, sound: soundTrack } = tracks
  const sound =
    soundTrack === undefined
      ? []
      : [`[0:${soundTrack}]${[normalizeSound, levelFilter, sounds].filter(Boolean).join(',')}`]
  return [
    `[0:${picture}]fps=${frameRate},${scaleAndConvert},${pictures}`,
    ...scaled,
    '[clock]fps=1,scale=16:16[tick]',
    ...sound,
  ].join(';')
}

function hlsArguments(name: string): string[] {
  const segments = ['-f', 'hls', '-hls_time', String(SEGMENT_SECONDS), '-hls_init_time', String(FIRST_SEGMENT_SECONDS)]
  const format = ['-hls_playlist_type', 'vod', '-hls_segment_type', 'fmp4']
  const files = ['-hls_flags', 'single_file+independent_segments', '-hls_segment_filename', `${name}.mp4`]
  return [...segments, ...format, ...files, `${name}.m3u8`]
}

/** Leaves out metadata, chapters and subtitles, and makes the output reproducible. */
const cleanOutput = ['-map_metadata', '-1', '-map_chapters', '-1', '-sn', '-dn', '-fflags', '+bitexact']
const aacArguments = (kbits: number) => ['-c:a', 'aac', '-b:a', `${kbits}k`, '-ac', '2', '-flags:a', '+bitexact']

function rungArguments(rung: RungPlan, index: number, { tracks, threads }: Encoding): string[] {
  const quality = ['-crf', String(rung.crf), '-maxrate', `${rung.maxKbits}k`, '-bufsize', `${rung.maxKbits}k`]
  const format = ['-profile:v', 'main', '-pix_fmt', 'yuv420p', '-preset', rung.preset, '-threads:v', String(threads)]
  // The decoders of cheap phones cannot handle more reference frames.
  const frames = [
    '-refs',
    '3',
    '-bf',
    '3',
    '-force_key_frames',
    forceKeyFrames,
    '-sc_threshold',
    '0',
    '-g',
    '600',
    '-flags:v',
    '+bitexact',
  ]
  const sound = tracks.sound === undefined ? [] : ['-map', `[a${index}]`, ...aacArguments(rung.soundKbits)]
  const video = ['-map', `[v${index}]`, '-c:v', 'libx264', ...format, ...quality, ...frames]
  return [...video, ...sound, ...cleanOutput, ...hlsArguments(rungName(rung.height))]
}

/**
 * Writes a line to stdout for each second of the video. If the server was killed, the line is not read and ffmpeg
 * stops with a broken pipe, instead of continuing to encode.
 */
const heartbeat = ['-map', '[tick]', '-c:v', 'rawvideo', '-f', 'framecrc', '-flush_packets', '1', 'pipe:1']

/** Returns all arguments of one run, which writes its files to the working directory. */
export function buildEncodeArguments(encoding: Encoding): string[] {
  const output = ['-hide_banner', '-nostdin', '-nostats', '-loglevel', 'error', '-progress', 'pipe:1', '-y']
  const threads = ['-filter_threads', '1', '-filter_complex_threads', '1', '-threads', String(encoding.threads)]
  const rungs = encoding.plan.flatMap((rung, index) => rungArguments(rung, index, encoding))
  const audioOnly =
    encoding.tracks.sound === undefined
      ? []
      : ['-map', '[audio]', '-vn', ...aacArguments(SOUND_KBITS), ...cleanOutput, ...hlsArguments(AUDIO_NAME)]
  return [
    ...output,
    ...threads,
    ...encoding.input,
    '-filter_complex',
    buildFilterGraph(encoding),
    ...rungs,
    ...audioOnly,
    ...heartbeat,
  ]
}
