// The job that makes a video's stream. It works in a folder of its own and changes the row only at the end, in one
// transaction with the files: whatever ends it before leaves the video as it was, and the job runs again.
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { and, eq, isNull } from 'drizzle-orm'
import { videosText } from '@baobab/contract/videos-text.ts'
import type { App } from '../../platform/app.ts'
import type { VideoRow } from '../queries.ts'
import { removeFiles, withFileTransaction } from '../stored-files.ts'
import { streamFileKeys, type Stream } from '../stream.ts'
import { videos } from '../tables.ts'
import { encodeStream, type Encoded } from './encode-stream.ts'
import { containerOf, copyFromStore, POSTER_AT, writePoster } from './poster.ts'
import { getFfmpeg } from './find-ffmpeg.ts'
import type { StreamJob } from './start-processing.ts'

const PROGRESS_MS = 1_000

/** The row of a job, while its film is still that of the job. */
const rowOf = ({ videoId, file }: StreamJob) =>
  and(eq(videos.id, videoId), eq(videos.file, file), isNull(videos.deletedAt))

const DAY_MS = 24 * 3_600_000
const workName = (videoId: string) => `encode-${videoId}`

/** Takes away what tries left that were cut short: those of a video, or all that nobody can be working in any more. */
export async function removeAbandonedWork(app: Pick<App, 'files'>, videoId?: string): Promise<void> {
  const temporary = dirname(await app.files.temporaryPath())
  const oldest = videoId === undefined ? Date.now() - DAY_MS : Infinity
  for (const name of await readdir(temporary)) {
    const path = join(temporary, name)
    if (!name.startsWith(workName(videoId ?? ''))) continue
    const found = await stat(path).catch(() => undefined)
    if (found && found.mtimeMs < oldest) await rm(path, { recursive: true, force: true })
  }
}

/** A folder of its own for one try. */
async function workFolder(app: Pick<App, 'files'>, videoId: string): Promise<string> {
  const temporary = await app.files.temporaryPath()
  const folder = join(dirname(temporary), `${workName(videoId)}-${basename(temporary)}`)
  await mkdir(join(folder, 'stream'), { recursive: true })
  return folder
}

/** Tells how far it is, once a second; `onGone` where the film is not the video's any more. */
function progressTeller(app: App, job: StreamJob, onGone: () => void): (share: number) => void {
  let told = 0
  return (share) => {
    if (Date.now() - told < PROGRESS_MS) return
    told = Date.now()
    app.db
      .update(videos)
      .set({ progress: Math.min(99, Math.floor(share * 100)) })
      .where(rowOf(job))
      .returning({ id: videos.id })
      .then(
        (rows) => rows.length === 0 && onGone(),
        (error: unknown) => app.log.warn({ err: error }, 'the progress of a video was not kept'),
      )
  }
}

type Made = Omit<Encoded, 'film'> & { folder: string; poster: string | undefined }

/** The video has another film by now, or is deleted: what was made for it is nobody's. */
class FilmGone extends Error {}

/**
 * Puts what was made into the store and names it in the row, all or nothing; what it replaces goes afterwards. The row
 * is locked only once the files are there, because an object store may take its time.
 */
async function keep(app: App, job: StreamJob, { folder, stream: made, poster }: Made): Promise<void> {
  const stream: Stream = { ...made, folder: `streams/${randomUUID()}` }
  const posterKey = poster === undefined ? null : `posters/${randomUUID()}.webp`
  const old = await withFileTransaction(app, async (tx, put) => {
    for (const key of streamFileKeys(stream)) await put(key, join(folder, 'stream', basename(key)))
    if (poster !== undefined && posterKey !== null) await put(posterKey, poster)
    const [row] = await tx.select().from(videos).where(rowOf(job)).for('update')
    if (!row) throw new FilmGone()
    await tx
      .update(videos)
      .set({ stream, poster: row.poster ?? posterKey, state: 'ready', failure: null, progress: null })
      .where(eq(videos.id, row.id))
    return row
  })
  // A poster that the admin has chosen meanwhile stays.
  await removeFiles(app, [...(old.stream ? streamFileKeys(old.stream) : []), old.poster === null ? null : posterKey])
}

type Making = { folder: string; signal: AbortSignal; stallMs: number | undefined; onProgress: (share: number) => void }

async function make(app: App, row: VideoRow, file: string, making: Making): Promise<Made> {
  const programs = await getFfmpeg(app)
  if (!programs) throw new Error('ffmpeg is not here any more.')
  const { folder, signal } = making
  const container = containerOf(file)
  const path = join(folder, `film.${container}`)
  if (!(await copyFromStore(app, file, path, signal))) throw new FilmGone()
  const { stream, film } = await encodeStream(programs, { ...making, path, container, folder: join(folder, 'stream') })
  if (row.poster !== null) return { stream, folder, poster: undefined }
  const poster = join(folder, 'poster')
  const seconds = film.durationSeconds * POSTER_AT
  const isMade = await writePoster(programs, { path, container, seconds, out: poster, signal })
  return { stream, folder, poster: isMade ? poster : undefined }
}

/**
 * Makes the stream of a video from the file that the job names. Does nothing where the video has another file by now.
 * @param signal ends it, as the server's end does
 * @param options.stallMs how long ffmpeg may stand still
 */
export async function makeStream(
  app: App,
  job: StreamJob,
  signal: AbortSignal,
  options: { stallMs?: number } = {},
): Promise<void> {
  await removeAbandonedWork(app, job.videoId)
  const [row] = await app.db.select().from(videos).where(rowOf(job))
  if (!row) return
  const gone = new AbortController()
  const folder = await workFolder(app, row.id)
  try {
    const made = await make(app, row, job.file, {
      folder,
      signal: AbortSignal.any([signal, gone.signal]),
      stallMs: options.stallMs,
      onProgress: progressTeller(app, job, () => gone.abort(new FilmGone())),
    })
    signal.throwIfAborted()
    await keep(app, job, made)
  } catch (error) {
    if (!(error instanceof FilmGone)) throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Tells the admin that a stream could not be made; a film that plays as it is goes on playing. */
export async function giveUp(app: App, job: StreamJob): Promise<void> {
  await app.db.transaction(async (tx) => {
    const [row] = await tx.select().from(videos).where(rowOf(job)).for('update')
    if (row?.state !== 'processing') return
    const state = row.plays || row.stream ? 'ready' : 'failed'
    await tx
      .update(videos)
      .set({ state, failure: videosText.processingFailed, progress: null })
      .where(eq(videos.id, row.id))
  })
}
