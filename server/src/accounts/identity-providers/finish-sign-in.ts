// Finishes a sign-in: logs in whoever has an account with this identity, and says what is missing to everybody else.
import type { SignInOutcome } from '@baobab/contract/identity-providers.ts'
import { accountsText } from '@baobab/contract/accounts-text.ts'
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { App } from '../../platform/app.ts'
import type { Tx } from '../../platform/database/database.ts'
import { startStudentSession, type LoginManner } from '../log-in.ts'
import { findStudentByEmail, type StudentRow } from '../queries.ts'
import { deriveReference, findWaiting, isCurrent, type RegistrationRow } from '../registrations.ts'
import { maskEmail } from '../rules.ts'
import { registrations, signInFlows, students } from '../tables.ts'
import { deleteFlow, makeTicket, useReturn, type IdentifiedFlow, type ReturnProof } from './flows.ts'
import { findStudentByIdentity, listMethods } from './identities.ts'

/** Finishes a sign-in in the tab that began it. */
export async function finishSignIn(app: App, returned: ReturnProof, manner: LoginManner): Promise<SignInOutcome> {
  const flow = await useReturn(app, returned, isNull(signInFlows.sessionId))
  const login = await app.db.transaction(async (tx) => {
    const student = await findStudentByIdentity(tx, flow)
    return student && (await logIn(app, tx, { student, manner }))
  })
  if (login) {
    await deleteFlow(app.db, flow)
    return login
  }
  const registration = await findRegistration(app, flow)
  if (!registration) return askForForm(app, flow)
  const { id, email, verifiedAt, guardianEmail } = registration
  const reference = deriveReference(app, id)
  // The email may have been mistyped, so the form can be sent again.
  if (verifiedAt === null)
    return { step: 'code-missing', registration: reference, email, again: await describeForm(app, flow) }
  await deleteFlow(app.db, flow)
  return { step: 'guardian-missing', registration: reference, email, guardianEmail: maskEmail(guardianEmail ?? '') }
}

/** Starts the session of a student who was proved. Nothing is returned if the account was erased at the same time. */
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

/**
 * Finds the registration whose account is not open yet: that of the identity, or one that waits for a guardian and has the
 * email that the provider has verified.
 */
async function findRegistration(app: App, flow: IdentifiedFlow): Promise<RegistrationRow | undefined> {
  const isOfIdentity = and(eq(registrations.provider, flow.provider), eq(registrations.subject, flow.subject))
  const [registration] = await app.db
    .select()
    .from(registrations)
    .where(and(isOfIdentity, isCurrent(app)))
    .orderBy(desc(sql`${registrations.verifiedAt} is not null`))
  if (registration?.email) return registration
  return flow.isEmailVerified && flow.email !== null ? findWaiting(app.db, flow.email) : undefined
}

/** Makes the ticket of a form, and returns what the form starts with. */
async function describeForm(app: App, flow: IdentifiedFlow) {
  const { provider, name, email, isEmailVerified } = flow
  return { ticket: await makeTicket(app, flow), provider, name, email, isEmailVerified }
}

/**
 * Asks for what is missing. Only an email that the provider has verified is compared with those of accounts: otherwise whoever
 * writes somebody's email into an account at a provider would learn whether it is known.
 */
async function askForForm(app: App, flow: IdentifiedFlow): Promise<SignInOutcome> {
  const form = await describeForm(app, flow)
  const { ticket, provider, email, isEmailVerified } = form
  const owner = isEmailVerified && email !== null ? await findStudentByEmail(app.db, email) : undefined
  if (!owner) return { step: 'form', ...form }
  return { step: 'account-found', ticket, provider, email: owner.email, methods: await listMethods(app.db, owner.id) }
}
