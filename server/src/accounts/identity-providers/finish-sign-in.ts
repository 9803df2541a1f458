// Finishes a sign-in: logs in the owner of an account with this identity, and tells anyone else what is missing.
import type { SignInOutcome } from '@baobab/contract/accounts/identity-providers.ts'
import { accountsText } from '@baobab/contract/accounts/text.ts'
import { and, eq, isNull } from 'drizzle-orm'
import type { App } from '../../platform/app.ts'
import type { Tx } from '../../platform/database/database.ts'
import { describeWaitingRegistration } from '../guardian-removal.ts'
import { refuseMerged, startStudentSession, type LoginManner } from '../log-in.ts'
import { findStudentByEmail, type StudentRow } from '../queries.ts'
import { deriveReference, findWaiting, isCurrent, type RegistrationRow } from '../registrations.ts'
import { signInFlows } from './tables.ts'
import { registrations, students } from '../tables.ts'
import { fail } from '../../platform/http/errors.ts'
import { deleteFlow, makeTicket, useReturn, type IdentifiedFlow, type ReturnProof } from './flows.ts'
import { findStudentByIdentity, listMethods } from './identities.ts'

/** Finishes a sign-in in the tab that started it. */
export async function finishSignIn(app: App, returned: ReturnProof, manner: LoginManner): Promise<SignInOutcome> {
  const flow = await useReturn(app, returned, isNull(signInFlows.sessionId))
  const login = await app.db.transaction(async (tx) => {
    const student = await findStudentByIdentity(tx, flow)
    const opened = student && (await logIn(app, tx, { student, manner }))
    // Checked again now that the student's row is locked: the provider may have been disconnected in the meantime.
    if (opened && (await findStudentByIdentity(tx, flow))?.id !== student.id) fail('sign_in_expired')
    return opened
  })
  if (login) {
    await deleteFlow(app.db, flow)
    return login
  }
  const registration = await findRegistration(app, flow)
  if (registration?.verifiedAt) {
    await deleteFlow(app.db, flow)
    return { step: 'guardian-missing', ...describeWaiting(app, registration) }
  }
  // An email verified by the provider takes precedence over the email in an earlier form.
  const owner = await findOwnerOfEmail(app, flow)
  if (owner === 'waiting') {
    await deleteFlow(app.db, flow)
    fail('guardian_pending')
  }
  // The provider has verified that the email is theirs.
  if (owner) await refuseMerged(app.db, owner)
  const form = await describeForm(app, flow)
  if (owner) {
    const { ticket, provider } = form
    return {
      step: 'account-found',
      ticket,
      provider,
      email: owner.email ?? '',
      methods: await listMethods(app.db, owner.id),
    }
  }
  if (!registration) return { step: 'form', ...form }
  // The email may have been mistyped, so the form can be sent again.
  const { email } = registration
  return { step: 'code-missing', registration: deriveReference(app, registration), email, again: form }
}

/** Describes a registration waiting for a guardian to the person who made it. */
export function describeWaiting(app: App, registration: RegistrationRow) {
  return { email: registration.email, ...describeWaitingRegistration(app, registration) }
}

/** Starts a session for an authenticated student. Returns undefined if the account was erased at the same time. */
export async function logIn(
  app: App,
  tx: Tx,
  { student: { id }, manner }: { student: Pick<StudentRow, 'id'>; manner: LoginManner },
): Promise<Extract<SignInOutcome, { step: 'signed-in' }> | undefined> {
  const isOpen = and(eq(students.id, id), isNull(students.erasedAt))
  const [student] = await tx.select().from(students).where(isOpen).for('no key update')
  if (!student) return undefined
  const login = await startStudentSession(app, tx, student, manner)
  return { step: 'signed-in', message: accountsText.loggedIn, ...login }
}

/** Finds the registration of an identity whose account is not open yet. */
async function findRegistration(app: App, flow: IdentifiedFlow): Promise<RegistrationRow | undefined> {
  const isOfIdentity = and(eq(registrations.provider, flow.provider), eq(registrations.subject, flow.subject))
  const [registration] = await app.db
    .select()
    .from(registrations)
    .where(and(isOfIdentity, isCurrent(app)))
  return registration?.email ? registration : undefined
}

/**
 * Finds the student who has the flow's email; 'waiting' if the email belongs to a registration that is waiting for a guardian,
 * which another device may have made. Only an email that the provider has verified is looked up: otherwise anyone could enter
 * somebody's email at a provider to learn whether it has an account.
 */
async function findOwnerOfEmail(
  app: App,
  { email, isEmailVerified }: IdentifiedFlow,
): Promise<StudentRow | 'waiting' | undefined> {
  if (!isEmailVerified || email === null) return undefined
  return (await findStudentByEmail(app.db, email)) ?? ((await findWaiting(app.db, email)) ? 'waiting' : undefined)
}

/** Creates the form's ticket, and returns the form's initial values. */
async function describeForm(app: App, flow: IdentifiedFlow) {
  const { provider, name, email, isEmailVerified } = flow
  return { ticket: await makeTicket(app, flow), provider, name, email, isEmailVerified }
}
