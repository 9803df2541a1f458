import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { writeAuditLine } from '../../../platform/audit/write-audit-line.ts'
import type { App } from '../../../platform/app.ts'
import type { Tx } from '../../../platform/database/database.ts'
import type { AdminUser } from '../../../platform/http/auth.ts'
import { fail } from '../../../platform/http/errors.ts'
import { moveBefore } from '../../rules.ts'
import { series, videos } from '../../tables.ts'
import { lockSeries } from './place-in-series.ts'

/** The id of the advisory lock that protects the order of all series ("seri" in ASCII). */
const LOCK = 0x73_65_72_69

type Move = { id: string; before: string | null }

/** Locks the positions of all series until the transaction ends. */
export async function lockSeriesOrder(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`)
}

/** Returns whether both items of a move are in the list. */
function canMove(ids: readonly string[], { id, before }: Move): boolean {
  return ids.includes(id) && (before === null || ids.includes(before))
}

/** Moves a series before another, or to the end of the list; renumbers positions from 1. */
export async function orderSeries(app: App, admin: AdminUser, move: Move): Promise<void> {
  await app.db.transaction(async (tx) => {
    await lockSeriesOrder(tx)
    const rows = await tx.select({ id: series.id }).from(series).orderBy(asc(series.position), asc(series.id))
    const ids = rows.map((row) => row.id)
    if (!canMove(ids, move)) fail('series_not_found')
    const order = JSON.stringify(moveBefore(ids, move.id, move.before))
    await tx.execute(sql`
      update ${series} set position = ordered.position
      from jsonb_array_elements_text(${order}::jsonb) with ordinality as ordered (id, position)
      where ${series.id} = ordered.id::uuid and ${series.position} <> ordered.position`)
    const details = { before: move.before }
    await writeAuditLine(app, tx, { adminId: admin.id, action: 'series.ordered', subject: move.id, details })
  })
}

/** Moves a video before another of its series, or to the end of the series; renumbers positions from 1. */
export async function orderSeriesVideos(app: App, admin: AdminUser, seriesId: string, move: Move): Promise<void> {
  await app.db.transaction(async (tx) => {
    const { id } = await lockSeries(tx, seriesId)
    const rows = await tx
      .select({ id: videos.id })
      .from(videos)
      .where(and(eq(videos.seriesId, id), isNull(videos.deletedAt)))
      .orderBy(asc(videos.seriesPosition), asc(videos.id))
    const ids = rows.map((row) => row.id)
    if (!canMove(ids, move)) fail('video_not_found')
    const order = JSON.stringify(moveBefore(ids, move.id, move.before))
    await tx.execute(sql`
      update ${videos} set series_position = ordered.position
      from jsonb_array_elements_text(${order}::jsonb) with ordinality as ordered (id, position)
      where ${videos.id} = ordered.id::uuid and ${videos.seriesId} = ${id}`)
    const details = { video: move.id, before: move.before }
    await writeAuditLine(app, tx, { adminId: admin.id, action: 'series.videos_ordered', subject: id, details })
  })
}
