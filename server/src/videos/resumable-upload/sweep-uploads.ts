import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { and, lt, sql } from 'drizzle-orm'
import type { App } from '../../platform/app.ts'
import { resumableUploads } from '../tables.ts'
import { folderOf, KEPT_MS, pathOf } from './upload-store.ts'

/** Removes the uploads that nobody went on with for a day, and what a crash left of others. Answers how many went. */
export async function sweepUploads(app: App): Promise<number> {
  const limit = new Date(app.clock.now().getTime() - KEPT_MS)
  const isFree = sql`(${resumableUploads.holder} is null or ${resumableUploads.heldUntil} < clock_timestamp())`
  const gone = await app.db
    .delete(resumableUploads)
    .where(and(lt(resumableUploads.touchedAt, limit), isFree))
    .returning({ id: resumableUploads.id })
  for (const { id } of gone) await rm(pathOf(app, id), { force: true })
  return gone.length + (await sweepFolder(app, limit))
}

/** A file without its row was taken, or ended, by a server that died before it removed the file. */
async function sweepFolder(app: App, limit: Date): Promise<number> {
  const names = await readdir(folderOf(app)).catch(() => [])
  const known = new Set((await app.db.select({ id: resumableUploads.id }).from(resumableUploads)).map(({ id }) => id))
  let swept = 0
  for (const name of names.filter((name) => !known.has(name))) {
    const path = join(folderOf(app), name)
    const found = await stat(path).catch(() => undefined)
    if (!found || found.mtimeMs > limit.getTime()) continue
    await rm(path, { force: true })
    swept += 1
  }
  return swept
}
