// Claims by students who are missing from a list, as seen by students and the public.
import type { ClaimsFile } from '@baobab/contract/scholarship/draw/files.ts'
import { STRIKE_BEFORE_MS } from '@baobab/contract/scholarship/draw/schedule.ts'
import type { DrawDetail, ListClaim, MyDraw } from '@baobab/contract/scholarship/endpoints.ts'
import { and, asc, count, desc, eq, gt } from 'drizzle-orm'
import type { App } from '../platform/app.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { drawColumns, type DrawRow } from './draw-rows.ts'
import { isReplaceable } from './rules.ts'
import { type LoadedDraw, tryLoadDraw } from './load-draw.ts'
import { drawEntries, draws, listClaims } from './tables.ts'

export type ListClaimRow = typeof listClaims.$inferSelect

/** How long after its draw a list counts as recent. */
const RECENT_MS = 31 * 24 * 3_600_000

/** Returns the deadline for claiming to be missing from a list, and for answering. */
export const claimListBy = ({ drawsAt }: Pick<DrawRow, 'drawsAt'>) => new Date(drawsAt.getTime() - STRIKE_BEFORE_MS)

/** Returns a claim as its student and admins see it. An erased account's texts are gone. */
export function toListClaim({ text, at, answer, answerText, answeredAt }: ListClaimRow): ListClaim {
  return {
    text: text ?? '',
    at: at.toISOString(),
    answer,
    answerText,
    answeredAt: answeredAt?.toISOString() ?? null,
  }
}

/** Finds a student's last claim about a month's lists. */
export async function findListClaim(
  db: Db | Tx,
  { studentId, month }: { studentId: string; month: string },
): Promise<ListClaimRow | undefined> {
  const [row] = await db
    .select({ claim: listClaims })
    .from(listClaims)
    .innerJoin(draws, eq(draws.id, listClaims.drawId))
    .where(and(eq(listClaims.studentId, studentId), eq(draws.month, month)))
    .orderBy(desc(draws.version))
    .limit(1)
  return row?.claim
}

/**
 * Returns whether a claim prevents another one about a list: a student has one per list, and an open one about an earlier list
 * of the month is answered first.
 */
export function isClaimed(claim: ListClaimRow | undefined, draw: DrawRow): claim is ListClaimRow {
  return claim !== undefined && (claim.drawId === draw.id || claim.answer === null)
}

/** Loads each month's latest list whose draw is upcoming or recent, newest first. */
export async function loadRecentDraws(app: App): Promise<LoadedDraw[]> {
  const rows = await app.db
    .selectDistinctOn([draws.month], drawColumns)
    .from(draws)
    .where(gt(draws.drawsAt, new Date(app.clock.now().getTime() - RECENT_MS)))
    .orderBy(desc(draws.month), desc(draws.version))
  const loaded: LoadedDraw[] = []
  for (const row of rows) {
    const draw = await tryLoadDraw(app, row)
    if (draw) loaded.push(draw)
  }
  return loaded
}

/** Returns the recent lists on which a student cannot win, if the student can claim or has claimed to be missing. */
export async function readMissingFrom(app: App, { id: studentId }: { id: string }): Promise<MyDraw['missingFrom']> {
  const missing: MyDraw['missingFrom'] = []
  for (const { draw, state } of await loadRecentDraws(app)) {
    const [entry] = await app.db
      .select({ index: drawEntries.index, leftOut: drawEntries.leftOut })
      .from(drawEntries)
      .where(and(eq(drawEntries.drawId, draw.id), eq(drawEntries.studentId, studentId)))
    if (entry?.leftOut === null) continue
    const claim = await findListClaim(app.db, { studentId, month: draw.month })
    const canClaim = isReplaceable(state, app.clock.now()) && !isClaimed(claim, draw)
    if (!canClaim && !claim) continue
    missing.push({
      month: draw.month,
      leftOut: entry?.leftOut ?? null,
      claimBy: claimListBy(draw).toISOString(),
      canClaim,
      claim: claim ? toListClaim(claim) : null,
    })
  }
  return missing
}

/** Counts the claims about a list by outcome. */
export async function countListClaims(db: Db | Tx, { id }: DrawRow): Promise<DrawDetail['claims']> {
  const rows = await db
    .select({ answer: listClaims.answer, count: count() })
    .from(listClaims)
    .where(eq(listClaims.drawId, id))
    .groupBy(listClaims.answer)
  const countOf = (answer: ListClaimRow['answer']) => rows.find((row) => row.answer === answer)?.count ?? 0
  return { accepted: countOf('accepted'), refused: countOf('refused'), unanswered: countOf(null) }
}

/** Reads the claims about a list in their published form, without names and texts. */
export async function readClaimsFile(db: Db | Tx, { id }: DrawRow): Promise<ClaimsFile> {
  const rows = await db
    .select({ at: listClaims.at, answer: listClaims.answer, answeredAt: listClaims.answeredAt })
    .from(listClaims)
    .where(eq(listClaims.drawId, id))
    .orderBy(asc(listClaims.at), asc(listClaims.id))
  return rows.map(({ at, answer, answeredAt }) => ({
    at: at.toISOString(),
    answer,
    answeredAt: answeredAt?.toISOString() ?? null,
  }))
}
