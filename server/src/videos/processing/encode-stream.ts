// Encodes the adaptive stream of one video into a folder. Uses neither the database nor the file store, so that the
// starter videos are made by the same code.
import { open, readFile, stat, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Container } from '../inspection/container-layout.ts'
import { AUDIO_NAME, MASTER_PLAYLIST, rungName, type Stream } from '../stream.ts'
import { buildEncodeArguments } from './encode-arguments.ts'
import { FfmpegError, inputArguments, runFfmpeg } from './run-ffmpeg.ts'
import { limitFrameRate, planRungs, type RungPlan } from './rungs.ts'
import { needToneMapping, scaleToBt709 } from './colours.ts'
import { findLevelFilter } from './loudness.ts'
import { parseSegments, readAvcCodec, writeMasterPlaylist, type Variant } from './playlists.ts'
import { probeVideo, type ProbedVideo } from './probe-video.ts'
import type { FfmpegPrograms } from './find-ffmpeg.ts'

export type EncodeOptions = {
  path: string
  container: Container
  /** An empty folder for the files of the stream. */
  folder: string
  /** The heights of the rungs to make; by default, all that fit the video. */
  heights?: readonly number[]
  /** Overrides how a rung is encoded. */
  adjust?: (rung: RungPlan) => RungPlan
  signal?: AbortSignal | undefined
  stallMs?: number | undefined
  /** Called with the progress, from 0 to 1. */
  onProgress?: ((share: number) => void) | undefined
}

export type Encoded = { stream: Omit<Stream, 'folder'>; video: ProbedVideo }

/** The share of the progress that measuring the loudness takes. */
const MEASURING = 0.1
/**
 * Threads per encoder. The number is low because several videos may be encoded simultaneously, and every rung has its
 * own encoder.
 */
const threads = Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2)))

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4_096), 0, 4_096, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** Reads back a rung that was written. @throws FfmpegError if it has no segment, even though ffmpeg reported success */
async function readVariant(folder: string, rung: RungPlan, video: ProbedVideo): Promise<Variant> {
  const name = rungName(rung.height)
  const segments = parseSegments(await readFile(join(folder, `${name}.m3u8`), 'utf8'))
  if (segments.length === 0) throw new FfmpegError('ffmpeg wrote a rung without a segment')
  const videoCodec = readAvcCodec(await readHead(join(folder, `${name}.mp4`)))
  const codecs = video.hasSound ? `${videoCodec},mp4a.40.2` : videoCodec
  return {
    height: rung.height,
    width: rung.width,
    lines: rung.lines,
    codecs,
    segments,
    frameRate: limitFrameRate(video.frameRate),
  }
}

/** Encodes a video into a folder: every rung, audio only, and the playlists. */
export async function encodeStream(programs: FfmpegPrograms, options: EncodeOptions): Promise<Encoded> {
  const { path, container, folder, heights, adjust = (rung) => rung, signal, stallMs, onProgress } = options
  const video = await probeVideo(programs, { path, container, signal })
  if (video.isDolbyVisionOnly) throw new FfmpegError('ffmpeg cannot convert these colours of Dolby Vision')
  const toShare = (seconds: number) => Math.min(1, seconds / video.durationSeconds)
  const levelFilter = video.hasSound
    ? await findLevelFilter(programs, {
        path,
        container,
        track: video.tracks.sound,
        signal,
        stallMs,
        onSeconds: (seconds) => onProgress?.(MEASURING * toShare(seconds)),
      })
    : undefined
  const plan = planRungs(video, heights).map(adjust)
  const size = plan.at(-1)
  if (!size) throw new Error('A stream needs a rung.')
  const { canToneMap } = programs
  const args = buildEncodeArguments({
    input: inputArguments(path, container),
    plan,
    frameRate: limitFrameRate(video.frameRate),
    scaleAndConvert: scaleToBt709(video, { size, canToneMap }),
    tracks: video.tracks,
    levelFilter,
    threads,
  })
  await runFfmpeg({
    program: programs.ffmpeg,
    args,
    folder,
    signal,
    stallMs,
    onSeconds: (seconds) => onProgress?.(MEASURING + (1 - MEASURING) * toShare(seconds)),
  })
  const variants = await Promise.all(plan.map((rung) => readVariant(folder, rung, video)))
  await writeFile(join(folder, MASTER_PLAYLIST), writeMasterPlaylist(variants))
  const fileBytes = async (name: string) => (await stat(join(folder, `${name}.mp4`))).size
  const rungs = await Promise.all(
    plan.map(async ({ height }) => ({ height, bytes: await fileBytes(rungName(height)) })),
  )
  const soundBytes = video.hasSound ? await fileBytes(AUDIO_NAME) : null
  const isPale = !canToneMap && needToneMapping(video.colours)
  return { stream: { rungs, soundBytes, ...(isPale && { isPale }) }, video }
}
