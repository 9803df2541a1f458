// Draws a winner as soon as an attempt's round is known. The round and the winner are stored in one transaction.
import { toBeacon, toChain, toChainFile } from '@baobab/contract/scholarship/draw/check-draw.ts'
import {
  computeAttempt,
  findDecidingChain,
  findDueAttempt,
  findFallbackRound,
  isSealed,
  type DueAttempt,
} from '@baobab/contract/scholarship/draw/attempt.ts'
import { FALLBACK_AFTER_MS, type Chain } from '@baobab/contract/scholarship/draw/schedule.ts'
import type { BeaconFile } from '@baobab/contract/scholarship/draw/files.ts'
import { hashDrawList } from '@baobab/contract/scholarship/draw/list.ts'
import { allSecrets } from '@baobab/contract/scholarship/draw/witnesses.ts'
import { scholarshipMessages } from '@baobab/contract/scholarship/text.ts'
import { desc, sql } from 'drizzle-orm'
import { writeAuditLine } from '../platform/audit/write-audit-line.ts'
import { createNotification } from '../notifications/create-notification.ts'
import type { App } from '../platform/app.ts'
import { isRoundOf } from '../platform/beacon/drand.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { fail } from '../platform/http/errors.ts'
import { queueNotices } from './announce.ts'
import { attemptAll } from './attempt-all.ts'
import { drawTexts } from './draw-texts.ts'
import { findEntrant } from './find-entrant.ts'
import { drawColumns, readListText, type DrawRow } from './draw-rows.ts'
import { lockMonth } from './freeze-list.ts'
import { loadDraw, tryLoadDraw, type LoadedDraw } from './load-draw.ts'
import { toNotices } from './rules.ts'
import { drawEvents, draws } from './tables.ts'

/** Loads every version of every draw that can be shown, newest first. */
export async function loadDraws(app: App): Promise<LoadedDraw[]> {
  const loaded: LoadedDraw[] = []
  for (const row of await app.db.select(drawColumns).from(draws).orderBy(desc(draws.month), desc(draws.version))) {
    const draw = await tryLoadDraw(app, row)
    if (draw) loaded.push(draw)
  }
  return loaded
}

/** Returns the latest version of every month's list, which is the one that is drawn. */
export async function listLatestDraws(db: Db): Promise<DrawRow[]> {
  return db.selectDistinctOn([draws.month], drawColumns).from(draws).orderBy(desc(draws.month), desc(draws.version))
}

/** Returns the draws waiting for a round: those whose list counts, without a winner or an end. */
export async function listWaitingDraws(db: Db): Promise<DrawRow[]> {
  const isOver = sql`(select bool_or(kind in ('ended', 'voided')) or
    count(*) filter (where kind = 'drawn') > count(*) filter (where kind = 'disqualified')
    from ${drawEvents} where ${drawEvents.drawId} = ${draws.id})`
  return db
    .select(drawColumns)
    .from(draws)
    .where(sql`${isOver} is not true`)
    .orderBy(desc(draws.month))
}

/** Draws every winner whose round has come. Draws still waiting for their round continue at the next run. */
export async function runDueDraws(app: App): Promise<void> {
  await attemptAll(await listWaitingDraws(app.db), async (row) => {
    const beacon = await fetchDueRound(app, await loadDraw(app, app.db, row))
    await (beacon ? drawWinner(app, row, beacon) : declareFallback(app, row))
  })
}

/** Fetches the round of a draw that is due; undefined if it is not due, or no relay has the round yet. */
export async function fetchDueRound(app: App, { chain, state }: LoadedDraw): Promise<BeaconFile | undefined> {
  if (state.state !== 'waiting' || state.dueAt > app.clock.now()) return undefined
  const { round, fallback } = state.due
  const usual = await app.drand.fetchRound(chain, round)
  return usual ?? (fallback && app.drand.fetchRound(toChainFile(fallback.chain), fallback.round))
}

/** Once an attempt's chain has been silent for seven days, publishes that the rules' next chain can also decide. */
async function declareFallback(app: App, row: DrawRow): Promise<void> {
  await app.db.transaction(async (tx) => {
    await lockMonth(tx, row.month)
    const { state } = await loadDraw(app, tx, row)
    const at = app.clock.now()
    if (state.state !== 'waiting' || state.due.fallback) return
    if (at.getTime() < state.dueAt.getTime() + FALLBACK_AFTER_MS) return
    const next = findFallbackRound(state.due)
    if (!next) return
    const { attempt } = state.due
    const data = { chain: next.chain.hash, round: next.round }
    await tx.insert(drawEvents).values({ drawId: row.id, kind: 'fallback', attempt, data, at })
    await queueNotices(app, tx, row.id)
    const details = { month: row.month, attempt, round: next.round }
    await writeAuditLine(app, tx, { adminId: null, action: 'draw.fallback', subject: row.id, details })
  })
}

