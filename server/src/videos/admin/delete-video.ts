import { eq } from 'drizzle-orm'
import { writeAuditLine } from '../../platform/audit/write-audit-line.ts'
import type { App } from '../../platform/app.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { fail } from '../../platform/http/errors.ts'
import { lockVideo } from '../queries.ts'
import { listVideoFileKeys, removeEveryFile, removeFiles } from '../stored-files.ts'
import { bookmarks, formerTitles, videos, type VideoRow } from '../tables.ts'

const clearedFiles = { file: null, poster: null, captions: null, otherCaptions: {}, stream: null }
const clearedTexts = { title: '', titleKey: '', transcript: '', seriesId: null, seriesPosition: null }

/**
 * Deletes a video and removes its titles and files. The row remains with its values, because answers, points and badges
 * refer to it. Its questions are no longer shown, because the quiz reads only questions of videos that are not deleted.
 */
export async function deleteVideo(app: App, admin: AdminUser, id: string): Promise<void> {
  const deleted = await app.db.transaction(async (tx) => {
    const video = await markDeleted(app, tx, admin, id)
    await clearRest(tx, id)
    return video
  })
  await removeFiles(app, listVideoFileKeys(deleted))
}

/**
 * Deletes a video in a way that can be undone: its bookmarks stay, and so do its files, which nobody can open. Returns
 * the video as it was.
 */
export function deleteVideoForUndo(app: App, admin: AdminUser, id: string): Promise<VideoRow> {
  return app.db.transaction((tx) => markDeleted(app, tx, admin, id))
}

/**
 * Removes what is left of a video whose deletion can no longer be undone. Does nothing if the video was put back. Its files go
 * first, while the row still names them: if the store fails, the next call tries again.
 */
export async function clearDeletedVideo(app: App, id: string): Promise<void> {
  const [video] = await app.db.select().from(videos).where(eq(videos.id, id))
  if (!video?.deletedAt) return
  await removeEveryFile(app, listVideoFileKeys(video))
  await app.db.transaction((tx) => clearRest(tx, id))
}

async function markDeleted(app: App, tx: Tx, admin: AdminUser, id: string): Promise<VideoRow> {
  const video = (await lockVideo(tx, id)) ?? fail('video_not_found')
  await tx
    .update(videos)
    .set({ ...clearedTexts, deletedAt: app.clock.now() })
    .where(eq(videos.id, video.id))
  await writeAuditLine(app, tx, { adminId: admin.id, action: 'video.deleted', subject: video.id })
  return video
}

async function clearRest(tx: Tx, id: string): Promise<void> {
  await tx.update(videos).set(clearedFiles).where(eq(videos.id, id))
  await tx.delete(formerTitles).where(eq(formerTitles.videoId, id))
  await tx.delete(bookmarks).where(eq(bookmarks.videoId, id))
}
