// What ffprobe tells of a film, as little as the encoding needs.
import { VIDEO_SECONDS } from '@baobab/contract/limits.ts'
import { z } from 'zod'
import type { Container } from '../inspection/probe-child.ts'
import { FfmpegError, inputArguments, runFfmpeg } from './run-ffmpeg.ts'
import type { FfmpegPrograms } from './find-ffmpeg.ts'

export type Film = {
  /** As it is seen: turned upright, with square pixels. */
  width: number
  height: number
  /** Pictures a second. */
  rate: number
  durationSeconds: number
  hasSound: boolean
}

/** A larger picture is no film for a phone, and decoding it would take the machine's memory. */
const MOST_PIXELS = 8_192 * 4_320

const Streams = z.object({
  streams: z.array(
    z.object({
      codec_type: z.string().optional(),
      codec_name: z.string().optional(),
      width: z.number().optional(),
      height: z.number().optional(),
      sample_aspect_ratio: z.string().optional(),
      avg_frame_rate: z.string().optional(),
      channels: z.number().optional(),
      disposition: z.object({ attached_pic: z.number().optional() }).optional(),
      tags: z.object({ rotate: z.string().optional() }).optional(),
      side_data_list: z.array(z.object({ rotation: z.number().optional() })).optional(),
    }),
  ),
  format: z.object({ duration: z.string().optional() }).optional(),
})
type Stream = z.output<typeof Streams>['streams'][number]

/** A ratio such as "30000/1001" or "4:3"; undefined where it is none. */
export function ratioOf(text: string | undefined): number | undefined {
  const [, over, under] = /^(\d+)[/:](\d+)$/.exec(text ?? '') ?? []
  const ratio = Number(over) / Number(under)
  return Number.isFinite(ratio) && ratio > 0 ? ratio : undefined
}

/** The size at which a film is seen: turned as its camera was held, with pixels that are square. */
export function displaySize(
  stream: Pick<Stream, 'width' | 'height' | 'sample_aspect_ratio' | 'tags' | 'side_data_list'>,
) {
  const { width = 0, height = 0 } = stream
  const wide = Math.round(width * (ratioOf(stream.sample_aspect_ratio) ?? 1))
  const turn = stream.side_data_list?.find(({ rotation }) => rotation !== undefined)?.rotation
  const isTurned = Math.abs(turn ?? Number(stream.tags?.rotate ?? 0)) % 180 === 90
  return isTurned ? { width: height, height: wide } : { width: wide, height }
}

/** Reads what a film is made of. @throws FfmpegError where that cannot be read, or is no film */
export async function probeVideo(
  programs: FfmpegPrograms,
  { path, container, signal }: { path: string; container: Container; signal?: AbortSignal | undefined },
): Promise<Film> {
  const shown = ['-v', 'error', '-show_streams', '-show_format', '-of', 'json']
  const args = [...shown, ...inputArguments(path, container, 'ffprobe')]
  const { out } = await runFfmpeg({ program: programs.ffprobe, args, signal })
  const { streams, format } = Streams.parse(JSON.parse(out))
  const picture = streams.find((stream) => stream.codec_type === 'video' && !stream.disposition?.attached_pic)
  const sound = streams.find((stream) => stream.codec_type === 'audio')
  const durationSeconds = Number(format?.duration)
  const size = picture && displaySize(picture)
  const pixels = size ? size.width * size.height : 0
  if (!size || pixels === 0 || pixels > MOST_PIXELS || !(durationSeconds > 0) || durationSeconds > VIDEO_SECONDS)
    throw new FfmpegError('ffprobe found no film')
  return {
    ...size,
    rate: ratioOf(picture.avg_frame_rate) ?? 25,
    durationSeconds,
    hasSound: sound !== undefined && (sound.channels ?? 0) > 0,
  }
}
