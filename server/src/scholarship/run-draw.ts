// Draws a winner as soon as the round of an attempt is known. The round and the winner are stored in one transaction.
import { toBeacon, toChain, toChainFile } from '@baobab/contract/check-draw.ts'
import { computeAttempt, findDecidingChain, findFallbackRound, type DueAttempt } from '@baobab/contract/draw-attempt.ts'
import { FALLBACK_AFTER_MS } from '@baobab/contract/draw-schedule.ts'
import type { Chain } from '@baobab/contract/draw-chain.ts'
import type { BeaconFile, ChainFile } from '@baobab/contract/draw-files.ts'
import { hashDrawList } from '@baobab/contract/draw-list.ts'
import { allSecrets } from '@baobab/contract/draw-witnesses.ts'
import { scholarshipText } from '@baobab/contract/scholarship-text.ts'
import { desc, sql } from 'drizzle-orm'
import { writeAuditLine } from '../audit/write-audit-line.ts'
import { createNotification } from '../notifications/create-notification.ts'
import type { App } from '../platform/app.ts'
import { isRoundOf } from '../platform/beacon/drand.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { fail } from '../platform/http/errors.ts'
import { queueNotices } from './announce.ts'
import { attemptAll } from './attempt-all.ts'
import { findEntrant } from './find-entrant.ts'
import { drawColumns, readListText, type DrawRow } from './draw-rows.ts'
import { lockMonth } from './freeze-list.ts'
import { readRules } from './publish-rules.ts'
import { readEvents } from './read-events.ts'
import { drawState, type DrawState } from './rules.ts'
import { drawEvents, draws } from './tables.ts'

/** A draw with everything that decides what comes next. */
export type LoadedDraw = {
  draw: DrawRow
  chain: ChainFile
  events: (typeof drawEvents.$inferSelect)[]
  state: DrawState
}

/** Loads a draw with its events. */
export async function loadDraw(
  app: Pick<App, 'clock' | 'config' | 'drand'>,
  db: Db | Tx,
  draw: DrawRow,
): Promise<LoadedDraw> {
  const rules = await readRules(app, db, draw.month)
  const events = await readEvents(db, draw.id)
  const state = drawState(draw, toChain(rules.chain), events)
  return { draw, chain: rules.chain, events, state }
}

/** Loads a draw for a page. One whose events contradict each other is only logged: the others are shown. */
export async function tryLoadDraw(app: App, draw: DrawRow): Promise<LoadedDraw | undefined> {
  return loadDraw(app, app.db, draw).catch((error: unknown) => {
    app.log.error({ err: error, month: draw.month }, 'a draw cannot be shown')
    return undefined
  })
}

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

/** Returns the draws that wait for a round: those whose list counts, without a winner or an end. */
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

/** Draws every winner whose round has come. Draws that wait for their round go on at the next run. */
export async function runDueDraws(app: App): Promise<void> {
  await attemptAll(await listWaitingDraws(app.db), async (row) => {
    const beacon = await fetchDueRound(app, await loadDraw(app, app.db, row))
    await (beacon ? drawWinner(app, row, beacon) : declareFallback(app, row))
  })
}

/** Fetches the round of a draw that is due; undefined if it is not, or no relay has the round yet. */
export async function fetchDueRound(app: App, { chain, state }: LoadedDraw): Promise<BeaconFile | undefined> {
  if (state.state !== 'waiting' || state.dueAt > app.clock.now()) return undefined
  const { round, fallback } = state.due
  const usual = await app.drand.fetchRound(chain, round)
  return usual ?? (fallback && app.drand.fetchRound(toChainFile(fallback.chain), fallback.round))
}

/** Publishes that the next chain of the rules decides too, once the chain of an attempt has been silent for seven days. */
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
 * Stores the round of the attempt that is due and the winner that follows from it. Does nothing if there is a winner
 * already. Fails with `wrong_beacon` (422) if the round is not the one that decides, or its signature is not valid.
 */
export async function drawWinner(app: App, row: DrawRow, beacon: BeaconFile, by?: { id: string }): Promise<void> {
  await app.db.transaction(async (tx) => {
    await lockMonth(tx, row.month)
    const { draw, state } = await loadDraw(app, tx, row)
    if (state.state !== 'waiting') return
    const { due, dueAt } = state
    if (dueAt > app.clock.now()) fail('draw_not_due')
    const deciding = findDecidingChain(due, beacon.round) ?? fail('wrong_beacon')
    if (!isRoundOf(toChainFile(deciding), beacon)) fail('wrong_beacon')
    await storeWinner(app, tx, { draw, due, beacon: keepSigned(beacon, deciding), by })
  })
}

/** Stores the winner of an attempt with what decided it: a round, or null for the secrets of its witnesses. */
export async function storeWinner(
  app: App,
  tx: Tx,
  {
    draw,
    due,
    beacon,
    by,
  }: { draw: DrawRow; due: DueAttempt; beacon: BeaconFile | null; by: { id: string } | undefined },
): Promise<void> {
  const list = { hash: hashDrawList(await readListText(tx, draw)), count: draw.entrantCount }
  const { seed, winner } = computeAttempt(list, due, beacon ? toBeacon(beacon) : undefined)
  const decided = beacon ? { beacon } : { beacon, secrets: allSecrets(due.witnesses) }
  await tx.insert(drawEvents).values({
    drawId: draw.id,
    kind: 'drawn',
    attempt: due.attempt,
    data: { ...decided, seed, index: winner ?? null },
    adminId: by?.id ?? null,
    at: app.clock.now(),
  })
  const details = { month: draw.month, attempt: due.attempt, round: beacon?.round ?? null }
  await writeAuditLine(app, tx, { adminId: by?.id ?? null, action: 'draw.drawn', subject: draw.id, details })
  if (winner !== undefined) return notifyWinner(app, tx, draw, winner)
  const ended = { month: draw.month, attempt: due.attempt, reason: 'struck' }
  await writeAuditLine(app, tx, { adminId: null, action: 'draw.ended', subject: draw.id, details: ended })
}

/** Returns a round without what its signature does not prove: only a chained chain signs the signature before. */
function keepSigned({ previous_signature, ...beacon }: BeaconFile, { scheme }: Chain): BeaconFile {
  return scheme === 'chained' ? { ...beacon, previous_signature } : beacon
}

async function notifyWinner(app: App, tx: Tx, draw: DrawRow, index: number): Promise<void> {
  const entrant = await findEntrant(app, tx, { draw, index })
  // An erased entrant has nobody to notify; an admin disqualifies that number.
  if (!entrant) return
  const { month } = draw
  await createNotification(app, tx, {
    to: { studentId: entrant.studentId },
    ...(entrant.isHeld
      ? scholarshipText.drawnOnHold({ month })
      : scholarshipText.won({ month, publicUrl: app.config.publicUrl })),
    type: 'scholarship',
    method: 'in-app+email',
  })
}
