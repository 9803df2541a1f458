// Notices when the database's clock is wrong, before that does harm that cannot be undone. A clock that is years ahead
// would take every student off the leaderboard and delete what seems to be old.
import { sql } from 'drizzle-orm'
import type { App } from './app.ts'
import { MAX_DIFFERENCE_MS, readDifferenceMs } from './clock.ts'
import type { Db, Tx } from './database/database.ts'
import { clockState } from './database/tables.ts'

/** Thrown if the clocks do not allow a start. `main.ts` then exits with code 1, because time servers may correct them. */
export class WrongClockError extends Error {
  override name = 'WrongClock'
}

type ClockState = Omit<typeof clockState.$inferSelect, 'isOnly'>
type WithClock = Pick<App, 'clock' | 'db' | 'log'>

/** How long after its newest line the database's time may lie before it counts as doubtful. */
const HOLD_AFTER_MS = 30 * 24 * 3_600_000
/** How long before its newest line the database's time may lie. */
const MAX_BEHIND_MS = 60_000

/** The ledgers, whose lines are dated. Their tables belong to features, which the platform does not import. */
const ledgers = ['standing_changes', 'audit_lines', 'payment_events'] as const

type LedgerEnd = { ledger: string; seq: number; at: Date }

/** Reads the last line of each ledger. */
async function readLedgerEnds(db: Db | Tx): Promise<LedgerEnd[]> {
  const ends = ledgers.map(
    (ledger) =>
      sql`(select ${ledger} as ledger, seq::float8, at from ${sql.identifier(ledger)} order by seq desc limit 1)`,
  )
  const { rows } = await db.execute<LedgerEnd>(sql.join(ends, sql` union all `))
  return rows.map((row) => ({ ...row, at: new Date(row.at) }))
}

const latest = (times: readonly Date[]) => new Date(Math.max(...times.map((time) => time.getTime())))
const toIgnored = (ends: readonly LedgerEnd[]) => Object.fromEntries(ends.map(({ ledger, seq }) => [ledger, seq]))

/** Reads and locks what is known about the clock, and the time of the newest line that counts. */
async function lockState(tx: Tx, now: Date): Promise<{ state: ClockState; newestAt: Date; ends: LedgerEnd[] }> {
  const ends = await readLedgerEnds(tx)
  // Before the first check, the clock was right when the newest line was written; in an empty database it is right now.
  const seenAt = ends.length > 0 ? latest(ends.map(({ at }) => at)) : now
  await tx.insert(clockState).values({ seenAt }).onConflictDoNothing()
  const [state] = await tx.select().from(clockState).for('update')
  if (!state) throw new Error('The row of clock_state is missing.')
  const counted = ends.filter(({ ledger, seq }) => seq > (state.ignoredUpTo[ledger] ?? 0))
  return { state, ends, newestAt: latest([state.seenAt, ...counted.map(({ at }) => at)]) }
}

/**
 * Compares the database's time with its newest line. A time over 30 days later is doubtful: it begins a hold, which lasts
 * until an admin confirms the date or the time is no longer doubtful.
 * @returns since when jobs are on hold; null if they are not
 */
export async function observeClock(app: WithClock): Promise<{ heldSince: Date | null; seenAt: Date }> {
  return app.db.transaction(async (tx) => {
    const now = app.clock.now()
    const { state, newestAt, ends } = await lockState(tx, now)
    // Lines that were written during a hold have the doubtful time themselves.
    const seenAt = state.heldSince ? state.seenAt : newestAt
    const isDoubtful = now.getTime() - seenAt.getTime() > HOLD_AFTER_MS
    if (isDoubtful && state.heldSince) return state
    if (isDoubtful) app.log.error({ seenAt, now }, 'the date is doubtful: jobs wait until an owner confirms it')
    const next = isDoubtful ? { heldSince: now, seenAt } : { heldSince: null, seenAt: latest([seenAt, now]) }
    await tx.update(clockState).set({ ...next, ...(state.heldSince ? { ignoredUpTo: toIgnored(ends) } : {}) })
    return next
  })
}

/** Returns since when jobs are on hold, as of the last comparison. */
export async function readClockHold(app: WithClock): Promise<{ heldSince: Date | null; seenAt: Date }> {
  const [state] = await app.db.select().from(clockState)
  return state ?? { heldSince: null, seenAt: app.clock.now() }
}

/** Ends a hold: the date is right. @returns the state before, or undefined if there was no hold */
export async function endClockHold(app: Pick<App, 'clock'>, tx: Tx): Promise<ClockState | undefined> {
  const now = app.clock.now()
  const { state } = await lockState(tx, now)
  if (state.heldSince === null) return undefined
  await tx.update(clockState).set({ heldSince: null, seenAt: now })
  return state
}

/**
 * Throws if the clocks do not allow a start: this machine and the database differ, or the database's time lies before its
 * newest line.
 * @param options.isAccepted the operator says that the clock was wrong before and is right now: the lines that were
 *   written then no longer count
 */
export async function requireRightClock(app: WithClock, options: { isAccepted: boolean }): Promise<void> {
  const now = app.clock.now()
  const differenceMs = readDifferenceMs(app.clock)
  if (Math.abs(differenceMs) > MAX_DIFFERENCE_MS) {
    const machine = new Date(now.getTime() + differenceMs).toISOString()
    throw new WrongClockError(
      `The clock of this machine says ${machine} and the clock of the database says ${now.toISOString()}. Correct the wrong one and start again.`,
    )
  }
  await app.db.transaction(async (tx) => {
    const { newestAt, ends } = await lockState(tx, now)
    if (now.getTime() > newestAt.getTime() - MAX_BEHIND_MS) return
    if (!options.isAccepted)
      throw new WrongClockError(
        `The clock says ${now.toISOString()}, but the newest line in the database is of ${newestAt.toISOString()}. Correct the clock and start again. If it was wrong before and is right now, start once with ACCEPT_CLOCK=1.`,
      )
    await tx.update(clockState).set({ heldSince: null, seenAt: now, ignoredUpTo: toIgnored(ends) })
  })
  await observeClock(app)
}

/** Returns a job that is skipped, and logged as skipped, while the date is doubtful. For work that cannot be undone. */
export function unlessClockIsHeld(app: WithClock, job: string, work: () => Promise<unknown>): () => Promise<void> {
  return async () => {
    const { heldSince } = await observeClock(app)
    if (heldSince === null) await work()
    else app.log.warn({ job, heldSince }, 'the job was skipped, because no owner has confirmed the date yet')
  }
}
