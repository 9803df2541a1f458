// Locks everybody else out of an account. Whatever opens an account ends here, whether its owner resets or changes the
// password, logs out elsewhere, or the account is closed: lock-out-tables.test.ts lists the tables.
import type { EndedAccess } from '@baobab/contract/accounts/sessions.ts'
import { and, eq, inArray, isNull, or, sql, type SQL } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import type { App } from '../platform/app.ts'
import type { Tx } from '../platform/database/database.ts'
import { fail } from '../platform/http/errors.ts'
import { revokeInvitationsOf } from './admin/revoke-invitations.ts'
import { forgetBrowsers } from './known-browsers.ts'
import { chooseDisconnected, type LockOutProof } from './lock-out-rules.ts'
import { endSessions, findProvedAt, ownSessions, type SessionOwner } from './sessions.ts'
import { providerIdentities, signInFlows } from './identity-providers/tables.ts'
import { admins, emailCodes, passwordResets, proofCodes, registrations, students } from './tables.ts'

type LockOut = {
  proof: LockOutProof
  /** The session that stays, with its browser. */
  sessionId?: string
  /** The browser that stays, if no session does. */
  browserId?: string | undefined
}

/**
 * Ends every way into an account but that of the caller: sessions, known browsers, mailed links and codes, sign-ins that are
 * under way, and the providers that `chooseDisconnected` names. Links and codes prove the mailbox, so a session by itself does not
 * end them: otherwise an intruder could end each link with which the owner wants to get in again. Locks the student's row; the
 * caller stores a new password afterwards, in the same transaction, so that a login that compared the old one fails.
 */
export async function lockOthersOut(
  app: App,
  tx: Tx,
  owner: SessionOwner,
  { proof, sessionId, browserId }: LockOut,
): Promise<EndedAccess> {
  await lockOwner(tx, owner)
  // Another lock-out may have ended the session that wants this one: it must not lock the owner out.
  if (sessionId !== undefined && (await findProvedAt(tx, sessionId)) === undefined) fail('unauthorised')
  const endsLinks = proof !== 'session'
  const studentAccess = owner.kind === 'student' ? await endStudentAccess(tx, owner.id, { proof, sessionId }) : nothing
  const links = endsLinks ? await endLinks(tx, owner, { isClosed: proof === 'closed' }) : 0
  const browsers = await forgetBrowsers(tx, owner, { sessionId, browserId })
  const devices = await endSessions(app, tx, owner, { except: sessionId })
  // Who is invited gets an account of their own.
  const invitations = endsLinks && owner.kind === 'admin' ? await revokeInvitationsOf(app, tx, owner.id) : 0
  return { ...studentAccess, links, browsers, devices, invitations, guardians: [] }
}

/** Keeps other lock-outs of the account waiting until the transaction ends. */
async function lockOwner(tx: Tx, { kind, id }: SessionOwner): Promise<void> {
  const table = kind === 'student' ? students : admins
  await tx.select({ id: table.id }).from(table).where(eq(table.id, id)).for('update')
}

const nothing = { codes: 0, signIns: 0, providers: [] }

/** Ends what only students have: mailed codes, sign-ins under way, and connections with providers. */
async function endStudentAccess(
  tx: Tx,
  id: string,
  { proof, sessionId }: { proof: LockOutProof; sessionId: string | undefined },
): Promise<Pick<EndedAccess, 'codes' | 'signIns' | 'providers'>> {
  const [student] = await tx.select().from(students).where(eq(students.id, id)).for('update')
  if (!student) return nothing
  const identities = await tx.select().from(providerIdentities).where(eq(providerIdentities.studentId, id))
  const disconnected = chooseDisconnected(identities, {
    proof,
    hasPassword: student.passwordHash !== null,
    provedAt: sessionId === undefined ? undefined : await findProvedAt(tx, sessionId),
  })
  const isSession = proof === 'session'
  // Before the sessions, with which the flows that they began would end uncounted.
  const signIns = await endFlows(tx, [
    inArray(
      signInFlows.sessionId,
      ownSessions(tx, { kind: 'student', id }, { except: isSession ? sessionId : undefined }),
    ),
    ...(isSession ? disconnected : identities).map(isFlowOf),
    ...(isSession ? [] : [and(signInFlows.isEmailVerified, sql`lower(${signInFlows.email}) = ${student.emailKey}`)]),
  ])
  for (const identity of disconnected) await tx.delete(providerIdentities).where(isRow(identity))
  return { codes: isSession ? 0 : await endCodes(tx, id, proof), signIns, providers: disconnected.map(toProvider) }
}

type Identity = Pick<typeof providerIdentities.$inferSelect, 'provider' | 'subject'>

const isRow = ({ provider, subject }: Identity) =>
  and(eq(providerIdentities.provider, provider), eq(providerIdentities.subject, subject))
const isFlowOf = ({ provider, subject }: Identity) =>
  and(eq(signInFlows.provider, provider), eq(signInFlows.subject, subject))
const toProvider = ({
  provider,
  connectedAt,
}: Pick<typeof providerIdentities.$inferSelect, 'provider' | 'connectedAt'>) => ({
  provider,
  connectedAt: connectedAt.toISOString(),
})

async function endFlows(tx: Tx, areOurs: readonly (SQL | undefined)[]): Promise<number> {
  return (
    await tx
      .delete(signInFlows)
      .where(or(...areOurs))
      .returning({ id: signInFlows.id })
  ).length
}

/** A code that verifies a student's bounced email opens nothing, so it ends with the account only. */
async function endCodes(tx: Tx, studentId: string, proof: LockOutProof): Promise<number> {
  if (proof === 'closed') await tx.delete(emailCodes).where(eq(emailCodes.studentId, studentId))
  const ended = await tx.delete(proofCodes).where(eq(proofCodes.studentId, studentId)).returning({ id: proofCodes.id })
  return ended.length
}

/** Deletes unused links; of an account that is closed, also what is stored of used ones. @returns how many were unused */
async function endLinks(tx: Tx, { kind, id }: SessionOwner, { isClosed }: { isClosed: boolean }): Promise<number> {
  const isOwners = eq(kind === 'student' ? passwordResets.studentId : passwordResets.adminId, id)
  const ended = await tx
    .delete(passwordResets)
    .where(isClosed ? isOwners : and(isOwners, isNull(passwordResets.usedAt)))
    .returning({ usedAt: passwordResets.usedAt })
  return ended.filter(({ usedAt }) => usedAt === null).length
}

/**
 * Ends what a stranger may hold of a registration that waits for a guardian, whose mailbox was just proved: the identity that
 * made it, the other links, and the reference with which another guardian can be named.
 */
export async function lockOthersOutOfRegistration(tx: Tx, id: string): Promise<EndedAccess> {
  const isThis = eq(registrations.id, id)
  const [before] = await tx.select().from(registrations).where(isThis).for('update')
  const isUnused = and(eq(passwordResets.registrationId, id), isNull(passwordResets.usedAt))
  const links = await tx.delete(passwordResets).where(isUnused).returning({ id: passwordResets.id })
  await tx.update(registrations).set({ referenceId: randomUUID() }).where(isThis)
  const ended = { links: links.length, browsers: 0, devices: 0, invitations: 0, guardians: [] }
  const { provider = null, subject = null, createdAt: connectedAt } = before ?? {}
  if (provider === null || subject === null || !connectedAt) return { ...nothing, ...ended }
  const signIns = await endFlows(tx, [isFlowOf({ provider, subject })])
  const providers = [toProvider({ provider, connectedAt })]
  return { ...ended, codes: 0, signIns, providers }
}
