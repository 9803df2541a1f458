import type { AdminVideo } from '@baobab/contract/videos.ts'
import type { App } from '../app.ts'
import { writeLine } from '../audit/write-line.ts'
import type { AdminPerson } from '../platform/auth.ts'
import { fail } from '../platform/errors.ts'
import { startProcessing } from './processing/start-processing.ts'
import { programsOf } from './processing/programs.ts'
import { adminVideo, lockVideo } from './queries.ts'

/** Has a video's stream made again; one that is being made goes on. */
export async function processAgain(app: App, admin: AdminPerson, id: string): Promise<AdminVideo> {
  const video = await app.db.transaction(async (tx) => {
    const current = (await lockVideo(tx, id)) ?? fail('video_not_found')
    const isRunning = current.state === 'processing' && (await programsOf(app)) !== undefined
    const row = isRunning ? current : await startProcessing(app, tx, current)
    await writeLine(app, tx, { adminId: admin.id, action: 'video.processed', subject: row.id })
    return row
  })
  return adminVideo(app, admin, video)
}
