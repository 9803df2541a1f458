import { eq } from 'drizzle-orm'
import type { App } from '../../platform/app.ts'
import { writeAuditLine } from '../../audit/write-audit-line.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { fail } from '../../platform/http/errors.ts'
import { lockVideo } from '../queries.ts'
import { removeFiles } from '../stored-files.ts'
import { streamFileKeys } from '../stream.ts'
import { formerTitles, videos } from '../tables.ts'

/**
 * Deletes a video: its titles and files go. The row stays, because answers and points lead to it (decisions 3), and
 * its trivia go with it, because the quiz reads only those of videos that are not deleted.
 */
export async function deleteVideo(app: App, admin: AdminUser, id: string): Promise<void> {
  const deleted = await app.db.transaction(async (tx) => {
    const video = (await lockVideo(tx, id)) ?? fail('video_not_found')
    const gone = { title: '', titleKey: '', transcript: '', file: null, poster: null, captions: null, stream: null }
    await tx
      .update(videos)
      .set({ ...gone, deletedAt: app.clock.now() })
      .where(eq(videos.id, video.id))
    await tx.delete(formerTitles).where(eq(formerTitles.videoId, video.id))
    await writeAuditLine(app, tx, { adminId: admin.id, action: 'video.deleted', subject: video.id })
    return video
  })
  const { file, poster, captions, stream } = deleted
  await removeFiles(app, [file, poster, captions, ...(stream ? streamFileKeys(stream) : [])])
}
