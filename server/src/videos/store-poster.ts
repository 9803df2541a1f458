// Makes the pictures of a poster that are smaller than the whole one, and the one for links in chats.
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { extname } from 'node:path'
import { and, eq, isNull, notLike } from 'drizzle-orm'
import type { App } from '../platform/app.ts'
import type { FileStore } from '../platform/files/file-store.ts'
import { defineQueue } from '../platform/jobs/jobs.ts'
import { loadSharp } from '../platform/media/load-sharp.ts'
import { listPosterKeys, sharedPosterKey, smallPosterKeys, toPosterKey, type PosterType } from './poster-files.ts'
import { copyFromStore } from './processing/poster.ts'
import { removeFiles, withFileTransaction, type PutFile } from './stored-files.ts'
import { videos } from './tables.ts'

/** The size that chats and social networks expect of a picture for a link. */
const SHARED = { width: 1_200, height: 630 } as const
/** Everyone who sees a link loads its picture. */
const MAX_SHARED_BYTES = 100_000
/** The colour behind a transparent or a portrait picture. */
const BACKGROUND = '#263185'
const QUALITIES = [80, 70, 60, 50, 40, 30]

/** A poster whose files are at temporary paths. */
export type MadePoster = { key: string; /** Temporary paths by key. */ paths: ReadonlyMap<string, string> }

/** Stores all files of a poster under its keys. */
export async function putPoster(put: PutFile, { paths }: MadePoster): Promise<void> {
  for (const [key, path] of paths) await put(key, path)
}

/**
 * Makes the files of a poster from its whole picture, at paths that `newPath` returns and the caller removes.
 * @throws if the picture cannot be read
 */
export async function makePoster(
  { picture, type }: { picture: string; type: PosterType },
  newPath: () => Promise<string>,
): Promise<MadePoster> {
  const key = toPosterKey(randomUUID(), type)
  const paths = new Map([[key, picture]])
  const sharp = await loadSharp()
  const { autoOrient: whole } = await sharp(picture).metadata()
  const isPortrait = whole.width <= whole.height
  for (const [width, smallKey] of smallPosterKeys(key)) {
    const path = await newPath()
    // Cards and rows are 16:9. They show a portrait poster whole, between two margins.
    const fit = isPortrait ? 'inside' : 'cover'
    const size = { width, height: (width * 9) / 16, fit, withoutEnlargement: true } as const
    await sharp(picture).resize(size).webp({ quality: 75 }).toFile(path)
    paths.set(smallKey, path)
  }
  const sharedKey = sharedPosterKey(key)
  if (sharedKey === undefined) throw new Error(`The poster ${key} has no picture for links.`)
  const path = await newPath()
  await writeSharedPicture({ picture, isPortrait }, path)
  return { key, paths: paths.set(sharedKey, path) }
}

/** Writes the picture for links as JPEG, which every chat shows, in the best quality that is light enough. */
export async function writeSharedPicture(
  { picture, isPortrait = false }: { picture: string; isPortrait?: boolean },
  path: string,
): Promise<void> {
  const sharp = await loadSharp()
  for (const quality of QUALITIES) {
    const { size } = await sharp(picture)
      .resize({ ...SHARED, fit: isPortrait ? 'contain' : 'cover', background: BACKGROUND })
      .flatten({ background: BACKGROUND })
      .jpeg({ quality, mozjpeg: true })
      .toFile(path)
    if (size < MAX_SHARED_BYTES) return
  }
}

/** Makes the files of a poster, passes them to `work`, and deletes those that `work` did not put into the store. */
export async function withMadePoster<T>(
  files: Pick<FileStore, 'temporaryPath'>,
  source: { picture: string; type: PosterType },
  work: (poster: MadePoster) => Promise<T>,
): Promise<T> {
  const made: string[] = []
  const newPath = async () => {
    const path = await files.temporaryPath()
    made.push(path)
    return path
  }
  try {
    return await work(await makePoster(source, newPath))
  } finally {
    for (const path of made) await rm(path, { force: true })
  }
}

/**
 * Makes all sizes of a stored poster again from its whole picture, if it was stored as a single picture or its sizes
 * follow earlier rules. Does nothing if it was replaced meanwhile.
 */
export const storePoster = defineQueue<{ videoId: string; poster: string }>('store-poster', { retryLimit: 2 })

/** Sends a job for each poster that was stored before posters had several sizes. */
export async function enqueueSinglePictures(app: Pick<App, 'db' | 'jobs'>): Promise<void> {
  const rows = await app.db
    .select({ videoId: videos.id, poster: videos.poster })
    .from(videos)
    .where(and(notLike(videos.poster, 'posters/%/%'), isNull(videos.deletedAt)))
  for (const { videoId, poster } of rows)
    if (poster !== null) await app.jobs.send(app.db, storePoster, { videoId, poster })
}

/** Replaces a poster with one in all current sizes, made from its whole picture. */
export async function remakePoster(app: App, { videoId, poster }: { videoId: string; poster: string }): Promise<void> {
  const type = extname(poster)
  if (type !== '.webp' && type !== '.svg') return
  const picture = await app.files.temporaryPath()
  const isJobsPoster = and(eq(videos.id, videoId), eq(videos.poster, poster), isNull(videos.deletedAt))
  try {
    if (!(await copyFromStore(app, poster, picture))) return
    await withMadePoster(app.files, { picture, type }, (made) =>
      withFileTransaction(app, async (tx, put) => {
        await putPoster(put, made)
        const updated = await tx
          .update(videos)
          .set({ poster: made.key })
          .where(isJobsPoster)
          .returning({ id: videos.id })
        if (updated.length === 0) throw new PosterGone()
      }),
    )
    await removeFiles(app, listPosterKeys(poster))
  } catch (error) {
    if (!(error instanceof PosterGone)) throw error
  } finally {
    await rm(picture, { force: true })
  }
}

/** Thrown if the poster was replaced or its video was deleted meanwhile. */
class PosterGone extends Error {}
