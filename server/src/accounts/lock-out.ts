// Locks everyone else out of an account. Everything that opens an account ends here, whether its owner resets or changes the
// password, logs out elsewhere, or the account is closed. lock-out-tables.test.ts lists the tables.
import type { EndedAccess } from '@baobab/contract/accounts/sessions.ts'
import { and, eq, inArray, isNull, or, sql, type SQL } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import type { App } from '../platform/app.ts'
import type { Tx } from '../platform/database/database.ts'
import { fail } from '../platform/http/errors.ts'
import { revokeInvitationsOf } from './admin/revoke-invitations.ts'
import { forgetBrowsers } from './known-browsers.ts'
import { chooseDisconnected, keepsNumber, type LockOutProof } from './lock-out-rules.ts'
import { endSessions, findProvedAt, ownSessions, type SessionOwner } from './sessions.ts'
import { providerIdentities, signInFlows } from './identity-providers/tables.ts'
import { numberCodes } from './number-tables.ts'
import { admins, emailCodes, passwordResets, proofCodes, registrations, students } from './tables.ts'

type LockOut = {
  proof: LockOutProof
  /** The session that stays, and its browser. */
  sessionId?: string
  /** The browser that stays, if no session does. */
  browserId?: string | undefined
}

/**
 * Ends every way into an account except the caller's: sessions, known browsers, mailed links and codes, sign-ins in progress,
 * and the providers chosen by `chooseDisconnected`. Links and codes prove the mailbox, so a session alone does not end them:
 * otherwise an intruder could invalidate every link the owner needs to get back in. Locks the student's row. The caller then
 * stores a new password in the same transaction, so that a login that compared the old one fails.
 */
export async function lockOthersOut(
  app: App,
  tx: Tx,
  owner: SessionOwner,
  { proof, sessionId, browserId }: LockOut,
): Promise<EndedAccess> {
  await lockOwner(tx, owner)
  // Another lock-out may have ended the calling session, which then must not lock the owner out.
  if (sessionId !== undefined && (await findProvedAt(tx, sessionId)) === undefined) fail('unauthorised')
  const endsLinks = proof !== 'session'
  const studentAccess = owner.kind === 'student' ? await endStudentAccess(tx, owner.id, { proof, sessionId }) : nothing
  const links = endsLinks ? await endLinks(tx, owner, { isClosed: proof === 'closed' }) : 0
  const browsers = await forgetBrowsers(tx, owner, { sessionId, browserId })
  const devices = await endSessions(app, tx, owner, { except: sessionId })
  // Invited people get accounts of their own.
  const invitations = endsLinks && owner.kind === 'admin' ? await revokeInvitationsOf(app, tx, owner.id) : 0
  return { ...studentAccess, links, browsers, devices, invitations, guardians: [] }
}

/** Makes other lock-outs of the account wait until the transaction ends. */
async function lockOwner(tx: Tx, { kind, id }: SessionOwner): Promise<void> {
  const table = kind === 'student' ? students : admins
  await tx.select({ id: table.id }).from(table).where(eq(table.id, id)).for('update')
}

const nothing = { codes: 0, signIns: 0, providers: [] }

/** Ends what only students have: codes, sign-ins in progress, connections to providers, and a doubtful phone number. */
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
    hasEmail: student.email !== null,
    hasPassword: student.passwordHash !== null,
    provedAt: sessionId === undefined ? undefined : await findProvedAt(tx, sessionId),
  })
  const isSession = proof === 'session'
  // Before the sessions, because deleting those would end the flows they started without counting them.
  const signIns = await endFlows(tx, [
    inArray(
      signInFlows.sessionId,
      ownSessions(tx, { kind: 'student', id }, { except: isSession ? sessionId : undefined }),
    ),
    ...(isSession ? disconnected : identities).map(isFlowOf),
    ...(isSession ? [] : [and(signInFlows.isEmailVerified, sql`lower(${signInFlows.email}) = ${student.emailKey}`)]),
  ])
  if (student.numberProvedAt && !keepsNumber({ proof, hasEmail: student.email !== null }))
    await tx.update(students).set({ numberProvedAt: null }).where(eq(students.id, id))
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

/** A code that verifies a student's bounced email opens nothing, so it ends only with the account. */
async function endCodes(tx: Tx, studentId: string, proof: LockOutProof): Promise<number> {
  if (proof === 'closed') await tx.delete(emailCodes).where(eq(emailCodes.studentId, studentId))
  const ended = await tx.delete(proofCodes).where(eq(proofCodes.studentId, studentId)).returning({ id: proofCodes.id })
  const numbers = await tx
    .delete(numberCodes)
    .where(eq(numberCodes.studentId, studentId))
    .returning({ id: numberCodes.id })
  return ended.length + numbers.length
}

/** Deletes unused links, and if the account is closed, used ones too. @returns how many were unused */
async function endLinks(tx: Tx, { kind, id }: SessionOwner, { isClosed }: { isClosed: boolean }): Promise<number> {
  const isOwners = eq(kind === 'student' ? passwordResets.studentId : passwordResets.adminId, id)
  const ended = await tx
    .delete(passwordResets)
    .where(isClosed ? isOwners : and(isOwners, isNull(passwordResets.usedAt)))
    .returning({ usedAt: passwordResets.usedAt })
  return ended.filter(({ usedAt }) => usedAt === null).length
}

/**
 * Ends anything a stranger may have in a registration that is waiting for a guardian and whose mailbox was just verified: the
 * identity that created it, the other links, and the reference used to name another guardian.
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
