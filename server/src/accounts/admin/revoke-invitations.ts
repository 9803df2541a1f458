import { and, eq, isNull } from 'drizzle-orm'
import type { App } from '../../platform/app.ts'
import type { Tx } from '../../platform/database/database.ts'
import { adminInvitations } from '../tables.ts'

/** The condition for invitations that nobody has accepted or revoked. */
export const isOpenInvitation = and(isNull(adminInvitations.usedAt), isNull(adminInvitations.revokedAt))

/** Revokes all of an admin's open invitations. @returns how many */
export async function revokeInvitationsOf(app: Pick<App, 'clock'>, tx: Tx, adminId: string): Promise<number> {
  const revoked = await tx
    .update(adminInvitations)
    .set({ revokedAt: app.clock.now() })
    .where(and(isOpenInvitation, eq(adminInvitations.invitedBy, adminId)))
    .returning({ id: adminInvitations.id })
  return revoked.length
}
