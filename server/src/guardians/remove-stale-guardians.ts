import { lt } from 'drizzle-orm'
import type { App } from '../platform/app.ts'
import { oldestGuardianRegistration } from './registrations.ts'
import { guardianRegistrations, guardianSessions } from './tables.ts'

/** Deletes registrations that were not verified within seven days, and expired sessions. */
export async function removeStaleGuardians(app: App): Promise<void> {
  await app.db.delete(guardianRegistrations).where(lt(guardianRegistrations.createdAt, oldestGuardianRegistration(app)))
  await app.db.delete(guardianSessions).where(lt(guardianSessions.expiresAt, app.clock.now()))
}
