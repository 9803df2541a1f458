// The prizes of the draws: who has won one, what the winner told us, and whether it was paid.
import { monthCloses } from '@baobab/contract/scholarship/rules.ts'
import type { AgreementState, MyPrize, NameState, PrizeState, StoredClaim } from '@baobab/contract/scholarship/prize.ts'
import { and, asc, desc, eq, isNotNull, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { students } from '../accounts/tables.ts'
import type { App } from '../platform/app.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { fail } from '../platform/http/errors.ts'
import { drawColumns, readLeaf, type DrawRow } from './draw-rows.ts'
import { findEntrant } from './find-entrant.ts'
import { lockMonth } from './freeze-list.ts'
import { loadDraw, type LoadedDraw } from './load-draw.ts'
import {
  claimDeadline,
  isMinorAt,
  readAgreement,
  readNameState,
  type Approved,
  type ClaimVersion,
} from './prize-rules.ts'
import { prizeApprovals, prizeClaimVersions } from './prize-tables.ts'
import { drawEntries, drawEvents, draws, prizePayouts } from './tables.ts'

type VersionRow = typeof prizeClaimVersions.$inferSelect
type PayoutRow = typeof prizePayouts.$inferSelect

/** A version of a claim whose account is not erased. */
export type Version = VersionRow & ClaimVersion & { studentId: string }

/** The prize of a draw that has a winner now. */
export type Prize = {
  draw: DrawRow
  attempt: number
  index: number
  leaf: string
  drawnAt: Date
  isConfirmed: boolean
  /** All null once the account is erased, and if the row of the entry does not give its line of the list. */
  studentId: string | null
  username: string | null
  /** The address of the guardian who agreed to the account, if there is one. */
  guardianEmail: string | null
  /** Whether the winner's points are on hold, or the winner is disqualified: the prize waits until that is decided. */
  isHeld: boolean
  /** What the winner told us, oldest first; the last one holds. */
  versions: Version[]
  agreement: AgreementState
  name: NameState
  /** Until when the winner has to claim the prize, and a guardian to agree. */
  claimBy: Date
  payout: PayoutRow | undefined
}

/** Returns the prize of a draw, or undefined while it has no winner. */
export async function loadPrize(
  app: Pick<App, 'log'>,
  db: Db | Tx,
  { draw, events, state }: LoadedDraw,
): Promise<Prize | undefined> {
  if (state.state !== 'drawn' && state.state !== 'confirmed') return undefined
  const { attempt, index } = state
  const winner = await findWinner(app, db, { draw, index })
  const { versions, approved } = await readVersions(db, { drawId: draw.id, attempt, studentId: winner?.studentId })
  const [payout] = await db
    .select()
    .from(prizePayouts)
    .where(and(eq(prizePayouts.drawId, draw.id), eq(prizePayouts.attempt, attempt)))
    .orderBy(desc(prizePayouts.seq))
    .limit(1)
  const drawnAt = events.find((event) => event.kind === 'drawn' && event.attempt === attempt)?.at ?? draw.drawsAt
  const isMinor = winner !== undefined && isMinorAt(winner.birth, monthCloses(draw.month).closesAt)
  return {
    draw,
    attempt,
    index,
    leaf: await readLeaf(db, draw, index),
    drawnAt,
    isConfirmed: state.state === 'confirmed',
    studentId: winner?.studentId ?? null,
    username: winner?.username ?? null,
    guardianEmail: winner?.guardianEmail ?? null,
    isHeld: winner?.isHeld ?? false,
    versions,
    agreement: readAgreement(versions, { approved, isMinor }),
    name: readNameState(versions, approved),
    claimBy: claimDeadline(events, { attempt, index, drawnAt }),
    payout,
  }
}

async function findWinner(app: Pick<App, 'log'>, db: Db | Tx, entry: { draw: DrawRow; index: number }) {
  const entrant = await findEntrant(app, db, entry)
  if (!entrant) return undefined
  const { birth, guardianEmail } = students
  const [person] = await db.select({ birth, guardianEmail }).from(students).where(eq(students.id, entrant.studentId))
  return person && { ...entrant, ...person }
}

/** Reads what the winner of an attempt told us, oldest first, and what was approved of it. */
async function readVersions(
  db: Db | Tx,
  { drawId, attempt, studentId }: { drawId: string; attempt: number; studentId: string | undefined },
): Promise<{ versions: Version[]; approved: Approved }> {
  const approved = { agreement: new Set<number>(), 'public-name': new Set<number>() }
  if (studentId === undefined) return { versions: [], approved }
  const isOfWinner = and(
    eq(prizeClaimVersions.drawId, drawId),
    eq(prizeClaimVersions.attempt, attempt),
    eq(prizeClaimVersions.studentId, studentId),
  )
  const rows = await db.select().from(prizeClaimVersions).where(isOfWinner).orderBy(asc(prizeClaimVersions.seq))
  const approvals = await db
    .select({ kind: prizeApprovals.kind, seq: prizeApprovals.claimSeq })
    .from(prizeApprovals)
    .innerJoin(prizeClaimVersions, eq(prizeClaimVersions.seq, prizeApprovals.claimSeq))
    .where(isOfWinner)
  for (const { kind, seq } of approvals) approved[kind].add(seq)
  // A check of the table allows no other rows: all of it is there until all of it is erased.
  return { versions: rows as Version[], approved }
}

/**
 * Locks the prize of a month until the transaction ends, and its winner's row first, as everything does that begins with a
 * student: in the other order, both could wait for each other. Fails with `not_found` for a month without a draw.
 * @returns the draw, and its prize if it has a winner
 */
export async function lockPrize(
  app: App,
  tx: Tx,
  month: string,
): Promise<{ loaded: LoadedDraw; prize: Prize | undefined }> {
  const before = await findPrize(app, tx, month)
  if (before.prize?.studentId)
    await tx.select({ id: students.id }).from(students).where(eq(students.id, before.prize.studentId)).for('key share')
  await lockMonth(tx, month)
  return findPrize(app, tx, month)
}

/** Finds the latest draw of a month with its prize, or fails with `not_found`. */
export async function findPrize(
  app: App,
  db: Db | Tx,
  month: string,
): Promise<{ loaded: LoadedDraw; prize: Prize | undefined }> {
  const [draw] = await db
    .select(drawColumns)
    .from(draws)
    .where(eq(draws.month, month))
    .orderBy(desc(draws.version))
    .limit(1)
  if (!draw) fail('not_found')
  const loaded = await loadDraw(app, db, draw)
  return { loaded, prize: await loadPrize(app, db, loaded) }
}

/** Refuses what needs a claim and, for a winner under 18, a guardian's agreement to it. */
export function requireComplete({ versions, agreement }: Pick<Prize, 'versions' | 'agreement'>): void {
  if (versions.length === 0) fail('prize_unclaimed')
  if (agreement === 'missing') fail('guardian_not_agreed')
}

/** Returns how far a prize has come. */
export function prizeState({
  versions,
  payout,
  isConfirmed,
}: Pick<Prize, 'versions' | 'payout' | 'isConfirmed'>): PrizeState {
  if (payout) return 'paid'
  if (isConfirmed) return 'confirmed'
  return versions.length > 0 ? 'claimed' : 'unclaimed'
}

/** Whether a prize waits until an admin has decided about its winner; one that was paid does not. */
export const isPrizeHeld = ({ isHeld, payout }: Pick<Prize, 'isHeld' | 'payout'>) => isHeld && !payout

/** Returns a claim as the winner and admins see it. */
export function toClaim({ guardianName, guardianPhone, guardianEmail, publicName, at }: Version): StoredClaim {
  return { guardianName, guardianPhone, guardianEmail, publicName, claimedAt: at.toISOString() }
}

/**
 * Returns the name under which a winner is shown; null once the account is erased, and while the prize waits. Another name than
 * the username needs an admin's confirmation and, for a winner under 18, a guardian's agreement.
 */
export function winnerName({ username, versions, name, agreement, isHeld }: Prize): string | null {
  if (username === null || isHeld) return null
  const isShown = name === 'confirmed' && agreement !== 'missing'
  return (isShown && versions.at(-1)?.publicName) || username
}

/**
 * Returns why the winner cannot send a claim or change it. Once the prize is confirmed only an admin changes it; a prize that was
 * confirmed without a claim, as earlier releases allowed, can still get its first one.
 */
export function whyNotClaimable({
  payout,
  isConfirmed,
  versions,
}: Prize): 'prize_paid' | 'prize_confirmed' | undefined {
  if (payout) return 'prize_paid'
  return isConfirmed && versions.length > 0 ? 'prize_confirmed' : undefined
}

/** Returns the prizes that a student has won, newest first. */
export async function readMyPrizes(app: App, who: { id: string }): Promise<MyPrize[]> {
  const rows = await app.db
    .select(drawColumns)
    .from(drawEntries)
    .innerJoin(draws, eq(draws.id, drawEntries.drawId))
    // Most entrants have never been drawn, so that nothing else is read for them.
    .innerJoin(drawEvents, and(eq(drawEvents.drawId, draws.id), isDrawnEvent(drawEntries.index)))
    .where(and(eq(drawEntries.studentId, who.id), isNotNull(drawEntries.index)))
    .orderBy(desc(draws.month))
  const prizes: MyPrize[] = []
  for (const draw of rows) {
    const prize = await loadPrize(app, app.db, await loadDraw(app, app.db, draw))
    if (prize?.studentId === who.id) prizes.push(toMyPrize(prize))
  }
  return prizes
}

function toMyPrize(prize: Prize): MyPrize {
  const claim = prize.versions.at(-1)
  return {
    month: prize.draw.month,
    state: prizeState(prize),
    claimBy: prize.claimBy.toISOString(),
    claim: claim ? toClaim(claim) : null,
    agreement: prize.agreement,
    name: prize.name,
    canClaim: !prize.isHeld && whyNotClaimable(prize) === undefined,
    paidOn: prize.payout?.paidOn ?? null,
    isHeld: isPrizeHeld(prize),
  }
}

/** Returns the SQL condition for events by which an entry was drawn. */
const isDrawnEvent = (entryIndex: AnyPgColumn): SQL =>
  sql`${drawEvents.kind} = 'drawn' and (${drawEvents.data}->>'index')::integer = ${entryIndex}`

/** Returns the SQL condition that a student has won a prize that was neither paid nor lost. */
export const hasUnpaidPrize = (studentId: AnyPgColumn): SQL => sql`exists (select from ${drawEntries}
  join ${drawEvents} on ${drawEvents.drawId} = ${drawEntries.drawId} and ${isDrawnEvent(drawEntries.index)}
  where ${drawEntries.studentId} = ${studentId}
    and not exists (select from ${prizePayouts}
      where ${prizePayouts.drawId} = ${drawEvents.drawId} and ${prizePayouts.attempt} = ${drawEvents.attempt})
    and not exists (select from draw_events later where later.draw_id = ${drawEvents.drawId}
      and (later.kind = 'voided' or later.kind = 'disqualified' and later.attempt = ${drawEvents.attempt} + 1)))`
