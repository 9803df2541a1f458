import { writeAuditLine } from '../../platform/audit/write-audit-line.ts'
import type { App } from '../../platform/app.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { fail } from '../../platform/http/errors.ts'
import { canProcess } from '../processing/find-ffmpeg.ts'
import { restartProcessing } from '../processing/process-video-queue.ts'
import { lockVideo } from '../queries.ts'
import { storePoster } from '../store-poster.ts'
import type { VideoRow } from '../tables.ts'

/**
 * Encodes the stream of a video again, unless that is already running, and makes the sizes of its poster again: an
 * earlier version cut off the top and bottom of portrait videos.
 */
export async function reprocessVideo(app: App, admin: AdminUser, id: string): Promise<VideoRow> {
  return app.db.transaction(async (tx) => {
    const current = (await lockVideo(tx, id)) ?? fail('video_not_found')
    await writeAuditLine(app, tx, { adminId: admin.id, action: 'video.processed', subject: current.id })
    if (current.poster !== null) await app.jobs.send(tx, storePoster, { videoId: current.id, poster: current.poster })
    const isRunning = current.state === 'processing' && (await canProcess(app))
    return isRunning ? current : restartProcessing(app, tx, current)
  })
}
