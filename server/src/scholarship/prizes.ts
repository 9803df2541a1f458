// The prizes of the draws: who has won one, what the winner told us, and whether it was paid.
import { CLAIM_MS } from '@baobab/contract/limits.ts'
import type { MyPrize, PrizeState, StoredClaim } from '@baobab/contract/scholarship-prize.ts'
import type { PrizeClaim } from '@baobab/contract/scholarship-forms.ts'
import { scholarshipText } from '@baobab/contract/scholarship-text.ts'
import { and, desc, eq, isNotNull, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { App } from '../platform/app.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { fail } from '../platform/http/errors.ts'
import { drawColumns, readLeaf, type DrawRow } from './draw-rows.ts'
import { findEntrant } from './find-entrant.ts'
import { lockMonth } from './freeze-list.ts'
import { loadDraw, type LoadedDraw } from './run-draw.ts'
import { drawEntries, drawEvents, draws, prizeClaims, prizePayouts } from './tables.ts'

type ClaimRow = typeof prizeClaims.$inferSelect
type PayoutRow = typeof prizePayouts.$inferSelect

/** The prize of a draw that has a winner now. */
export type Prize = {
  draw: DrawRow
  attempt: number
  index: number
  leaf: string
  drawnAt: Date
  isConfirmed: boolean
  /** Both null once the account is erased, and if the row of the entry does not give its line of the list. */
  studentId: string | null
  username: string | null
  /** Whether the winner's points are on hold, or the winner is disqualified: the prize waits until that is decided. */
  isHeld: boolean
  claim: ClaimRow | undefined
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
  const winner = await findEntrant(app, db, { draw, index })
  const [claim] = await db
    .select()
    .from(prizeClaims)
    .where(and(eq(prizeClaims.drawId, draw.id), eq(prizeClaims.attempt, attempt)))
  const [payout] = await db
    .select()
    .from(prizePayouts)
    .where(and(eq(prizePayouts.drawId, draw.id), eq(prizePayouts.attempt, attempt)))
    .orderBy(desc(prizePayouts.seq))
    .limit(1)
  const drawn = events.find((event) => event.kind === 'drawn' && event.attempt === attempt)
  return {
    draw,
    attempt,
    index,
    leaf: await readLeaf(db, draw, index),
    drawnAt: drawn?.at ?? draw.drawsAt,
    isConfirmed: state.state === 'confirmed',
    studentId: winner?.studentId ?? null,
    username: winner?.username ?? null,
    isHeld: winner?.isHeld ?? false,
    claim,
    payout,
  }
}

/** Returns how far a prize has come. */
export function prizeState({
  claim,
  payout,
  isConfirmed,
}: Pick<Prize, 'claim' | 'payout' | 'isConfirmed'>): PrizeState {
  if (payout) return 'paid'
  if (isConfirmed) return 'confirmed'
  return claim ? 'claimed' : 'unclaimed'
}

/** Whether a prize waits until an admin has decided about its winner; one that was paid does not. */
export const isPrizeHeld = ({ isHeld, payout }: Pick<Prize, 'isHeld' | 'payout'>) => isHeld && !payout

/** Returns until when a winner has to claim the prize. */
export const claimBy = ({ drawnAt }: Pick<Prize, 'drawnAt'>) => new Date(drawnAt.getTime() + CLAIM_MS)

/** Returns a claim as the winner and admins see it. */
export function toClaim(claim: ClaimRow | undefined): StoredClaim | null {
  if (!claim) return null
  const { guardianName, guardianPhone, guardianEmail, publicName, claimedAt } = claim
  return { guardianName, guardianPhone, guardianEmail, publicName, claimedAt: claimedAt.toISOString() }
}

/** Returns the name under which a winner is shown; null once the account is erased, and while the prize waits. */
export function winnerName({ username, claim, isHeld }: Prize): string | null {
  return username === null || isHeld ? null : claim?.publicName || username
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
  return {
    month: prize.draw.month,
    state: prizeState(prize),
    claimBy: claimBy(prize).toISOString(),
    claim: toClaim(prize.claim),
    paidOn: prize.payout?.paidOn ?? null,
    isHeld: isPrizeHeld(prize),
  }
}

/** Returns the SQL condition for events by which an entry was drawn. */
const isDrawnEvent = (entryIndex: AnyPgColumn): SQL =>
  sql`${drawEvents.kind} = 'drawn' and (${drawEvents.data}->>'index')::integer = ${entryIndex}`

/**
 * Stores what a winner tells us, in place of what was stored before. Fails with `not_found` for anybody but the winner, and
 * with `prize_paid` once the prize was paid.
 * @returns the message for the winner
 */
export async function claimPrize(
  app: App,
  who: { id: string },
  { month, ...body }: PrizeClaim & { month: string },
): Promise<string> {
  const { guardianName, guardianPhone, guardianEmail, publicName } = body
  await app.db.transaction(async (tx) => {
    await lockMonth(tx, month)
    const [draw] = await tx
      .select(drawColumns)
      .from(draws)
      .where(eq(draws.month, month))
      .orderBy(desc(draws.version))
      .limit(1)
    const prize = draw && (await loadPrize(app, tx, await loadDraw(app, tx, draw)))
    if (prize?.studentId !== who.id) fail('not_found')
    if (prize.payout) fail('prize_paid')
    const values = { guardianName, guardianPhone, guardianEmail, publicName, claimedAt: app.clock.now() }
    await tx
      .insert(prizeClaims)
      .values({ drawId: prize.draw.id, attempt: prize.attempt, studentId: who.id, ...values })
      .onConflictDoUpdate({ target: [prizeClaims.drawId, prizeClaims.attempt], set: values })
  })
  return scholarshipText.claimed
}

/** Returns the SQL condition that a student has won a prize that was neither paid nor lost. */
export const hasUnpaidPrize = (studentId: AnyPgColumn): SQL => sql`exists (select from ${drawEntries}
  join ${drawEvents} on ${drawEvents.drawId} = ${drawEntries.drawId} and ${isDrawnEvent(drawEntries.index)}
  where ${drawEntries.studentId} = ${studentId}
    and not exists (select from ${prizePayouts}
      where ${prizePayouts.drawId} = ${drawEvents.drawId} and ${prizePayouts.attempt} = ${drawEvents.attempt})
    and not exists (select from draw_events later where later.draw_id = ${drawEvents.drawId}
      and (later.kind = 'voided' or later.kind = 'disqualified' and later.attempt = ${drawEvents.attempt} + 1)))`
