import { eq } from 'drizzle-orm'
import type { AdminVideo } from '@baobab/contract/videos.ts'
import type { App } from '../app.ts'
import { writeLine } from '../audit/write-line.ts'
import type { AdminPerson } from '../platform/auth.ts'
import { fail } from '../platform/errors.ts'
import { startProcessing } from './processing/start-processing.ts'
import { programsOf } from './processing/programs.ts'
import { questionCounts, videoById } from './queries.ts'
import { adminVideoOf } from './shapes.ts'
import { videos } from './tables.ts'

/** Has a video's stream made again; one that is being made goes on. */
export async function processAgain(app: App, admin: AdminPerson, id: string): Promise<AdminVideo> {
  const found = (await videoById(app.db, id)) ?? fail('video_not_found')
  const video = await app.db.transaction(async (tx) => {
    await tx.select({ id: videos.id }).from(videos).where(eq(videos.id, found.id)).for('update')
    const current = (await videoById(tx, id)) ?? fail('video_not_found')
    const isRunning = current.state === 'processing' && (await programsOf(app)) !== undefined
    const row = isRunning ? current : await startProcessing(app, tx, current)
    await writeLine(app, tx, { adminId: admin.id, action: 'video.processed', subject: row.id })
    return row
  })
  const counts = (await questionCounts(app.db, [video.id]))(video.id)
  return adminVideoOf(app, { video, counts, caller: { person: admin, paid: false } })
}
