import { ageCategoryAt, lagosDate } from '@baobab/contract/accounts/rules.ts'
import { toChain } from '@baobab/contract/scholarship/draw/check-draw.ts'
import { findDueAttempt } from '@baobab/contract/scholarship/draw/attempt.ts'
import { formatReceipt } from '@baobab/contract/scholarship/draw/rules.ts'
import { knownChains, timeOfRound, type Chain } from '@baobab/contract/scholarship/draw/schedule.ts'
import { monthCloses } from '@baobab/contract/scholarship/rules.ts'
import type {
  CurrentMonth,
  DrawAttempt,
  DrawDetail,
  DrawSummary,
  MyDraw,
  OutsideReason,
} from '@baobab/contract/scholarship/endpoints.ts'
import { and, desc, eq } from 'drizzle-orm'
import { findStudentById } from '../accounts/queries.ts'
import { isInTop, readRank } from '../leaderboard/queries.ts'
import { hasAccess } from '../payments/queries.ts'
import type { App } from '../platform/app.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { fail } from '../platform/http/errors.ts'
import { drawColumns } from './draw-rows.ts'
import { listDrawFiles } from './draw-files.ts'
import { countListClaims, readMissingFrom } from './list-claims.ts'
import { loadDraw, type LoadedDraw, tryLoadDraw } from './load-draw.ts'
import { isPrizeHeld, loadPrize, winnerName } from './prizes.ts'
import { readRules } from './publish-rules.ts'
import { toReceipt } from './receipts.ts'
import { loadDraws } from './run-draw.ts'
import { listStruck, toDrawn, toNotices } from './rules.ts'
import { drawEntries, draws } from './tables.ts'

/** Returns the month in which points are currently being earned, with its rules. */
export async function readCurrentMonth(app: App): Promise<CurrentMonth> {
  const { month, closesAt, drawsAt } = monthCloses(lagosDate(app.clock.now()).slice(0, 7))
  const { requiresPayment, hash } = await readRules(app, app.db, month)
  return {
    month,
    closesAt: closesAt.toISOString(),
    drawsAt: drawsAt.toISOString(),
    requiresPayment,
    rulesHash: hash,
  }
}

type WithDb = Omit<App, 'db'> & { db: Db | Tx }

/** Finds a month's draw by a version of its list, or the latest one by default, or fails with `not_found`. */
export async function findDraw(app: WithDb, month: string, version?: number): Promise<LoadedDraw> {
  const [row] = await app.db
    .select(drawColumns)
    .from(draws)
    .where(and(eq(draws.month, month), version === undefined ? undefined : eq(draws.version, version)))
    .orderBy(desc(draws.version))
    .limit(1)
  return row ? loadDraw(app, app.db, row) : fail('not_found')
}

async function readWinner(app: App, loaded: LoadedDraw): Promise<DrawSummary['winner']> {
  const prize = await loadPrize(app, app.db, loaded)
  if (!prize) return null
  const name = winnerName(prize)
  return { index: prize.index, leaf: prize.leaf, name, username: name === null ? null : prize.username }
}

/** Returns a draw as it appears in the public list of draws. */
export async function toSummary(app: App, loaded: LoadedDraw): Promise<DrawSummary> {
  const { draw, state } = loaded
  return {
    month: draw.month,
    version: draw.version,
    state: state.state,
    drawsAt: (state.state === 'waiting' ? state.dueAt : draw.drawsAt).toISOString(),
    entrantCount: draw.entrantCount,
    listHash: draw.listHash,
    winner: await readWinner(app, loaded),
  }
}

/** Returns the current month and every draw with every version of its list, newest first. */
export async function listDraws(app: App): Promise<{ current: CurrentMonth; draws: DrawSummary[] }> {
  const summaries: DrawSummary[] = []
  for (const loaded of await loadDraws(app)) summaries.push(await toSummary(app, loaded))
  return { current: await readCurrentMonth(app), draws: summaries }
}

/** Returns the chain of a deciding round: the one in the rules, or the next one. */
function roundChain({ draw, chain, events }: LoadedDraw, round: number): Chain {
  const fallback = toNotices({ draw, events }).find((notice) => notice.kind === 'fallback' && notice.round === round)
  const hash = fallback?.kind === 'fallback' ? fallback.chain : chain.hash
  return knownChains.find((known) => known.hash === hash) ?? toChain(chain)
}

/** Returns the name of a round's chain. */
function readChainName(loaded: LoadedDraw, round: number): string {
  return roundChain(loaded, round).beaconId
}

/** Returns the round that witnesses replaced: the attempt's round, which never came. */
function findMissedRound({ draw, chain, events }: LoadedDraw, attempt: number): number {
  return (
    findDueAttempt(draw, { attempt, notices: toNotices({ draw, events }), chain: toChain(chain) })?.round ?? draw.round
  )
}

