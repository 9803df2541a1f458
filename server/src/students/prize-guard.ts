import type { App } from '../platform/app.ts'
import type { Tx } from '../platform/database/database.ts'
import { fail } from '../platform/http/errors.ts'
import { readDrawInvolvement } from '../scholarship/draw-involvement.ts'

/**
 * Fails with `prize_unpaid` for the winner of a prize that is not paid: one admin could otherwise name a mailbox of their own, and
 * claim the prize or agree to it from there.
 */
export async function refuseWhilePrizeWaits(app: App, tx: Tx, studentId: string): Promise<void> {
  if ((await readDrawInvolvement(app, tx, studentId)).hasUnpaidPrize) fail('prize_unpaid')
}
