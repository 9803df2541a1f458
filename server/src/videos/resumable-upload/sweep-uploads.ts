import { and, lt, sql } from 'drizzle-orm'
import type { App } from '../../platform/app.ts'
import { resumableUploads } from '../tables.ts'
import { UPLOAD_LIFETIME_MS } from './find-upload.ts'
import { removeUpload, sweepUploadStore } from './upload-store.ts'

/** Removes uploads a day after their last request, and what a crash has left behind. Returns the number removed. */
export async function sweepUploads(app: App): Promise<number> {
  const limit = new Date(app.clock.now().getTime() - UPLOAD_LIFETIME_MS)
  const isUnlocked = sql`(${resumableUploads.holder} is null or ${resumableUploads.heldUntil} < clock_timestamp())`
  const removed = await app.db
    .delete(resumableUploads)
    .where(and(lt(resumableUploads.touchedAt, limit), isUnlocked))
    .returning()
  for (const upload of removed) await removeUpload(app, upload)
  return removed.length + (await sweepUploadStore(app, limit))
}
