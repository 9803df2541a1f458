// Notices when the database's clock is wrong, before it does irreversible harm. A clock that is years ahead would remove every
// student from the leaderboard and delete everything that looks old.
import { sql, type SQL } from 'drizzle-orm'
import type { App } from './app.ts'
import { judgeClock, readDifferenceMs } from './clock.ts'
import type { Db, Tx } from './database/database.ts'
import { clockState } from './database/tables.ts'

/** Thrown if the clocks do not allow a start. `run-server.ts` then exits with code 1, because time synchronisation may correct them. */
export class WrongClockError extends Error {
  override name = 'WrongClock'
}

type ClockState = Omit<typeof clockState.$inferSelect, 'isOnly'>
type WithClock = Pick<App, 'clock' | 'db' | 'log'>

/** The database's time counts as doubtful if it is this much later than the last time when the clock was right. */
const HOLD_AFTER_MS = 30 * 24 * 3_600_000
/** How far behind its newest line the database's time may be at a start. */
const MAX_BEHIND_MS = 60_000

/** The ledgers, whose lines are dated. Their tables belong to features, which the platform does not import. */
const ledgers = ['standing_changes', 'audit_lines', 'payment_events'] as const

type LedgerEnd = { ledger: string; seq: number; at: Date }

/** For each ledger, reads the last line that meets a condition. */
async function readLedgerEnds(db: Db | Tx, where = (_ledger: string): SQL => sql`true`): Promise<LedgerEnd[]> {
  const ends = ledgers.map(
    (ledger) => sql`(select ${ledger} as ledger, seq::float8, at from ${sql.identifier(ledger)}
      where ${where(ledger)} order by seq desc limit 1)`,
  )
  const { rows } = await db.execute<LedgerEnd>(sql.join(ends, sql` union all `))
  return rows.map((row) => ({ ...row, at: new Date(row.at) }))
}

const latest = (times: readonly Date[]) => new Date(Math.max(...times.map((time) => time.getTime())))
const toIgnored = (ends: readonly LedgerEnd[]) => Object.fromEntries(ends.map(({ ledger, seq }) => [ledger, seq]))
const firstDoubtful = ({ seenAt }: Pick<ClockState, 'seenAt'>) => new Date(seenAt.getTime() + HOLD_AFTER_MS)

/** Reads and locks what is known about the clock. */
async function lockState(tx: Tx, now: Date): Promise<ClockState> {
  const [state] = await tx.select().from(clockState).for('update')
  if (state) return state
  // At the first check, assume that the clock was right when the newest line was written, or is right now if the database is empty.
  const ends = await readLedgerEnds(tx)
  const seenAt = ends.length > 0 ? latest(ends.map(({ at }) => at)) : now
  await tx.insert(clockState).values({ seenAt }).onConflictDoNothing()
  return lockState(tx, now)
}

/**
 * Compares the database's time with the last time when it was right. A time over 30 days later is doubtful and starts a hold, which
 * lasts until an admin confirms the date or the time is no longer doubtful. Lines are not considered: once the clock is wrong, the
 * next line has the wrong time too.
 * @returns since when jobs are on hold; null if they are not
 */
export async function observeClock(app: WithClock): Promise<{ heldSince: Date | null; seenAt: Date }> {
  return app.db.transaction(async (tx) => {
    const now = app.clock.now()
    const state = await lockState(tx, now)
    const { seenAt, heldSince } = state
    const isDoubtful = now > firstDoubtful(state)
    if (isDoubtful && heldSince) return state
    if (isDoubtful) app.log.error({ seenAt, now }, 'the date is doubtful: jobs wait until an owner confirms it')
    const next = isDoubtful ? { heldSince: now, seenAt } : { heldSince: null, seenAt: latest([seenAt, now]) }
    // Lines written during a hold that ends by itself have a wrong time.
    const ignored = heldSince ? { ignoredUpTo: toIgnored(await readLedgerEnds(tx)) } : {}
    await tx.update(clockState).set({ ...next, ...ignored })
    return next
  })
}

