// Switches maintenance on: now, at an announced time, or, after an outage, as of when that started.
import { maintenanceAdminText } from '@baobab/contract/maintenance/endpoints.ts'
import { desc, gt } from 'drizzle-orm'
import { writeAuditLine } from '../platform/audit/write-audit-line.ts'
import type { App } from '../platform/app.ts'
import { notifyServers } from '../platform/database/pub-sub.ts'
import type { Tx } from '../platform/database/database.ts'
import { fail, failField } from '../platform/http/errors.ts'
import { MAINTENANCE_TOPIC } from '../platform/maintenance/open-maintenance.ts'
import { findTimesRefusal, MAX_OUTAGE_MS } from '../platform/maintenance/rules.ts'
import { maintenances } from './tables.ts'

type WithDatabase = Pick<App, 'db' | 'clock'>
/** The admin who does it; null for the server's command line. */
type By = { id: string } | null

/** Switches maintenance on, now or at a given time. @returns the message for the admin */
export async function startMaintenance(
  app: WithDatabase,
  by: By,
  { startsAt, expectedEndAt }: { startsAt?: Date | undefined; expectedEndAt: Date },
): Promise<{ message: string }> {
  const now = app.clock.now()
  const times = { startsAt: startsAt ?? now, expectedEndAt }
  const refusal = findTimesRefusal(times, now)
  if (refusal === 'endsBeforeItStarts' || refusal === 'tooLong')
    failField('expectedEndAt', maintenanceAdminText[refusal])
  if (refusal) failField('startsAt', maintenanceAdminText[refusal])
  await app.db.transaction((tx) => insertMaintenance(app, tx, by, times))
  return { message: startsAt ? maintenanceAdminText.plannedFor : maintenanceAdminText.switchedOn }
}

/**
 * Switches maintenance on as of a past time when Baobab stopped working. When it ends, the time since then is given back.
 * Refuses more than a day, and time that an earlier maintenance already gave back.
 */
export async function startAfterOutage(
  app: WithDatabase,
  { since, expectedEndAt }: { since: Date; expectedEndAt: Date },
): Promise<void> {
  const now = app.clock.now()
  if (since > now || now.getTime() - since.getTime() > MAX_OUTAGE_MS)
    failField('startsAt', maintenanceAdminText.outageTooOld)
  await app.db.transaction(async (tx) => {
    await insertMaintenance(app, tx, null, { startsAt: since, expectedEndAt })
    const [last] = await tx
      .select({ endedAt: maintenances.endedAt })
      .from(maintenances)
      // Excludes canceled maintenance, which gave nothing back.
      .where(gt(maintenances.endedAt, maintenances.startsAt))
      .orderBy(desc(maintenances.endedAt))
      .limit(1)
    if (last?.endedAt && last.endedAt > since) failField('startsAt', maintenanceAdminText.givenBackAlready)
  })
}

async function insertMaintenance(
  app: WithDatabase,
  tx: Tx,
  by: By,
  times: { startsAt: Date; expectedEndAt: Date },
): Promise<void> {
  const now = app.clock.now()
  const adminId = by?.id ?? null
  const [row] = await tx
    .insert(maintenances)
    .values({ ...times, createdAt: now, createdBy: adminId })
    .onConflictDoNothing()
    .returning({ id: maintenances.id })
  // Another admin was faster.
  if (!row) fail('maintenance_exists')
  const details = { startsAt: times.startsAt.toISOString(), expectedEndAt: times.expectedEndAt.toISOString() }
  const action = times.startsAt > now ? 'maintenance.planned' : 'maintenance.started'
  await writeAuditLine(app, tx, { adminId, action, details })
  await notifyServers(tx, MAINTENANCE_TOPIC, '')
}
