import { eq } from 'drizzle-orm'
import { writeAuditLine } from '../../platform/audit/write-audit-line.ts'
import type { App } from '../../platform/app.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { fail } from '../../platform/http/errors.ts'
import { listPosterKeys } from '../poster-files.ts'
import { lockVideo } from '../queries.ts'
import { removeFiles, withFileTransaction } from '../stored-files.ts'
import { videos, type VideoRow } from '../tables.ts'

type Replacement = {
  id: string
  column: 'poster' | 'captions'
  action: 'video.poster_changed' | 'video.captions_changed'
  /** The new key of the column, and the paths of its files by their keys; null removes the old ones without replacing them. */
  files: { key: string; paths: ReadonlyMap<string, string> } | null
}

/**
 * Stores the files of a poster or captions, records them in the video's row and in the audit log, and removes the previous
 * files.
 */
export async function replacePosterOrCaptions(
  app: App,
  admin: AdminUser,
  { id, column, action, files }: Replacement,
): Promise<VideoRow> {
  const { before, after } = await withFileTransaction(app, async (tx, put) => {
    for (const [key, path] of files?.paths ?? []) await put(key, path)
    const current = (await lockVideo(tx, id)) ?? fail('video_not_found')
    const [updated = current] = await tx
      .update(videos)
      .set({ [column]: files?.key ?? null })
      .where(eq(videos.id, current.id))
      .returning()
    const details = { removed: files === null }
    await writeAuditLine(app, tx, { adminId: admin.id, action, subject: current.id, details })
    return { before: current, after: updated }
  })
  const replaced = before[column]
  if (replaced !== null) await removeFiles(app, column === 'poster' ? listPosterKeys(replaced) : [replaced])
  return after
}
