import { eq } from 'drizzle-orm'
import { writeAuditLine } from '../../audit/write-audit-line.ts'
import type { App } from '../../platform/app.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { fail } from '../../platform/http/errors.ts'
import { lockVideo } from '../queries.ts'
import { listVideoFileKeys, removeFiles } from '../stored-files.ts'
import { bookmarks, formerTitles, videos } from '../tables.ts'

const clearedFiles = { file: null, poster: null, captions: null, stream: null }
const cleared = { title: '', titleKey: '', transcript: '', seriesId: null, seriesPosition: null, ...clearedFiles }

/**
 * Deletes a video and removes its titles and files. The row remains with its values, because answers, points and badges
 * refer to it. Its
 * questions are no longer shown, because the quiz reads only questions of videos that are not deleted.
 */
export async function deleteVideo(app: App, admin: AdminUser, id: string): Promise<void> {
  const deleted = await app.db.transaction(async (tx) => {
    const video = (await lockVideo(tx, id)) ?? fail('video_not_found')
    await tx
      .update(videos)
      .set({ ...cleared, deletedAt: app.clock.now() })
      .where(eq(videos.id, video.id))
    await tx.delete(formerTitles).where(eq(formerTitles.videoId, video.id))
    await tx.delete(bookmarks).where(eq(bookmarks.videoId, video.id))
    await writeAuditLine(app, tx, { adminId: admin.id, action: 'video.deleted', subject: video.id })
    return video
  })
  await removeFiles(app, listVideoFileKeys(deleted))
}
