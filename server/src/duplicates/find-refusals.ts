// Finds out why two accounts cannot be merged now.
import { ageCategoryAt } from '@baobab/contract/accounts/rules.ts'
import type { MergeRefusal } from '@baobab/contract/duplicates/endpoints.ts'
import { GRACE_MS } from '@baobab/contract/quiz/rules.ts'
import { inArray, sql } from 'drizzle-orm'
import { isSameMailbox } from '../accounts/rules.ts'
import type { App } from '../platform/app.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { quizNow } from '../quiz/queries.ts'
import { attempts } from '../quiz/tables.ts'
import { isMonthClosing, readDrawInvolvement } from '../scholarship/draw-involvement.ts'
import type { Pair } from './find-accounts.ts'

/**
 * Lists why two accounts cannot be merged now; empty if they can. A merge must not end a hold, change who is on a list awaiting
 * its draw, remove a winner's name, or stop a quiz in progress.
 */
export async function findRefusals(app: App, db: Db | Tx, { kept, merged }: Pair): Promise<MergeRefusal[]> {
  const now = app.clock.now()
  const ofKept = await readDrawInvolvement(app, db, kept.id)
  const ofMerged = await readDrawInvolvement(app, db, merged.id)
  const isRefused: Record<MergeRefusal, boolean> = {
    'age-category': ageCategoryAt(kept.birth, now) !== ageCategoryAt(merged.birth, now),
    'on-hold': kept.heldAt !== null || merged.heldAt !== null,
    'quiz-running': await isQuizRunning(app, db, { kept, merged }),
    // A disqualification carries over, and would take an entrant's chance away.
    'in-draw': ofMerged.isInOpenDraw || (ofKept.isInOpenDraw && merged.disqualifiedAt !== null && !kept.disqualifiedAt),
    'prize-waiting': ofKept.hasUnpaidPrize || ofMerged.hasUnpaidPrize,
    'has-won': ofMerged.hasWon && !ofMerged.hasUnpaidPrize,
    'claim-waiting': ofKept.hasOpenClaim || ofMerged.hasOpenClaim,
    // The guardian of the merged account also decides about the remaining one, so it must not be its own email.
    'guardian-email': merged.guardianAgreedAt !== null && isSameMailbox(merged.guardianEmail, kept.email),
    'month-closing': await isMonthClosing(app, db),
  }
  return (Object.keys(isRefused) as MergeRefusal[]).filter((reason) => isRefused[reason])
}

/** Returns whether an answer could still arrive for an attempt of one of the accounts. */
async function isQuizRunning(app: App, db: Db | Tx, { kept, merged }: Pair): Promise<boolean> {
  const now = sql`${quizNow(app)} - ${GRACE_MS}::float8 * interval '1 millisecond'`
  const [running] = await db
    .select({ id: attempts.id })
    .from(attempts)
    .where(
      sql`${inArray(attempts.studentId, [kept.id, merged.id])} and ${attempts.resetAt} is null
        and ${attempts.lockedAt} is null and ${attempts.deadline} >= ${now}`,
    )
    .limit(1)
  return running !== undefined
}