/** Returns since when jobs are on hold, according to the last comparison. */
export async function readClockHold(app: WithClock): Promise<{ heldSince: Date | null; seenAt: Date }> {
  const [state] = await app.db.select().from(clockState)
  return state ?? { heldSince: null, seenAt: app.clock.now() }
}

/** Ends a hold because the date is right. @returns the state before, or undefined if there was no hold */
export async function endClockHold(app: Pick<App, 'clock'>, tx: Tx): Promise<ClockState | undefined> {
  const now = app.clock.now()
  const state = await lockState(tx, now)
  if (state.heldSince === null) return undefined
  await tx.update(clockState).set({ heldSince: null, seenAt: now })
  return state
}

/**
 * Returns the time of the newest line that was written while the clock was right, as far as is known; undefined if there is none.
 * Lines up to the last time when the clock was right always count. Later ones count unless the clock may have been wrong.
 */
async function findNewestLine(tx: Tx, { seenAt, heldSince, ignoredUpTo }: ClockState): Promise<Date | undefined> {
  // During a hold, lines are written with the doubtful time.
  const until = heldSince ? firstDoubtful({ seenAt }).toISOString() : 'infinity'
  const ends = await readLedgerEnds(
    tx,
    (ledger) => sql`at <= ${seenAt.toISOString()}::timestamptz
      or (seq > ${ignoredUpTo[ledger] ?? 0}::float8 and at <= ${until}::timestamptz)`,
  )
  return ends.length > 0 ? latest(ends.map(({ at }) => at)) : undefined
}

/**
 * Throws if the clocks do not allow a start: this machine and the database disagree, or the database's time is before its newest
 * line.
 * @param options.isAccepted the operator confirms that the clock was wrong before and is right now, so the lines written then no
 * longer count
 */
export async function requireRightClock(app: WithClock, options: { isAccepted: boolean }): Promise<void> {
  const now = app.clock.now()
  const differenceMs = readDifferenceMs(app.clock)
  if (judgeClock({ differenceMs }) === 'broken') {
    const machine = new Date(now.getTime() + differenceMs).toISOString()
    throw new WrongClockError(
      `This machine's clock says ${machine} and the database's clock says ${now.toISOString()}. Correct the wrong one and start again.`,
    )
  }
  await app.db.transaction(async (tx) => {
    const state = await lockState(tx, now)
    const newestAt = await findNewestLine(tx, state)
    const isBehind = newestAt !== undefined && now.getTime() <= newestAt.getTime() - MAX_BEHIND_MS
    if (isBehind && !options.isAccepted)
      throw new WrongClockError(
        `The clock says ${now.toISOString()}, but the newest line in the database is from ${newestAt.toISOString()}. Correct the clock and start again. If it was wrong before and is right now, start once with ACCEPT_CLOCK=1.`,
      )
    if (isBehind)
      await tx
        .update(clockState)
        .set({ heldSince: null, seenAt: now, ignoredUpTo: toIgnored(await readLedgerEnds(tx)) })
    // A server ran while the clock was a little ahead, and wrote nothing with a date.
    else if (now < state.seenAt) await tx.update(clockState).set({ seenAt: now })
  })
  await observeClock(app)
}

/**
 * Returns a job that is skipped while the date is doubtful, which `observeClock` logs once. For work that depends on the date and
 * cannot be undone. If such a job runs anyway, a comment there says why.
 */
export function unlessClockIsHeld(app: WithClock, job: string, work: () => Promise<unknown>): () => Promise<void> {
  return async () => {
    const { heldSince } = await observeClock(app)
    if (heldSince === null) await work()
    else app.log.debug({ job, heldSince }, 'the job was skipped, because no owner has confirmed the date yet')
  }
}
