import { maintenanceAdminText } from '@baobab/contract/maintenance/endpoints.ts'
import { eq, isNull } from 'drizzle-orm'
import { writeAuditLine } from '../platform/audit/write-audit-line.ts'
import type { App } from '../platform/app.ts'
import { notifyServers } from '../platform/database/pub-sub.ts'
import { giveTimeBack } from '../quiz/give-time-back.ts'
import { MAINTENANCE_TOPIC } from '../platform/maintenance/open-maintenance.ts'
import { maintenances } from './tables.ts'

/**
 * Switches maintenance off and gives paused quizzes their lost time back, in one transaction; or cancels planned maintenance.
 * If several calls come at once, the first one does it.
 * @param by null for the server's command line
 */
export async function endMaintenance(
  app: Pick<App, 'db' | 'clock'>,
  by: { id: string } | null,
): Promise<{ message: string }> {
  return app.db.transaction(async (tx) => {
    const [open] = await tx.select().from(maintenances).where(isNull(maintenances.endedAt)).for('update')
    if (!open) return { message: maintenanceAdminText.wasOff }
    const adminId = by?.id ?? null
    const now = app.clock.now()
    await tx.update(maintenances).set({ endedAt: now, endedBy: adminId }).where(eq(maintenances.id, open.id))
    await notifyServers(tx, MAINTENANCE_TOPIC, '')
    if (open.startsAt >= now) {
      await writeAuditLine(app, tx, { adminId, action: 'maintenance.canceled' })
      return { message: maintenanceAdminText.canceled }
    }
    const given = await giveTimeBack(tx, { from: open.startsAt, until: now })
    const details = { startedAt: open.startsAt.toISOString(), ...given }
    await writeAuditLine(app, tx, { adminId, action: 'maintenance.ended', details })
    return { message: maintenanceAdminText.switchedOff(given.attempts) }
  })
}
