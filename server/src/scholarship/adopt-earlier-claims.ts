import { and, eq, notExists, sql } from 'drizzle-orm'
import type { App } from '../platform/app.ts'
import { attemptAll } from './attempt-all.ts'
import { lockMonth } from './freeze-list.ts'
import { prizeClaimVersions } from './prize-tables.ts'
import { draws, prizeClaims } from './tables.ts'

/**
 * Takes over what servers of the previous release have written: a winner's first claim, and erasures. Later changes that they
 * allow are ignored, because nobody proved who made them. Runs at each start; repeating it changes nothing.
 */
export async function adoptEarlierClaims({ db }: Pick<App, 'db'>): Promise<void> {
  const isNew = notExists(
    db
      .select({ seq: prizeClaimVersions.seq })
      .from(prizeClaimVersions)
      .where(
        and(eq(prizeClaimVersions.drawId, prizeClaims.drawId), eq(prizeClaimVersions.attempt, prizeClaims.attempt)),
      ),
  )
  const found = await db
    .select({ claim: prizeClaims, month: draws.month })
    .from(prizeClaims)
    .innerJoin(draws, eq(draws.id, prizeClaims.drawId))
    .where(isNew)
  await attemptAll(found, ({ claim, month }) =>
    db.transaction(async (tx) => {
      await lockMonth(tx, month)
      const isSame = and(eq(prizeClaims.drawId, claim.drawId), eq(prizeClaims.attempt, claim.attempt))
      // Read again, because another server may have taken it over.
      const [row] = await tx.select().from(prizeClaims).where(and(isSame, isNew))
      if (row) await tx.insert(prizeClaimVersions).values({ ...row, at: row.claimedAt })
    }),
  )
  await db.execute(sql`
    update prize_claim_versions set student_id = null, guardian_name = null, guardian_phone = null, guardian_email = null,
      public_name = null, reason = null
    from students where students.id = student_id and erased_at is not null and merged_into_id is null`)
}
