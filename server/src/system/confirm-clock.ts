import { writeAuditLine } from '../platform/audit/write-audit-line.ts'
import { updateListing } from '../leaderboard/update-listing.ts'
import type { App } from '../platform/app.ts'
import { endClockHold } from '../platform/clock-check.ts'
import type { AdminUser } from '../platform/http/auth.ts'

/** Confirms that the date is right, and does the work that waited for this. The schedules do their part at their next run. */
export async function confirmClock(app: App, who: AdminUser): Promise<void> {
  await app.db.transaction(async (tx) => {
    const before = await endClockHold(app, tx)
    // Another owner was faster, or the clock has been corrected.
    if (before === undefined) return
    const details = { seenAt: before.seenAt.toISOString() }
    await writeAuditLine(app, tx, { adminId: who.id, action: 'clock.confirmed', details })
  })
  await updateListing(app)
}
