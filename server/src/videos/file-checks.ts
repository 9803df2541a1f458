// Every file that a video names is stored as it was uploaded, and every stored file belongs to a video.
import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { and, asc, eq, gt, isNull } from 'drizzle-orm'
import type { FileStore } from '../platform/files/file-store.ts'
import { findOrphanedFiles, findUnnamedFiles, listVideoFileKeys } from './stored-files.ts'
import { videos, type VideoRow } from './tables.ts'
import type { Check } from '../platform/data-check.ts'

const FIRST_ID = '00000000-0000-0000-0000-000000000000'

type Files = Pick<FileStore, 'read' | 'size'>

/** Reads a file in pieces. Returns its SHA-256 in hex, or undefined if it is missing. */
async function hashFile(files: Files, key: string): Promise<string | undefined> {
  const bytes = await files.read(key)
  if (!bytes) return undefined
  const hash = createHash('sha256')
  await pipeline(bytes, hash)
  return hash.digest('hex')
}

async function findFileFaults(files: Files, video: VideoRow): Promise<string[]> {
  const faults: string[] = []
  for (const key of listVideoFileKeys(video).filter((name) => name !== video.file))
    if ((await files.size(key)) === undefined) faults.push(`the file ${key} is missing`)
  if (video.file === null) return faults
  const hash = await hashFile(files, video.file)
  if (hash === undefined) faults.push(`the file ${video.file} is missing`)
  else if (hash !== video.sha256) faults.push(`the file ${video.file} does not have its SHA-256`)
  return faults
}

/** Reads one video at a time: hashing all files takes longer than a transaction may. */
export const videoCheck: Check = {
  name: 'videos',
  holds: 'Every file of a video is stored, and the video itself has the SHA-256 that it had when it was uploaded.',
  // Reading all videos takes a long time.
  seesCommits: true,
  async *find({ db, signal }, files) {
    let after = FIRST_ID
    for (;;) {
      signal?.throwIfAborted()
      const isNext = and(gt(videos.id, after), isNull(videos.deletedAt))
      const [video] = await db.select().from(videos).where(isNext).orderBy(asc(videos.id)).limit(1)
      if (!video) return
      after = video.id
      const faults = await findFileFaults(files, video)
      if (faults.length === 0) continue
      // Files may have been replaced meanwhile.
      const [again] = await db.select().from(videos).where(eq(videos.id, video.id))
      if (!again || listVideoFileKeys(again).join() !== listVideoFileKeys(video).join()) continue
      for (const reason of faults) yield { row: `videos ${video.id}`, reason }
    }
  },
}

export const fileCheck: Check = {
  name: 'files',
  holds: 'Every stored video, poster, caption and stream belongs to a video.',
  // Otherwise a row written while the check waited for its lock would not be seen.
  seesCommits: true,
  async *find({ db, signal, settleMs }, files) {
    const first = await findUnnamedFiles(files, db)
    if (first.length === 0) return
    // Rows change before their files are removed: files that are being removed now are gone at the second look.
    await delay(settleMs, undefined, { signal })
    const second = new Set(await findOrphanedFiles(files, db))
    for (const key of first.filter((name) => second.has(name)))
      yield { row: `file ${key}`, reason: 'no video names it; the next start of a server removes it' }
  },
}
