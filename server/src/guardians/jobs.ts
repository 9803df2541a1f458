import { lt } from 'drizzle-orm'
import type { App } from '../platform/app.ts'
import { unlessClockIsHeld } from '../platform/clock-check.ts'
import { guardianMessages, sendGuardianMessage } from './guardian-messages.ts'
import { oldestGuardianRegistration } from './registrations.ts'
import { guardianRegistrations, guardianSessions } from './tables.ts'

/** Sends guardians' messages, and every night deletes what has expired. */
export async function startGuardianJobs(app: App): Promise<void> {
  await app.jobs.work(guardianMessages, (message) => sendGuardianMessage(app, message))
  const clean = unlessClockIsHeld(app, 'guardians-cleaning', () => removeStaleGuardians(app))
  await app.jobs.schedule('guardians-cleaning', '25 3 * * *', clean)
}

/** Deletes registrations that were not verified within seven days, and expired sessions. */
export async function removeStaleGuardians(app: App): Promise<void> {
  await app.db.delete(guardianRegistrations).where(lt(guardianRegistrations.createdAt, oldestGuardianRegistration(app)))
  await app.db.delete(guardianSessions).where(lt(guardianSessions.expiresAt, app.clock.now()))
}
