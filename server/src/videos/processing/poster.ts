// Extracts single frames of a video, for its first poster and for a poster that an admin picks.
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { POSTER_SIDE } from '@baobab/contract/videos/rules.ts'
import type { App } from '../../platform/app.ts'
import { requireSpace } from '../../platform/database/disk-space.ts'
import { fail } from '../../platform/http/errors.ts'
import { loadSharp } from '../../platform/media/load-sharp.ts'
import type { Container } from '../inspection/container-layout.ts'
import { rungName } from '../stream.ts'
import type { VideoRow } from '../tables.ts'
import { scaleToBt709 } from './colours.ts'
import { probeVideo } from './probe-video.ts'
import { inputArguments, runFfmpeg } from './run-ffmpeg.ts'
import { rungSize } from './rungs.ts'
import { getFfmpeg, type FfmpegPrograms } from './find-ffmpeg.ts'

/** The position of the poster frame as a fraction of the video: after the opening titles and before the ending. */
export const POSTER_POSITION = 0.2

type FrameRequest = {
  path: string
  container: Container
  seconds: number
  out: string
  signal?: AbortSignal | undefined
}

/** Writes the frame at a position as PNG, upright. Returns false if the video has no frame there. */
async function writeFrame(
  programs: FfmpegPrograms,
  { path, container, seconds, out, signal }: FrameRequest,
): Promise<boolean> {
  const options = ['-hide_banner', '-nostdin', '-loglevel', 'error', '-y', '-threads', '1', '-ss', seconds.toFixed(3)]
  const video = await probeVideo(programs, { path, container, signal })
  const size = rungSize(video, Infinity)
  const frame = [
    '-map',
    `0:${video.tracks.picture}`,
    '-an',
    '-sn',
    '-frames:v',
    '1',
    '-vf',
    scaleToBt709(video, { size, canToneMap: programs.canToneMap }),
    '-c:v',
    'png',
    '-f',
    'image2',
    out,
  ]
  await runFfmpeg({
    program: programs.ffmpeg,
    args: [...options, ...inputArguments(path, container), ...frame],
    signal,
  })
  const sharp = await loadSharp()
  return sharp(out)
    .metadata()
    .then(
      () => true,
      () => false,
    )
}

/** Writes the poster: the frame at a position, else the first one. Returns false if the video has no frame. */
export async function writePoster(programs: FfmpegPrograms, request: FrameRequest): Promise<boolean> {
  const frame = `${request.out}.png`
  try {
    const isFound =
      (await writeFrame(programs, { ...request, out: frame })) ||
      (await writeFrame(programs, { ...request, out: frame, seconds: 0 }))
    if (!isFound) return false
    const size = { width: POSTER_SIDE, height: POSTER_SIDE, fit: 'inside', withoutEnlargement: true } as const
    const sharp = await loadSharp()
    await sharp(frame).resize(size).webp({ quality: 75 }).toFile(request.out)
    return true
  } finally {
    await rm(frame, { force: true })
  }
}

/** Returns the container of a stored video by the extension of its key. */
export function containerFromKey(key: string): Container {
  const found = (['mp4', 'mov', 'webm', 'mkv'] as const).find((container) => key.endsWith(`.${container}`))
  if (!found) throw new Error(`Not the key of a video: ${key}`)
  return found
}

/** Returns the key to read frames from: the best rung, which is smaller and always H.264, else the original file. */
function selectFrameSource({ stream, file }: Pick<VideoRow, 'stream' | 'file'>): string | null {
  const best = stream?.rungs.at(-1)
  return stream && best ? `${stream.folder}/${rungName(best.height)}.mp4` : file
}

/** Copies a stored file to a local path. Returns false if there is no such file. */
export async function copyFromStore(
  app: Pick<App, 'files' | 'diskSpace'>,
  key: string,
  path: string,
  signal?: AbortSignal,
) {
  const stored = await app.files.read(key)
  if (!stored) return false
  await pipeline(stored, requireSpace(app.diskSpace), createWriteStream(path), ...(signal ? [{ signal }] : []))
  return true
}

/**
 * Writes the frame of a video at a position to a temporary file, which the caller removes. Refuses with 422 if this
 * server has no ffmpeg or the position is after the end.
 */
export async function extractFrame(
  app: App,
  video: Pick<VideoRow, 'stream' | 'file'>,
  seconds: number,
): Promise<string> {
  const [programs, source] = [await getFfmpeg(app), selectFrameSource(video)]
  if (!programs || !source) fail('not_a_picture')
  const [path, out] = [await app.files.temporaryPath(), await app.files.temporaryPath()]
  try {
    if (!(await copyFromStore(app, source, path))) fail('not_a_picture')
    const isWritten = await writeFrame(programs, { path, container: containerFromKey(source), seconds, out })
    if (!isWritten) fail('not_a_picture')
    return out
  } catch (error) {
    await rm(out, { force: true })
    throw error
  } finally {
    await rm(path, { force: true })
  }
}