/** Returns a draw's attempts, with their rounds as far as they are known. */
function toAttempts(loaded: LoadedDraw): DrawAttempt[] {
  const { draw, events, state } = loaded
  const drawn = events.filter(({ kind }) => kind === 'drawn')
  const attempts = drawn.map((event): DrawAttempt => {
    const { beacon, index } = toDrawn(event)
    const round = beacon?.round ?? findMissedRound(loaded, event.attempt)
    const dueAt = timeOfRound(roundChain(loaded, round), round).toISOString()
    const chainName = readChainName(loaded, round)
    return { attempt: event.attempt, round, chainName, dueAt, beacon, index, isWitnessDraw: !beacon }
  })
  if (state.state !== 'waiting') return attempts
  const { due, dueAt } = state
  const chainName = readChainName(loaded, due.round)
  const waiting = { attempt: due.attempt, round: due.round, chainName, dueAt: dueAt.toISOString() }
  return [...attempts, { ...waiting, beacon: null, index: null, isWitnessDraw: false }].map((attempt) =>
    attempt.attempt === 0 ? { ...attempt, dueAt: draw.drawsAt.toISOString() } : attempt,
  )
}

/** Returns one draw with everything published about it, or fails with `not_found`. */
export async function readDraw(app: App, month: string, version?: number): Promise<DrawDetail> {
  const loaded = await findDraw(app, month, version)
  const { draw, chain, events } = loaded
  const rules = await readRules(app, app.db, month)
  return {
    ...(await toSummary(app, loaded)),
    closesAt: monthCloses(month).closesAt.toISOString(),
    frozenAt: draw.frozenAt.toISOString(),
    rules: rules.text,
    chain: {
      hash: chain.hash,
      name: chain.metadata.beaconID,
      isSandbox: !knownChains.some(({ hash }) => hash === chain.hash),
    },
    attempts: toAttempts(loaded),
    boards: draw.boards,
    notices: toNotices({ draw, events }),
    claims: await countListClaims(app.db, draw),
    files: await listDrawFiles(app, loaded),
  }
}

/** Returns a student's rank, and why the student would not be in the draw if the month closed now. */
export async function readChance(
  app: App,
  who: { id: string },
  { requiresPayment, closesAt }: CurrentMonth,
): Promise<Pick<MyDraw['current'], 'rank' | 'reasons' | 'isHeld'>> {
  const student = (await findStudentById(app.db, who.id)) ?? fail('not_found')
  const isHeld = student.heldAt !== null && student.disqualifiedAt === null
  // The age at the close decides, as it will when the list is frozen.
  const category = ageCategoryAt(student.birth, new Date(closesAt))
  if (!category) return { rank: null, reasons: ['no-category'], isHeld }
  const { rank, score } = await readRank(app, who.id, category)
  const { cut } = app.ranking.board(category)
  // Only students with as many points as the last one on the board may be on either side of the cut.
  const isOnCut = cut > 0 && score === cut
  const isBelowCut = rank !== null && (isOnCut ? !(await isInTop(app.db, who.id, category)) : score < cut)
  const reasons: OutsideReason[] = []
  if (student.disqualifiedAt) reasons.push('disqualified')
  if (score === 0) reasons.push('no-correct-answer')
  else if (isBelowCut) reasons.push('below-the-cut')
  if (requiresPayment && !(await hasAccess(app.db, who.id))) reasons.push('not-paid')
  return { rank, reasons, isHeld }
}

/** Returns whether a student would be in the current month's draw, and the student's entries in past draws. */
export async function readMyDraw(app: App, who: { id: string }): Promise<MyDraw> {
  const current = await readCurrentMonth(app)
  const rows = await app.db
    .select({ entry: drawEntries, draw: drawColumns })
    .from(drawEntries)
    .innerJoin(draws, eq(draws.id, drawEntries.drawId))
    .where(eq(drawEntries.studentId, who.id))
    .orderBy(desc(draws.month))
    .limit(24)
  const entries: MyDraw['entries'] = []
  for (const { entry, draw } of rows) {
    const loaded = await tryLoadDraw(app, draw)
    if (!loaded || loaded.state.state === 'voided') continue
    const { state } = loaded
    const receipt = toReceipt(draw, entry)
    const hasWinner = state.state === 'drawn' || state.state === 'confirmed'
    const hasWon = hasWinner && state.index === entry.index
    const prize = hasWon ? await loadPrize(app, app.db, loaded) : undefined
    entries.push({
      month: draw.month,
      state: state.state,
      drawsAt: (state.state === 'waiting' ? state.dueAt : draw.drawsAt).toISOString(),
      index: entry.index,
      entrantCount: draw.entrantCount,
      leftOut: entry.leftOut,
      leaf: entry.leaf,
      receipt: receipt ? formatReceipt(receipt) : null,
      listHash: draw.listHash,
      isStruck: entry.index !== null && listStruck(loaded.events).has(entry.index),
      hasWon,
      isHeld: prize !== undefined && isPrizeHeld(prize),
    })
  }
  return {
    current: { ...current, ...(await readChance(app, who, current)) },
    missingFrom: await readMissingFrom(app, who),
    entries,
  }
}
