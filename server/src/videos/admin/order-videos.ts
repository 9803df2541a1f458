import { asc, isNull, sql } from 'drizzle-orm'
import type { App } from '../../platform/app.ts'
import { writeAuditLine } from '../../audit/write-audit-line.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import type { Tx } from '../../platform/database/database.ts'
import { fail } from '../../platform/http/errors.ts'
import { videos } from '../tables.ts'

/** The lock under which places in the order change; a constant of ours, spelled "ordr". */
const LOCK = 0x6f_72_64_72

/** Holds the order until the transaction ends: nobody comes in between. */
export async function lockOrder(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`)
}

/** A list with one of its ids moved before another, or to its end. */
export function moveBefore(ids: readonly string[], id: string, before: string | null): string[] {
  if (id === before) return [...ids]
  const others = ids.filter((other) => other !== id)
  return others.toSpliced(before === null ? others.length : others.indexOf(before), 0, id)
}

/** Puts a video before another in everybody's list, or at its end; places are 1, 2, 3 afterwards. */
export async function orderVideos(
  app: App,
  admin: AdminUser,
  { id, before }: { id: string; before: string | null },
): Promise<void> {
  await app.db.transaction(async (tx) => {
    await lockOrder(tx)
    const rows = await tx
      .select({ id: videos.id })
      .from(videos)
      .where(isNull(videos.deletedAt))
      .orderBy(asc(videos.position), asc(videos.id))
    const ids = rows.map((row) => row.id)
    if (!ids.includes(id) || (before !== null && !ids.includes(before))) fail('video_not_found')
    const order = JSON.stringify(moveBefore(ids, id, before))
    await tx.execute(sql`
      update ${videos} set position = placed.position
      from jsonb_array_elements_text(${order}::jsonb) with ordinality as placed (id, position)
      where ${videos.id} = placed.id::uuid and ${videos.position} <> placed.position`)
    await writeAuditLine(app, tx, { adminId: admin.id, action: 'video.ordered', subject: id, details: { before } })
  })
}
