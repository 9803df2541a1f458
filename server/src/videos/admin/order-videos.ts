import { randomUUID } from 'node:crypto'
import { bulkText } from '@baobab/contract/bulk/endpoints.ts'
import { asc, sql } from 'drizzle-orm'
import { z } from 'zod'
import { writeAuditLine } from '../../platform/audit/write-audit-line.ts'
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

const LastMove = z.string().nullable()
/** A move: its id and that of the video's earlier move, and the video after it, if any, with that one's last move. */
export const VideoMove = z.object({
  move: z.string(),
  moveBefore: LastMove,
  follower: z.object({ id: z.string(), lastMove: LastMove }).nullable(),
})
type VideoMove = z.infer<typeof VideoMove>

type Place = { id: string; lastMove: string | null; isDeleted: boolean }

/** Moves a video before another, or to the end of the list; renumbers positions from 1. Returns what `undoMove` needs. */
export async function orderVideos(
  app: App,
  admin: AdminUser,
  { id, before }: { id: string; before: string | null },
): Promise<VideoMove> {
  return app.db.transaction(async (tx) => {
    const places = await lockPlaces(tx)
    const video = requirePlace(places, id)
    if (before !== null) requirePlace(places, before)
    const follower = places[places.indexOf(video) + 1]
    const move = randomUUID()
    await storeMove(app, tx, { admin, places, id, before, move })
    return {
      move,
      moveBefore: video.lastMove,
      follower: follower ? { id: follower.id, lastMove: follower.lastMove } : null,
    }
  })
}

/** Puts a video back before the one that followed it. Refused if either was moved since. */
export async function undoMove(
  app: App,
  admin: AdminUser,
  { id, moved }: { id: string; moved: VideoMove },
): Promise<void> {
  await app.db.transaction(async (tx) => {
    const places = await lockPlaces(tx)
    if (requirePlace(places, id).lastMove !== moved.move) fail('cannot_undo', { message: bulkText.changedSince })
    const { follower } = moved
    // Found even if it has been deleted since.
    const present = places.find((place) => place.id === follower?.id)
    if (follower && present?.lastMove !== follower.lastMove)
      fail('cannot_undo', { message: bulkText.followerMovedSince })
    await storeMove(app, tx, { admin, places, id, before: follower?.id ?? null, move: moved.moveBefore })
  })
}

/** Locks and reads the list, including deleted videos, which keep their positions. */
async function lockPlaces(tx: Tx): Promise<Place[]> {
  await lockVideoOrder(tx)
  const isDeleted = sql<boolean>`${videos.deletedAt} is not null`
  return tx
    .select({ id: videos.id, lastMove: videos.lastMove, isDeleted })
    .from(videos)
    .orderBy(asc(videos.position), asc(videos.id))
}

function requirePlace(places: readonly Place[], id: string): Place {
  return places.find((place) => place.id === id && !place.isDeleted) ?? fail('video_not_found')
}

type Move = { admin: AdminUser; places: readonly Place[]; id: string; before: string | null; move: string | null }

async function storeMove(app: App, tx: Tx, { admin, places, id, before, move }: Move): Promise<void> {
  const order = JSON.stringify(
    moveBefore(
      places.map((place) => place.id),
      id,
      before,
    ),
  )
  await tx.execute(sql`
    update ${videos} set position = ordered.position,
      last_move = case when ${videos.id} = ${id}::uuid then ${move}::uuid else ${videos.lastMove} end
    from jsonb_array_elements_text(${order}::jsonb) with ordinality as ordered (id, position)
    where ${videos.id} = ordered.id::uuid and (${videos.position} <> ordered.position or ${videos.id} = ${id}::uuid)`)
  await writeAuditLine(app, tx, { adminId: admin.id, action: 'video.ordered', subject: id, details: { before } })
}
