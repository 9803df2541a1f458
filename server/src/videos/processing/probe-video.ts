// Reads the properties of a video that the encoding depends on, with ffprobe.
import { VIDEO_SECONDS } from '@baobab/contract/videos/rules.ts'
import { z } from 'zod'
import type { Container } from '../inspection/container-layout.ts'
import { areDolbyVisionOnly, type Colours } from './colours.ts'
import { FfmpegError, inputArguments, runFfmpeg } from './run-ffmpeg.ts'
import type { FfmpegPrograms } from './find-ffmpeg.ts'

export type ProbedVideo = {
  /** The size at which it is displayed: rotated upright, with square pixels. */
  width: number
  height: number
  /** Frames per second. */
  frameRate: number
  durationSeconds: number
  hasSound: boolean
  colours: Colours
  isDolbyVisionOnly: boolean
  /** ffmpeg's indexes of the tracks to encode: a cover, or sound that it cannot decode, may come first. */
  tracks: { picture: number; sound: number | undefined }
}

/** Decoding a larger picture would use too much memory. */
const MAX_PIXELS = 8_192 * 4_320

const FfprobeOutput = z.object({
  streams: z.array(
    z.object({
      index: z.number(),
      codec_type: z.string().optional(),
      codec_name: z.string().optional(),
      width: z.number().optional(),
      height: z.number().optional(),
      sample_aspect_ratio: z.string().optional(),
      avg_frame_rate: z.string().optional(),
      color_primaries: z.string().optional(),
      color_transfer: z.string().optional(),
      color_space: z.string().optional(),
      channels: z.number().optional(),
      disposition: z.object({ attached_pic: z.number().optional() }).optional(),
      tags: z.object({ rotate: z.string().optional() }).optional(),
      side_data_list: z
        .array(
          z.object({
            rotation: z.number().optional(),
            dv_profile: z.number().optional(),
            dv_bl_signal_compatibility_id: z.number().optional(),
          }),
        )
        .optional(),
    }),
  ),
  format: z.object({ duration: z.string().optional() }).optional(),
})
type FfprobeStream = z.output<typeof FfprobeOutput>['streams'][number]

/** Parses a ratio such as "30000/1001" or "4:3"; undefined for 0 and for anything else. */
export function parseRatio(text: string | undefined): number | undefined {
  const [, numerator, denominator] = /^(\d+)[/:](\d+)$/.exec(text ?? '') ?? []
  const ratio = Number(numerator) / Number(denominator)
  return Number.isFinite(ratio) && ratio > 0 ? ratio : undefined
}

/** Returns the size at which a stream is displayed: rotated as its metadata says, with square pixels. */
export function displaySize(
  stream: Pick<FfprobeStream, 'width' | 'height' | 'sample_aspect_ratio' | 'tags' | 'side_data_list'>,
) {
  const { width = 0, height = 0 } = stream
  const displayWidth = Math.round(width * (parseRatio(stream.sample_aspect_ratio) ?? 1))
  const rotation = stream.side_data_list?.find((data) => data.rotation !== undefined)?.rotation
  const isSideways = Math.abs(rotation ?? Number(stream.tags?.rotate ?? 0)) % 180 === 90
  return isSideways ? { width: height, height: displayWidth } : { width: displayWidth, height }
}

/** Returns when the last frame starts, in seconds: recorders in browsers write no duration. */
async function findEnd(
  programs: FfmpegPrograms,
  { path, container, signal }: ProbeInput,
  track: number,
): Promise<string | undefined> {
  const output = ['-v', 'error', '-select_streams', String(track), '-show_entries', 'packet=pts_time', '-of', 'csv=p=0']
  const args = [...output, ...inputArguments(path, container, 'ffprobe')]
  return (await runFfmpeg({ program: programs.ffprobe, args, signal })).stdout.trim().split('\n').at(-1)
}

type ProbeInput = { path: string; container: Container; signal?: AbortSignal | undefined }

/** Probes a video. @throws FfmpegError if it cannot be read or encoded */
export async function probeVideo(
  programs: FfmpegPrograms,
  { path, container, signal }: ProbeInput,
): Promise<ProbedVideo> {
  const output = ['-v', 'error', '-show_streams', '-show_format', '-of', 'json']
  const args = [...output, ...inputArguments(path, container, 'ffprobe')]
  const { stdout } = await runFfmpeg({ program: programs.ffprobe, args, signal })
  const { streams, format } = FfprobeOutput.parse(JSON.parse(stdout))
  const video = streams.find((stream) => stream.codec_type === 'video' && !stream.disposition?.attached_pic)
  // ffprobe does not name a codec that it does not know, such as that of a phone's spatial sound.
  const audio = streams.find(
    ({ codec_type, codec_name = 'unknown', channels = 0 }) =>
      codec_type === 'audio' && codec_name !== 'unknown' && channels > 0,
  )
  const durationSeconds = Number(
    format?.duration ?? (await findEnd(programs, { path, container, signal }, video?.index ?? 0)),
  )
  const size = video && displaySize(video)
  const pixels = size ? size.width * size.height : 0
  if (!size || pixels === 0 || pixels > MAX_PIXELS || !(durationSeconds > 0) || durationSeconds > VIDEO_SECONDS)
    throw new FfmpegError('ffprobe found no video')
  return {
    ...size,
    frameRate: parseRatio(video.avg_frame_rate) ?? 25,
    durationSeconds,
    hasSound: audio !== undefined,
    colours: { primaries: video.color_primaries, transfer: video.color_transfer, matrix: video.color_space },
    isDolbyVisionOnly: (video.side_data_list ?? []).some(areDolbyVisionOnly),
    tracks: { picture: video.index, sound: audio?.index },
  }
}
