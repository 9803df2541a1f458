import { and, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { GUARDIAN_WAIT_DAYS, RESET_MS } from '@baobab/contract/accounts/rules.ts'
import type { App } from '../platform/app.ts'
import { oldestRegistration } from './registrations.ts'
import { guardianChanges } from './correction-tables.ts'
import { adminInvitations, passwordResets, registrations, sessions } from './tables.ts'

const DAY_MS = 24 * 3_600_000
/** How long an expired invitation can be resent. After that, the invited person's email is deleted. */
const EXPIRED_INVITATION_MS = 30 * DAY_MS

/**
 * Deletes registrations that were not verified within seven days or whose guardian does not agree, guardians who were named and do
 * not agree, and expired sessions, reset links and invitations.
 */
export async function removeStaleAccounts(app: App): Promise<void> {
  const now = app.clock.now().getTime()
  await app.db
    .delete(registrations)
    .where(and(isNull(registrations.verifiedAt), lt(registrations.createdAt, oldestRegistration(app))))
  const askedAt = sql`greatest(${registrations.verifiedAt}, ${registrations.guardianMailedAt})`
  await app.db
    .delete(registrations)
    .where(and(isNotNull(registrations.verifiedAt), lt(askedAt, new Date(now - GUARDIAN_WAIT_DAYS * DAY_MS))))
  await app.db.delete(guardianChanges).where(lt(guardianChanges.at, new Date(now - GUARDIAN_WAIT_DAYS * DAY_MS)))
  await app.db.delete(sessions).where(lt(sessions.expiresAt, new Date(now)))
  await app.db.delete(passwordResets).where(lt(passwordResets.madeAt, new Date(now - RESET_MS)))
  await app.db.delete(adminInvitations).where(lt(adminInvitations.expiresAt, new Date(now - EXPIRED_INVITATION_MS)))
}
