// What is new for a student about the draws. The first page after login requests it, so data that all students share is cached
// briefly.
import { ageCategoryAt } from '@baobab/contract/accounts/rules.ts'
import type { DrawNews } from '@baobab/contract/scholarship/draw-news.ts'
import { monthCloses } from '@baobab/contract/scholarship/rules.ts'
import { and, eq } from 'drizzle-orm'
import { findStudentById, type StudentRow } from '../accounts/queries.ts'
import { readScore } from '../leaderboard/queries.ts'
import type { App } from '../platform/app.ts'
import { fail } from '../platform/http/errors.ts'
import type { DrawRow } from './draw-rows.ts'
import { findListClaim, isClaimed, loadRecentDraws } from './list-claims.ts'
import type { LoadedDraw } from './load-draw.ts'
import { loadPrize, readMyPrizes, winnerName } from './prizes.ts'
import { readChance, readCurrentMonth } from './queries.ts'
import { isReplaceable, listStruck, whyOnNoBoard } from './rules.ts'
import { drawEntries } from './tables.ts'

/** The latest draw, and the name of its winner. */
export type LatestDraw = LoadedDraw & { winner: string | null }

/** Loads the latest draw that is upcoming or recent. */
export async function loadLatestDraw(app: App): Promise<LatestDraw | undefined> {
  const [latest] = await loadRecentDraws(app)
  const prize = latest && (await loadPrize(app, app.db, latest))
  return latest && { ...latest, winner: prize ? winnerName(prize) : null }
}

/** Returns what is new for a student. */
export async function readDrawNews(app: App, who: { id: string }, latest: LatestDraw | undefined): Promise<DrawNews> {
  const current = await readCurrentMonth(app)
  const { rank, reasons, isHeld } = await readChance(app, who, current)
  return {
    prizes: (await readMyPrizes(app, who)).map(({ month, state, claimBy, agreement, canClaim, paidOn, isHeld }) => ({
      month,
      state,
      claimBy,
      agreement,
      canClaim,
      paidOn,
      isHeld,
    })),
    latest: latest ? await readLatest(app, who, latest) : null,
    current: { month: current.month, isIn: reasons.length === 0 && !isHeld, rank },
  }
}

async function readLatest(
  app: App,
  { id: studentId }: { id: string },
  { draw, events, state, winner }: LatestDraw,
): Promise<DrawNews['latest']> {
  const { month } = draw
  const [entry] = await app.db
    .select({ index: drawEntries.index, leftOut: drawEntries.leftOut })
    .from(drawEntries)
    .where(and(eq(drawEntries.drawId, draw.id), eq(drawEntries.studentId, studentId)))
  const missing = entry ? undefined : ((await findStudentById(app.db, studentId)) ?? fail('not_found'))
  if (missing && missing.createdAt > monthCloses(month).closesAt) return null
  const isOut =
    listStruck(events).has(entry?.index ?? -1) ||
    // A former winner, whose number is not drawn again.
    events.some(({ kind, data }) => kind === 'disqualified' && data['index'] === entry?.index)
  const isOnList = entry?.leftOut === null
  const canClaim =
    !isOnList &&
    isReplaceable(state, app.clock.now()) &&
    !isClaimed(await findListClaim(app.db, { studentId, month }), draw)
  return {
    month,
    state: state.state,
    drawsAt: (state.state === 'waiting' ? state.dueAt : draw.drawsAt).toISOString(),
    canWin: isOnList && !isOut,
    leftOut: missing ? await readWhyOnNoBoard(app, missing, draw) : (entry?.leftOut ?? null),
    canClaim,
    drawnAt: events.findLast(({ kind }) => kind === 'drawn')?.at.toISOString() ?? null,
    winner,
  }
}

async function readWhyOnNoBoard(app: App, { id, birth, disqualifiedAt }: StudentRow, { month, boards }: DrawRow) {
  const category = ageCategoryAt(birth, monthCloses(month).closesAt)
  return whyOnNoBoard({
    category,
    isDisqualified: disqualifiedAt !== null,
    // Earlier lists do not say how many entries the board had.
    boardSize: (category && boards?.[category].shown) ?? Infinity,
    points: category ? await readScore(app.db, id, category) : 0,
  })
}
