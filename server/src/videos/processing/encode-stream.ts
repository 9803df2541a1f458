// Makes the adaptive stream of one film in a folder. Knows neither rows nor the store, so that the starter films are
// made by the same lines.
import { open, readFile, stat, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Container } from '../inspection/probe-child.ts'
import { MASTER, rungName, SOUND, type Stream } from '../stream.ts'
import { encodeArguments } from './encode-arguments.ts'
import { FfmpegError, inputArguments, runFfmpeg } from './run-ffmpeg.ts'
import { planOf, rateOf, type RungPlan } from './rungs.ts'
import { findLevel } from './loudness.ts'
import { avcCodec, masterPlaylist, partsOf, type Variant } from './playlists.ts'
import { probeVideo, type Film } from './probe-video.ts'
import type { FfmpegPrograms } from './find-ffmpeg.ts'

export type EncodeStream = {
  path: string
  container: Container
  /** An empty folder that takes the stream's files. */
  folder: string
  /** The rungs that are wanted; all that fit where nothing is said. */
  heights?: readonly number[]
  /** Changes how a rung is encoded. */
  adjust?: (rung: RungPlan) => RungPlan
  signal?: AbortSignal | undefined
  stallMs?: number | undefined
  /** Gets how much is done, 0 to 1. */
  onProgress?: ((share: number) => void) | undefined
}

export type Encoded = { stream: Omit<Stream, 'folder'>; film: Film }

/** The share of the whole that measuring the sound takes. */
const MEASURING = 0.1
/** Several films may be encoded at once (make-stream.ts), and every rung of each has its own encoder. */
const threads = Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2)))

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4_096), 0, 4_096, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** Reads one rung back; what is not whole is an error, however ffmpeg ended. */
async function variantOf(folder: string, rung: RungPlan, film: Film): Promise<Variant> {
  const name = rungName(rung.height)
  const parts = partsOf(await readFile(join(folder, `${name}.m3u8`), 'utf8'))
  if (parts.length === 0) throw new FfmpegError('ffmpeg wrote a rung without a part')
  const picture = avcCodec(await headOf(join(folder, `${name}.mp4`)))
  const codecs = film.hasSound ? `${picture},mp4a.40.2` : picture
  return { height: rung.height, width: rung.width, lines: rung.lines, codecs, parts, rate: rateOf(film.rate) }
}

/** Encodes a film into a folder: every rung, the sound alone, and the playlists. */
export async function encodeStream(programs: FfmpegPrograms, options: EncodeStream): Promise<Encoded> {
  const { path, container, folder, heights, adjust = (rung) => rung, signal, stallMs, onProgress } = options
  const film = await probeVideo(programs, { path, container, signal })
  const shareOf = (seconds: number) => Math.min(1, seconds / film.durationSeconds)
  const level = film.hasSound
    ? await findLevel(programs, {
        path,
        container,
        signal,
        stallMs,
        onSeconds: (seconds) => onProgress?.(MEASURING * shareOf(seconds)),
      })
    : undefined
  const plan = planOf(film, heights).map(adjust)
  const args = encodeArguments({
    input: inputArguments(path, container),
    plan,
    rate: rateOf(film.rate),
    hasSound: film.hasSound,
    level,
    threads,
  })
  await runFfmpeg({
    program: programs.ffmpeg,
    args,
    folder,
    signal,
    stallMs,
    onSeconds: (seconds) => onProgress?.(MEASURING + (1 - MEASURING) * shareOf(seconds)),
  })
  const variants = await Promise.all(plan.map((rung) => variantOf(folder, rung, film)))
  await writeFile(join(folder, MASTER), masterPlaylist(variants))
  const bytes = async (name: string) => (await stat(join(folder, `${name}.mp4`))).size
  const rungs = await Promise.all(plan.map(async ({ height }) => ({ height, bytes: await bytes(rungName(height)) })))
  return { stream: { rungs, soundBytes: film.hasSound ? await bytes(SOUND) : null }, film }
}
