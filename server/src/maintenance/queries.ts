import type { ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import type { readMaintenance as endpoint } from '@baobab/contract/maintenance/endpoints.ts'
import { and, asc, eq, gt, isNull, lt, or } from 'drizzle-orm'
import { admins } from '../accounts/tables.ts'
import type { App } from '../platform/app.ts'
import type { Db } from '../platform/database/database.ts'
import { quizNow } from '../quiz/queries.ts'
import { attempts } from '../quiz/tables.ts'
import { phaseAt } from '../platform/maintenance/rules.ts'
import { maintenances } from './tables.ts'

/** Reads the maintenance for admins, from the database because they may have just changed it. */
export async function readMaintenanceForAdmin(app: App): Promise<ReplyOf<typeof endpoint>> {
  const [row] = await app.db
    .select({ maintenance: maintenances, by: admins.username })
    .from(maintenances)
    .leftJoin(admins, eq(admins.id, maintenances.createdBy))
    .where(isNull(maintenances.endedAt))
  const now = app.clock.now()
  const runningQuizzes = await app.db.$count(
    attempts,
    and(isNull(attempts.lockedAt), isNull(attempts.resetAt), gt(attempts.deadline, quizNow(app))),
  )
  return {
    maintenance: row
      ? {
          phase: phaseAt(row.maintenance, now),
          startsAt: row.maintenance.startsAt.toISOString(),
          expectedEndAt: row.maintenance.expectedEndAt.toISOString(),
          by: row.by,
        }
      : null,
    runningQuizzes,
    serverNow: now.toISOString(),
  }
}

/** Returns when quizzes were paused within a period. `until` is null while the pause lasts. */
export async function listPauses(db: Db, { from, until }: { from: Date; until: Date }) {
  const { startsAt, endedAt } = maintenances
  const rows = await db
    .select({ startsAt, endedAt })
    .from(maintenances)
    // One that was canceled ended before it started.
    .where(and(lt(startsAt, until), or(isNull(endedAt), and(gt(endedAt, from), gt(endedAt, startsAt)))))
    .orderBy(asc(startsAt))
  return rows.map((row) => ({ from: row.startsAt.toISOString(), until: row.endedAt?.toISOString() ?? null }))
}