/**
 * Stores the round of the due attempt and the resulting winner. Does nothing if there already is a winner. Fails with
 * `wrong_beacon` (422) if it is not the deciding round, or its signature is invalid.
 */
export async function drawWinner(app: App, row: DrawRow, beacon: BeaconFile, by?: { id: string }): Promise<void> {
  await app.db.transaction(async (tx) => {
    await lockMonth(tx, row.month)
    const loaded = await loadDraw(app, tx, row)
    const { state } = loaded
    if (state.state !== 'waiting') return
    const { due, dueAt } = state
    if (dueAt > app.clock.now()) fail('draw_not_due')
    const deciding = requireDeciding(due, beacon)
    await storeWinner(app, tx, { loaded, attempt: due.attempt, beacon: keepSigned(beacon, deciding), by })
  })
}

/**
 * Returns the chain of the round that decides an attempt, or fails with `wrong_beacon` for another round or an invalid
 * signature.
 */
export function requireDeciding(due: DueAttempt, beacon: BeaconFile): Chain {
  const deciding = findDecidingChain(due, beacon.round) ?? fail('wrong_beacon')
  return isRoundOf(toChainFile(deciding), beacon) ? deciding : fail('wrong_beacon')
}

type Decision = {
  loaded: LoadedDraw
  attempt: number
  /** Null if its witnesses' secrets decide. */
  beacon: BeaconFile | null
  by: { id: string } | undefined
}

/** Stores an attempt's winner with the deciding data, which opens the attempt's seals. */
export async function storeWinner(app: App, tx: Tx, { loaded, attempt, beacon, by }: Decision): Promise<void> {
  const { draw, chain } = loaded
  const { protocol, month } = draw
  const at = app.clock.now()
  const events = [...loaded.events, { kind: 'drawn' as const, attempt, data: {}, at }]
  const due = findDueAttempt(draw, { attempt, notices: toNotices({ draw, events }), chain: toChain(chain) })
  if (!due) throw new Error(`Attempt ${attempt} of ${month} cannot be drawn.`)
  const list = { protocol, hash: hashDrawList(await readListText(tx, draw)), count: draw.entrantCount }
  const { seed, winner } = computeAttempt(list, due, beacon ? toBeacon(beacon) : undefined)
  const decided = beacon ? { beacon } : { beacon, secrets: allSecrets(due.witnesses) }
  const adminId = by?.id ?? null
  const data = { ...decided, seed, index: winner ?? null }
  await tx.insert(drawEvents).values({ drawId: draw.id, kind: 'drawn', attempt, data, adminId, at })
  const details = { month, attempt, round: beacon?.round ?? null }
  await writeAuditLine(app, tx, { adminId, action: 'draw.drawn', subject: draw.id, details })
  if (isSealed(toNotices(loaded), attempt)) await queueNotices(app, tx, draw.id)
  if (winner !== undefined) return notifyWinner(app, tx, draw, winner)
  const ended = { month, attempt, reason: 'struck' }
  await writeAuditLine(app, tx, { adminId: null, action: 'draw.ended', subject: draw.id, details: ended })
}

/** Returns a round without the fields that its signature does not cover: only a chained chain signs the previous signature. */
function keepSigned({ previous_signature, ...beacon }: BeaconFile, { scheme }: Chain): BeaconFile {
  return scheme === 'chained' ? { ...beacon, previous_signature } : beacon
}

async function notifyWinner(app: App, tx: Tx, draw: DrawRow, index: number): Promise<void> {
  const entrant = await findEntrant(app, tx, { draw, index })
  // An erased entrant cannot be notified; an admin disqualifies that number.
  if (!entrant) return
  const { month } = draw
  await createNotification(app, tx, {
    to: { studentId: entrant.studentId },
    ...(entrant.isHeld
      ? scholarshipMessages.drawnOnHold({ month })
      : scholarshipMessages.won({ month, publicUrl: app.config.publicUrl })),
    type: 'scholarship',
    method: 'in-app+email',
  })
  if (!entrant.isHeld)
    await app.jobs.send(tx, drawTexts, { kind: 'won', drawId: draw.id, studentId: entrant.studentId })
}
