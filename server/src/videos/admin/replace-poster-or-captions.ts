import { eq } from 'drizzle-orm'
import { writeAuditLine } from '../../audit/write-audit-line.ts'
import type { App } from '../../platform/app.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { fail } from '../../platform/http/errors.ts'
import { lockVideo } from '../queries.ts'
import { removeFiles, withFileTransaction } from '../stored-files.ts'
import { videos, type VideoRow } from '../tables.ts'

type Replacement = {
  id: string
  column: 'poster' | 'captions'
  action: 'video.poster_changed' | 'video.captions_changed'
  /** The storage key and the path of the new file; null removes the old file without replacing it. */
  file: { key: string; path: string } | null
}

/**
 * Stores a poster or captions file, records it in the video's row and in the audit log, and removes the previous file.
 */
export async function replacePosterOrCaptions(
  app: App,
  admin: AdminUser,
  { id, column, action, file }: Replacement,
): Promise<VideoRow> {
  const { before, after } = await withFileTransaction(app, async (tx, put) => {
    if (file) await put(file.key, file.path)
    const current = (await lockVideo(tx, id)) ?? fail('video_not_found')
    const [updated = current] = await tx
      .update(videos)
      .set({ [column]: file?.key ?? null })
      .where(eq(videos.id, current.id))
      .returning()
    const details = { removed: file === null }
    await writeAuditLine(app, tx, { adminId: admin.id, action, subject: current.id, details })
    return { before: current, after: updated }
  })
  await removeFiles(app, [before[column]])
  return after
}
