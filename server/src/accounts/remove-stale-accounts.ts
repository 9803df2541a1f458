// What nobody needs any more: accounts that were never verified, sessions and links that ran out (security.md C-10).
import { and, isNull, lt } from 'drizzle-orm'
import { RESET_MS, UNVERIFIED_HOLDS_MS } from '@baobab/contract/limits.ts'
import type { App } from '../platform/app.ts'
import { adminInvitations, passwordResets, sessions, students } from './tables.ts'

/** An invitation that ran out can be sent again for a month; after that its address is none of our business. */
const INVITATION_KEPT_MS = 30 * 24 * 3_600_000

/** Removes unverified accounts after seven days, and sessions, links and invitations past their time. */
export async function removeStaleAccounts(app: App): Promise<void> {
  const now = app.clock.now().getTime()
  await app.db
    .delete(students)
    .where(and(isNull(students.verifiedAt), lt(students.createdAt, new Date(now - UNVERIFIED_HOLDS_MS))))
  await app.db.delete(sessions).where(lt(sessions.expiresAt, new Date(now)))
  await app.db.delete(passwordResets).where(lt(passwordResets.madeAt, new Date(now - RESET_MS)))
  await app.db.delete(adminInvitations).where(lt(adminInvitations.expiresAt, new Date(now - INVITATION_KEPT_MS)))
}
