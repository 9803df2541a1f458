// The job that makes the stream of a video. It works in its own folder and changes the row only at the end, in one
// transaction with the files. If it is stopped before that, the video is unchanged and the job runs again.
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { videosText } from '@baobab/contract/videos/text.ts'
import type { App } from '../../platform/app.ts'
import { makePoster, putPoster, type MadePoster } from '../store-poster.ts'
import { removeFiles, withFileTransaction } from '../stored-files.ts'
import { streamFileKeys, type Stream } from '../stream.ts'
import { videos, type VideoRow } from '../tables.ts'
import { encodeStream, type Encoded } from './encode-stream.ts'
import { containerFromKey, copyFromStore, POSTER_POSITION, writePoster } from './poster.ts'
import { getFfmpeg } from './find-ffmpeg.ts'
import type { StreamJob } from './process-video-queue.ts'

const PROGRESS_MS = 1_000

/** Selects the video of a job, but only while it still has the job's file, and no newer job encodes it. */
const isJobsVideo = ({ videoId, file, encoding = null }: StreamJob) =>
  and(
    eq(videos.id, videoId),
    eq(videos.file, file),
    sql`${videos.encoding} is not distinct from ${encoding}::uuid`,
    isNull(videos.deletedAt),
  )

async function findJobsVideo(app: App, job: StreamJob): Promise<VideoRow | undefined> {
  const [row] = await app.db.select().from(videos).where(isJobsVideo(job))
  return row
}

const DAY_MS = 24 * 3_600_000
const workFolderPrefix = (videoId: string) => `encode-${videoId}`

/**
 * Removes the working folders that interrupted attempts left behind.
 * @param videoId the video whose folders to remove; without it, removes all folders older than a day, which no attempt
 * can still be using
 */
export async function removeAbandonedWork(app: Pick<App, 'files'>, videoId?: string): Promise<void> {
  const temporary = dirname(await app.files.temporaryPath())
  const oldest = videoId === undefined ? Date.now() - DAY_MS : Infinity
  for (const name of await readdir(temporary)) {
    const path = join(temporary, name)
    if (!name.startsWith(workFolderPrefix(videoId ?? ''))) continue
    const stats = await stat(path).catch(() => undefined)
    if (stats && stats.mtimeMs < oldest) await rm(path, { recursive: true, force: true })
  }
}

/** Creates the working folder of one attempt. */
async function createWorkFolder(app: Pick<App, 'files'>, videoId: string): Promise<string> {
  const temporary = await app.files.temporaryPath()
  const folder = join(dirname(temporary), `${workFolderPrefix(videoId)}-${basename(temporary)}`)
  await mkdir(join(folder, 'stream'), { recursive: true })
  return folder
}

/**
 * Returns a function that stores the progress, at most once a second.
 * @param onGone called if the job has become obsolete
 */
function createProgressReporter(app: App, job: StreamJob, onGone: () => void): (share: number) => void {
  let reportedAt = -Infinity
  return (share) => {
    if (performance.now() - reportedAt < PROGRESS_MS) return
    reportedAt = performance.now()
    app.db
      .update(videos)
      .set({ progress: Math.min(99, Math.floor(share * 100)) })
      .where(isJobsVideo(job))
      .returning({ id: videos.id })
      .then(
        (rows) => rows.length === 0 && onGone(),
        (error: unknown) => app.log.warn({ err: error }, 'failed to store the progress of a video'),
      )
  }
}

type MadeStream = Omit<Encoded, 'video'> & { folder: string; poster: MadePoster | undefined }

/** Thrown if the job is obsolete: the video was deleted, its file was replaced, or its encoding was started again. */
class FileGone extends Error {}

/**
 * Stores the files and records them in the row, all or nothing, and then removes the files that they replace. The row
 * is locked only after the files are stored, because an object store may take minutes.
 */
async function storeStream(app: App, job: StreamJob, { folder, stream: made, poster }: MadeStream): Promise<void> {
  const stream: Stream = { ...made, folder: `streams/${randomUUID()}` }
  const old = await withFileTransaction(app, async (tx, put) => {
    for (const key of streamFileKeys(stream)) await put(key, join(folder, 'stream', basename(key)))
    if (poster) await putPoster(put, poster)
    const [row] = await tx.select().from(videos).where(isJobsVideo(job)).for('update')
    if (!row) throw new FileGone()
    await tx
      .update(videos)
      .set({ stream, poster: row.poster ?? poster?.key ?? null, state: 'ready', failure: null, progress: null })
      .where(eq(videos.id, row.id))
    return row
  })
  // Keeps a poster that an admin has set meanwhile.
  const unused = old.poster !== null && poster ? [...poster.paths.keys()] : []
  await removeFiles(app, [...(old.stream ? streamFileKeys(old.stream) : []), ...unused])
}

type MakeOptions = {
  folder: string
  signal: AbortSignal
  stallMs: number | undefined
  onProgress: (share: number) => void
}

async function encodeVideo(app: App, row: VideoRow, file: string, options: MakeOptions): Promise<MadeStream> {
  const programs = await getFfmpeg(app)
  if (!programs) throw new Error('ffmpeg is no longer available.')
  const { folder, signal } = options
  const container = containerFromKey(file)
  const path = join(folder, `source.${container}`)
  if (!(await copyFromStore(app, file, path, signal))) throw new FileGone()
  const { stream, video } = await encodeStream(programs, {
    ...options,
    path,
    container,
    folder: join(folder, 'stream'),
  })
  if (row.poster !== null) return { stream, folder, poster: undefined }
  const poster = join(folder, 'poster')
  const seconds = video.durationSeconds * POSTER_POSITION
  const isMade = await writePoster(programs, { path, container, seconds, out: poster, signal })
  if (!isMade) return { stream, folder, poster: undefined }
  const newPath = async () => join(folder, `poster-${randomUUID()}`)
  return { stream, folder, poster: await makePoster({ picture: poster, type: '.webp' }, newPath) }
}

/**
 * Makes the stream of a video from the file that the job names. Does nothing if the job is obsolete.
 * @param signal aborts when the server stops
 * @param options.stallMs milliseconds after which an ffmpeg without progress is stopped
 */
export async function makeStream(
  app: App,
  job: StreamJob,
  signal: AbortSignal,
  options: { stallMs?: number } = {},
): Promise<void> {
  const row = await findJobsVideo(app, job)
  if (!row) return
  // Including the folder of an older job that has not yet noticed that it is obsolete.
  await removeAbandonedWork(app, job.videoId)
  const gone = new AbortController()
  const folder = await createWorkFolder(app, row.id)
  try {
    const made = await encodeVideo(app, row, job.file, {
      folder,
      signal: AbortSignal.any([signal, gone.signal]),
      stallMs: options.stallMs,
      onProgress: createProgressReporter(app, job, () => gone.abort(new FileGone())),
    })
    signal.throwIfAborted()
    await storeStream(app, job, made)
  } catch (error) {
    const isObsolete = error instanceof FileGone || !(await findJobsVideo(app, job))
    if (!isObsolete) throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Records for admins that a stream could not be made. A video that browsers can play without one remains ready. */
export async function recordFailure(app: App, job: StreamJob): Promise<void> {
  await app.db.transaction(async (tx) => {
    const [row] = await tx.select().from(videos).where(isJobsVideo(job)).for('update')
    if (row?.state !== 'processing') return
    const state = row.plays || row.stream ? 'ready' : 'failed'
    await tx
      .update(videos)
      .set({ state, failure: videosText.processingFailed, progress: null })
      .where(eq(videos.id, row.id))
  })
}
