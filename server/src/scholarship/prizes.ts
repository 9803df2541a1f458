// The prizes of the draws: who won them, the winners' details, and whether they were paid.
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

/** A version of a claim whose account has not been erased. */
export type Version = VersionRow & ClaimVersion & { studentId: string }

/** The prize of a draw that currently has a winner. */
export type Prize = {
  draw: DrawRow
  attempt: number
  index: number
  leaf: string
  drawnAt: Date
  isConfirmed: boolean
  /** All null once the account is erased, or if the entry's row does not produce its line of the list. */
  studentId: string | null
  username: string | null
  /** The address of the guardian who agreed to the account, if any. */
  guardianEmail: string | null
  /** Whether the winner's points are on hold or the winner is disqualified: the prize waits until that is decided. */
  isHeld: boolean
  /** The winner's details, oldest first; the last version applies. */
  versions: Version[]
  agreement: AgreementState
  name: NameState
  /** The deadline for the winner to claim the prize, and for a guardian to agree. */
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

/** Reads the details given by an attempt's winner, oldest first, and what was approved about them. */
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
  // A table check allows no other rows: all of it is present until all of it is erased.
  return { versions: rows as Version[], approved }
}

/**
 * Locks a month's prize until the transaction ends, after its winner's row, like everything that starts with a student: the
 * opposite order could deadlock. Fails with `not_found` for a month without a draw.
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

/** Finds a month's latest draw with its prize, or fails with `not_found`. */
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

/** Requires a claim and, for a winner under 18, a guardian's agreement to it. */
export function requireComplete({ versions, agreement }: Pick<Prize, 'versions' | 'agreement'>): void {
  if (versions.length === 0) fail('prize_unclaimed')
  if (agreement === 'missing') fail('guardian_not_agreed')
}

/** Returns a prize's progress. */
export function prizeState({
  versions,
  payout,
  isConfirmed,
}: Pick<Prize, 'versions' | 'payout' | 'isConfirmed'>): PrizeState {
  if (payout) return 'paid'
  if (isConfirmed) return 'confirmed'
  return versions.length > 0 ? 'claimed' : 'unclaimed'
}

/** Returns whether a prize is waiting for an admin to decide about its winner; a paid one is not. */
export const isPrizeHeld = ({ isHeld, payout }: Pick<Prize, 'isHeld' | 'payout'>) => isHeld && !payout

/** Returns a claim as seen by the winner and admins. */
export function toClaim({ guardianName, guardianPhone, guardianEmail, publicName, at }: Version): StoredClaim {
  return { guardianName, guardianPhone, guardianEmail, publicName, claimedAt: at.toISOString() }
}

/**
 * Returns the name a winner is shown under; null once the account is erased, and while the prize is on hold. A name other than
 * the username needs an admin's confirmation and, for a winner under 18, a guardian's agreement.
 */
export function winnerName({ username, versions, name, agreement, isHeld }: Prize): string | null {
  if (username === null || isHeld) return null
  const isShown = name === 'confirmed' && agreement !== 'missing'
  return (isShown && versions.at(-1)?.publicName) || username
}

/**
 * Returns why the winner cannot send or change a claim. Once the prize is confirmed, only an admin can change it; a prize
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

/** Returns the prizes a student has won, newest first. */
export async function readMyPrizes(app: App, who: { id: string }): Promise<MyPrize[]> {
  const rows = await app.db
    .select(drawColumns)
    .from(drawEntries)
    .innerJoin(draws, eq(draws.id, drawEntries.drawId))
    // Most entrants have never been drawn, so nothing else is read for them.
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

/** Returns the SQL condition for events that drew an entry. */
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
