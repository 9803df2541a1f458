import type { AdminVideo } from '@baobab/contract/videos-admin.ts'
import type { App } from '../../platform/app.ts'
import { writeAuditLine } from '../../audit/write-audit-line.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { fail } from '../../platform/http/errors.ts'
import { startProcessing } from '../processing/start-processing.ts'
import { getFfmpeg } from '../processing/find-ffmpeg.ts'
import { adminVideo, lockVideo } from '../queries.ts'

/** Has a video's stream made again; one that is being made goes on. */
export async function reprocessVideo(app: App, admin: AdminUser, id: string): Promise<AdminVideo> {
  const video = await app.db.transaction(async (tx) => {
    const current = (await lockVideo(tx, id)) ?? fail('video_not_found')
    const isRunning = current.state === 'processing' && (await getFfmpeg(app)) !== undefined
    const row = isRunning ? current : await startProcessing(app, tx, current)
    await writeAuditLine(app, tx, { adminId: admin.id, action: 'video.processed', subject: row.id })
    return row
  })
  return adminVideo(app, admin, video)
}
