import type { Language } from '@baobab/contract/kernel/languages.ts'
import { eq } from 'drizzle-orm'
import { writeAuditLine } from '../../platform/audit/write-audit-line.ts'
import type { App } from '../../platform/app.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { fail } from '../../platform/http/errors.ts'
import { findCaptionsKey, replaceCaptionsKey } from '../caption-files.ts'
import { listPosterKeys } from '../poster-files.ts'
import { lockVideo } from '../queries.ts'
import { removeFiles, withFileTransaction } from '../stored-files.ts'
import { videos, type VideoRow } from '../tables.ts'

type Replacement = {
  id: string
  /** What is replaced: the poster, or the captions in this language. */
  use: 'poster' | Language
  /** The new key in the row, and the paths of its files by their keys; null removes the old ones without replacing them. */
  files: { key: string; paths: ReadonlyMap<string, string> } | null
}

/**
 * Stores the files of a poster or captions, records them in the video's row and in the audit log, and removes the previous
 * files.
 */
export async function replacePosterOrCaptions(
  app: App,
  admin: AdminUser,
  { id, use, files }: Replacement,
): Promise<VideoRow> {
  const { before, after } = await withFileTransaction(app, async (tx, put) => {
    for (const [key, path] of files?.paths ?? []) await put(key, path)
    const current = (await lockVideo(tx, id)) ?? fail('video_not_found')
    const [updated = current] = await tx
      .update(videos)
      .set(toColumns(current, use, files?.key ?? null))
      .where(eq(videos.id, current.id))
      .returning()
    await writeAuditLine(app, tx, {
      adminId: admin.id,
      action: use === 'poster' ? 'video.poster_changed' : 'video.captions_changed',
      subject: current.id,
      details: { removed: files === null, ...(use !== 'poster' && { language: use }) },
    })
    return { before: current, after: updated }
  })
  await removeFiles(app, listReplacedKeys(before, use))
  return after
}

function toColumns(video: VideoRow, use: Replacement['use'], key: string | null): Partial<VideoRow> {
  return use === 'poster' ? { poster: key } : replaceCaptionsKey(video, use, key)
}

function listReplacedKeys(video: VideoRow, use: Replacement['use']): (string | null)[] {
  if (use !== 'poster') return [findCaptionsKey(video, use)]
  return video.poster === null ? [] : listPosterKeys(video.poster)
}
