import { asc, isNull, sql } from 'drizzle-orm'
import { writeAuditLine } from '../../audit/write-audit-line.ts'
import type { App } from '../../platform/app.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { fail } from '../../platform/http/errors.ts'
import { moveBefore } from '../rules.ts'
import { videos } from '../tables.ts'

/** The id of the advisory lock that protects positions ("ordr" in ASCII). */
const LOCK = 0x6f_72_64_72

/** Locks the positions of all videos until the transaction ends. */
export async function lockVideoOrder(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`)
}

/**
 * Moves a video before another, or to the end of the list; renumbers positions from 1. Returns the video that followed it,
 * before which another call puts it back; null if it was the last one.
 */
export async function orderVideos(
  app: App,
  admin: AdminUser,
  { id, before }: { id: string; before: string | null },
): Promise<string | null> {
  return app.db.transaction(async (tx) => {
    await lockVideoOrder(tx)
    const rows = await tx
      .select({ id: videos.id })
      .from(videos)
      .where(isNull(videos.deletedAt))
      .orderBy(asc(videos.position), asc(videos.id))
    const ids = rows.map((row) => row.id)
    if (!ids.includes(id) || (before !== null && !ids.includes(before))) fail('video_not_found')
    const order = JSON.stringify(moveBefore(ids, id, before))
    await tx.execute(sql`
      update ${videos} set position = ordered.position
      from jsonb_array_elements_text(${order}::jsonb) with ordinality as ordered (id, position)
      where ${videos.id} = ordered.id::uuid and ${videos.position} <> ordered.position`)
    await writeAuditLine(app, tx, { adminId: admin.id, action: 'video.ordered', subject: id, details: { before } })
    return ids[ids.indexOf(id) + 1] ?? null
  })
}
