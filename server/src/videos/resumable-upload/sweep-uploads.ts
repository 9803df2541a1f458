import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { and, lt, sql } from 'drizzle-orm'
import type { App } from '../../platform/app.ts'
import { resumableUploads } from '../tables.ts'
import { UPLOAD_LIFETIME_MS, uploadPath, uploadsFolder } from './upload-store.ts'

/** Removes uploads a day after their last request, and files left behind by a crash. Returns the number removed. */
export async function sweepUploads(app: App): Promise<number> {
  const limit = new Date(app.clock.now().getTime() - UPLOAD_LIFETIME_MS)
  const isUnlocked = sql`(${resumableUploads.holder} is null or ${resumableUploads.heldUntil} < clock_timestamp())`
  const removed = await app.db
    .delete(resumableUploads)
    .where(and(lt(resumableUploads.touchedAt, limit), isUnlocked))
    .returning({ id: resumableUploads.id })
  for (const { id } of removed) await rm(uploadPath(app, id), { force: true })
  return removed.length + (await sweepFolder(app, limit))
}

/** Removes old files without a row, whose server stopped after deleting the row and before deleting the file. */
async function sweepFolder(app: App, limit: Date): Promise<number> {
  const names = await readdir(uploadsFolder(app)).catch(() => [])
  const rows = await app.db.select({ id: resumableUploads.id }).from(resumableUploads)
  const ids = new Set(rows.map(({ id }) => id))
  let removed = 0
  for (const name of names.filter((name) => !ids.has(name))) {
    const path = join(uploadsFolder(app), name)
    const stats = await stat(path).catch(() => undefined)
    if (!stats || stats.mtimeMs > limit.getTime()) continue
    await rm(path, { force: true })
    removed += 1
  }
  return removed
}
