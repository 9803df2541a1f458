// Single frames of a film: the poster that nobody chose, and the one that the admin picks.
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import sharp from 'sharp'
import type { App } from '../../platform/app.ts'
import { fail } from '../../platform/http/errors.ts'
import type { Container } from '../inspection/probe-child.ts'
import type { VideoRow } from '../queries.ts'
import { rungName } from '../stream.ts'
import { inputArguments, runFfmpeg } from './run-ffmpeg.ts'
import { getFfmpeg, type FfmpegPrograms } from './find-ffmpeg.ts'

/** The longer side of a poster; the largest card that shows one is smaller. */
const POSTER_SIDE = 1_280
/** Where in a film its poster is looked for: behind titles that fade in, before the end is told. */
export const POSTER_AT = 0.2

type Shot = { path: string; container: Container; seconds: number; out: string; signal?: AbortSignal | undefined }

/** Writes the frame that is seen at a moment as PNG, upright. False where the film has none there. */
async function writeFrame(programs: FfmpegPrograms, { path, container, seconds, out, signal }: Shot): Promise<boolean> {
  const quiet = ['-hide_banner', '-nostdin', '-loglevel', 'error', '-y', '-threads', '1', '-ss', seconds.toFixed(3)]
  const square = 'scale=trunc(iw*sar/2)*2:trunc(ih/2)*2,setsar=1'
  const one = ['-map', '0:v:0', '-an', '-sn', '-frames:v', '1', '-vf', square, '-c:v', 'png', '-f', 'image2', out]
  await runFfmpeg({ program: programs.ffmpeg, args: [...quiet, ...inputArguments(path, container), ...one], signal })
  return sharp(out)
    .metadata()
    .then(
      () => true,
      () => false,
    )
}

/** Writes a frame as the poster; the first frame where the film is shorter. False where there is none at all. */
export async function writePoster(programs: FfmpegPrograms, shot: Shot): Promise<boolean> {
  const picture = `${shot.out}.png`
  try {
    const isFound =
      (await writeFrame(programs, { ...shot, out: picture })) ||
      (await writeFrame(programs, { ...shot, out: picture, seconds: 0 }))
    if (!isFound) return false
    const side = { width: POSTER_SIDE, height: POSTER_SIDE, fit: 'inside', withoutEnlargement: true } as const
    await sharp(picture).resize(side).webp({ quality: 75 }).toFile(shot.out)
    return true
  } finally {
    await rm(picture, { force: true })
  }
}

/** The container that a stored film's key names; ours always name one. */
export function containerOf(key: string): Container {
  const found = (['mp4', 'mov', 'webm', 'mkv'] as const).find((container) => key.endsWith(`.${container}`))
  if (!found) throw new Error(`Not the key of a film: ${key}`)
  return found
}

/** The best rung of a video's stream, else its film as it came: a rung is smaller and always of one kind. */
function sourceOf({ stream, file }: Pick<VideoRow, 'stream' | 'file'>): string | null {
  const best = stream?.rungs.at(-1)
  return stream && best ? `${stream.folder}/${rungName(best.height)}.mp4` : file
}

/** Copies a stored file to a path of this machine. False where it is not there. */
export async function copyFromStore(app: Pick<App, 'files'>, key: string, path: string, signal?: AbortSignal) {
  const stored = await app.files.read(key)
  if (!stored) return false
  await pipeline(stored, createWriteStream(path), ...(signal ? [{ signal }] : []))
  return true
}

/**
 * The frame of a video that is seen at a moment, as a picture in a temporary file; whoever asked removes it. Refuses
 * where this server has no ffmpeg or the film no such moment (422).
 */
export async function extractFrame(
  app: App,
  video: Pick<VideoRow, 'stream' | 'file'>,
  seconds: number,
): Promise<string> {
  const [programs, source] = [await getFfmpeg(app), sourceOf(video)]
  if (!programs || !source) fail('not_a_picture')
  const [path, out] = [await app.files.temporaryPath(), await app.files.temporaryPath()]
  try {
    if (!(await copyFromStore(app, source, path))) fail('not_a_picture')
    const isThere = await writeFrame(programs, { path, container: containerOf(source), seconds, out })
    if (!isThere) fail('not_a_picture')
    return out
  } catch (error) {
    await rm(out, { force: true })
    throw error
  } finally {
    await rm(path, { force: true })
  }
}
