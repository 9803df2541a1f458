// Freezes a month's list: everything is read in one database snapshot and stored in the same transaction.
import { toChain } from '@baobab/contract/scholarship/draw/check-draw.ts'
import { roundAt, drawTime, FREEZE_AFTER_MS } from '@baobab/contract/scholarship/draw/schedule.ts'
import { formatDrawList, hashDrawList } from '@baobab/contract/scholarship/draw/list.ts'
import { readProtocol } from '@baobab/contract/scholarship/draw/rules.ts'
import { monthCloses } from '@baobab/contract/scholarship/rules.ts'
import { eq, sql } from 'drizzle-orm'
import { writeAuditLine } from '../platform/audit/write-audit-line.ts'
import type { App } from '../platform/app.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { findCode, findConstraint } from '../platform/http/errors.ts'
import { isRegradeRunning } from '../quiz/admin/regrade/queries.ts'
import { drawAnnouncements } from './announce.ts'
import { attemptAll } from './attempt-all.ts'
import { drawColumns, type DrawRow } from './draw-rows.ts'
import { listMonthsToFreeze } from './list-months-to-freeze.ts'
import { numberEntries, strikeWithList, summarizeBoards, type NumberedEntry } from './number-entries.ts'
import { publishDueRules, publishRules, readRules } from './publish-rules.ts'
import { readBoards, type BoardEntry } from './read-boards.ts'
import { stampList } from './time-stamps.ts'
import { drawEntries, drawEvents, draws, scholarshipStart } from './tables.ts'

const ROWS_PER_INSERT = 500
/** How often a list is read again if its snapshot is outdated by the time it is written. */
const MAX_SNAPSHOTS = 5
// https://www.postgresql.org/docs/current/errcodes-appendix.html
const SERIALIZATION_FAILURE = '40001'

/** Freezes the list of every closed month that has none. There are several if no server was running for months. */
export async function freezeDueLists(app: App): Promise<void> {
  const now = app.clock.now()
  const [start] = await app.db.select().from(scholarshipStart)
  if (!start) return
  await publishDueRules(app)
  // As of ten minutes ago: the last answers of these months have been stored by now.
  const months = await listMonthsToFreeze(app.db, new Date(now.getTime() - FREEZE_AFTER_MS))
  await attemptAll(months, (month) => freezeList(app, month))
}

/**
 * Returns whether a write failed because of something committed after its snapshot was taken, so that a new snapshot helps.
 * - A student was erased: an entry refers to its student, whose name and secret number would otherwise stay in the list.
 * - The same list was written: a dying server lost its lock before its last commit finished.
 */
function isSnapshotOld(error: unknown): boolean {
  return findCode(error) === SERIALIZATION_FAILURE || findConstraint(error) === 'draws_version'
}

/**
 * Freezes and publishes the first version of a month's list. Does nothing if another server was faster, or while a regrade
 * agreed to before the close is running.
 */
export async function freezeList(app: App, month: string): Promise<DrawRow | undefined> {
  await requireUnknownRound(app, month)
  return inSnapshot(app, month, async (tx) => {
    const [existing] = await tx.select({ id: draws.id }).from(draws).where(eq(draws.month, month)).limit(1)
    // Otherwise the list would contain only half of a correction's points. A later run finds it finished.
    if (existing || (await isRegradeRunning(tx, monthCloses(month).closesAt))) return undefined
    return writeList(app, tx, { month, version: 1 })
  })
}

/** Runs an action on a month's draw in one database snapshot, on only one server at a time. */
export async function inSnapshot<T>(app: App, month: string, action: (tx: Tx) => Promise<T>): Promise<T> {
  // A separate transaction holds the lock, because the snapshot must not be older than the lock.
  return app.db.transaction(async (holder) => {
    await lockMonth(holder, month)
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await app.db.transaction(action, { isolationLevel: 'repeatable read' })
      } catch (error) {
        if (!isSnapshotOld(error) || attempt === MAX_SNAPSHOTS) throw error
      }
    }
  })
}

/**
 * Throws if a relay has the round that would decide a list made now: then it is later than our clock says, and anyone who sees
 * the list could compute its winner.
 */
async function requireUnknownRound(app: App, month: string): Promise<void> {
  const { chain } = await readRules(app, app.db, month)
  const round = roundAt(toChain(chain), drawTime(month, app.clock.now()))
  if (await app.drand.hasRound(chain, round))
    throw new Error(`Round ${round} of the draw for ${month} is already known: the database's clock is behind.`)
}

/** Waits until no other transaction is working on a month's draw, and keeps others out until this one ends. */
export async function lockMonth(tx: Tx, month: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`draw of ${month}`}))`)
}

/** Writes and publishes a version of a month's list from the boards in this snapshot. */
export async function writeList(
  app: App,
  tx: Tx,
  { month, version }: { month: string; version: number },
): Promise<DrawRow> {
  const rules = await publishRules(app, tx, month)
  const { closesAt } = monthCloses(month)
  const protocol = readProtocol(rules.text)
  const entries = await readBoards(tx, closesAt)
  const numbered = numberEntries(entries, { protocol, month, requiresPayment: rules.requiresPayment })
  const { leaves } = numbered
  const boards = protocol === 1 ? undefined : summarizeBoards(entries)
  const frozenAt = app.clock.now()
  const drawsAt = drawTime(month, frozenAt)
  const chain = toChain(rules.chain)
  const round = roundAt(chain, drawsAt)
  const facts = { protocol, month, closesAt, rulesHash: rules.hash, chainHash: chain.hash, round, boards, leaves }
  const list = formatDrawList(facts)
  const listHash = Buffer.from(hashDrawList(list)).toString('hex')
  const [draw] = await tx
    .insert(draws)
    .values({ month, version, protocol, list, listHash, entrantCount: leaves.length, boards, round, drawsAt, frozenAt })
    .returning(drawColumns)
  if (!draw) throw new Error('The draw was not written.')
  await writeEntries(tx, draw, numbered.rows)
  const data = { listHash, ...(protocol > 1 && { strikes: strikeWithList(numbered) }) }
  await tx.insert(drawEvents).values({ drawId: draw.id, kind: 'published', data, at: frozenAt })
  if (leaves.length === 0)
    await tx.insert(drawEvents).values({ drawId: draw.id, kind: 'ended', data: { reason: 'empty' }, at: frozenAt })
  const details = { month, version, listHash, round, entrants: leaves.length }
  await writeAuditLine(app, tx, { adminId: null, action: 'draw.frozen', subject: draw.id, details })
  await app.jobs.send(tx, drawAnnouncements, { drawId: draw.id })
  await stampList(app, tx, draw, list)
  return draw
}

/** Writes a list's entries, with their numbers, lines and secret numbers. */
export async function writeEntries(
  tx: Db | Tx,
  { id: drawId, protocol }: DrawRow,
  rows: readonly NumberedEntry<BoardEntry>[],
): Promise<void> {
  for (let at = 0; at < rows.length; at += ROWS_PER_INSERT)
    await tx.insert(drawEntries).values(
      rows.slice(at, at + ROWS_PER_INSERT).map(({ leftOut, index, leaf, nonce, ...row }) => ({
        drawId,
        ageCategory: row.ageCategory,
        position: row.position,
        studentId: row.studentId,
        ...(protocol > 1 && { username: row.username }),
        points: row.points,
        reachedAt: row.reachedAt,
        leftOut,
        ...(index === undefined ? {} : { index, leaf, nonce }),
      })),
    )
}
