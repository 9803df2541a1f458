// Connects a provider to an account and disconnects it: in the settings, and when somebody signs in with an email that has an
// account.
import { providerNames, type IdentityProvider, identityProvidersText } from '@baobab/contract/accounts/text.ts'
import { and, eq, isNull } from 'drizzle-orm'
import type { App } from '../../platform/app.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { StudentUser } from '../../platform/http/auth.ts'
import { fail } from '../../platform/http/errors.ts'
import { accountMails } from '../account-mails.ts'
import type { ConnectionProof } from '../lock-out-rules.ts'
import { lockProven, nameProof, proveStudent, type Proof } from '../prove-student.ts'
import { markProved } from '../sessions.ts'
import { providerIdentities, signInFlows } from './tables.ts'
import { registrations, students } from '../tables.ts'
import { deleteFlow, findProvider, startFlow, useReturn, type ReturnProof } from './flows.ts'
import { insertIdentity, listIdentities, listMethods, lockIdentity, type IdentityKey } from './identities.ts'

/**
 * Connects an identity to an account, and tells the owner by mail. The caller has locked the student's row. Throws 409 if the
 * identity belongs to another account or to a registration waiting for a guardian, or if the account already has another
 * identity at this provider.
 */
export async function connectIdentity(
  app: App,
  tx: Tx,
  { provider, subject, studentId, proof }: IdentityKey & { studentId: string; proof: ConnectionProof | null },
): Promise<void> {
  await lockIdentity(tx, { provider, subject })
  const isOfIdentity = and(eq(registrations.provider, provider), eq(registrations.subject, subject))
  // An earlier form by the same person whose email was not verified.
  await tx.delete(registrations).where(and(isOfIdentity, isNull(registrations.verifiedAt)))
  const [waiting] = await tx.select({ id: registrations.id }).from(registrations).where(isOfIdentity)
  if (waiting) fail('identity_in_use', { message: identityProvidersText.inUse(providerNames[provider]) })
  if (await insertIdentity(app, tx, { provider, subject, studentId, proof }))
    await app.jobs.send(tx, accountMails, { kind: 'sign-in-method-changed', studentId, provider, isConnected: true })
}

/** Starts connecting a provider to the caller's account. */
export async function startConnection(
  app: App,
  who: StudentUser,
  { provider, browserHash, proof }: { provider: string; browserHash: string; proof: Proof },
): Promise<{ flow: string; url: string }> {
  const { name } = findProvider(app, provider)
  const connected = await listIdentities(app.db, who.id)
  if (connected.some((identity) => identity.provider === name))
    fail('already_connected', { message: identityProvidersText.alreadyConnected(providerNames[name]) })
  await proveStudent(app, who.id, proof)
  const connection = { sessionId: who.sessionId, proof: nameProof(proof) }
  return startFlow(app, { provider, browserHash, connection })
}

/** Connects the provider. Works only in the tab and the session that started it. */
export async function finishConnection(app: App, who: StudentUser, returned: ReturnProof): Promise<IdentityProvider> {
  const flow = await useReturn(app, returned, eq(signInFlows.sessionId, who.sessionId))
  await app.db.transaction(async (tx) => {
    await lockStudent(tx, who.id)
    // A flow ends with its session, and with the password or code it was started with.
    if (!(await deleteFlow(tx, flow))) fail('sign_in_expired')
    await connectIdentity(app, tx, { ...flow, studentId: who.id })
    // The session has proved this connection, so it does not count as made elsewhere when the session locks others out.
    await markProved(tx, who.sessionId, app.clock.now())
  })
  return flow.provider
}

/** Disconnects a provider from the caller's account. Throws 409 if it is the last sign-in method. */
export async function disconnectProvider(app: App, who: StudentUser, name: string, proof: Proof): Promise<string> {
  const { provider } =
    (await listIdentities(app.db, who.id)).find((identity) => identity.provider === name) ?? fail('not_found')
  if (await isLastMethod(app.db, who.id)) fail('last_sign_in_method')
  const proven = await proveStudent(app, who.id, proof)
  await app.db.transaction(async (tx) => {
    await lockProven(tx, proven)
    // Checked again, because another provider may have been disconnected in the meantime.
    if (await isLastMethod(tx, who.id)) fail('last_sign_in_method')
    const isOwn = and(eq(providerIdentities.studentId, who.id), eq(providerIdentities.provider, provider))
    await tx.delete(providerIdentities).where(isOwn)
    const mail = { kind: 'sign-in-method-changed', studentId: who.id, provider, isConnected: false } as const
    await app.jobs.send(tx, accountMails, mail)
  })
  return providerNames[provider]
}

async function isLastMethod(db: App['db'] | Tx, studentId: string): Promise<boolean> {
  return (await listMethods(db, studentId)).length <= 1
}

/** Locks the student's row, so that changes to sign-in methods run one at a time. Throws 404 if the account was erased. */
async function lockStudent(tx: Tx, studentId: string): Promise<void> {
  const isOpen = and(eq(students.id, studentId), isNull(students.erasedAt))
  const locked = await tx.select({ id: students.id }).from(students).where(isOpen).for('update')
  if (locked.length === 0) fail('not_found')
}
