// The form of a first sign-in: the registration form without a password.
import { requirePhoneNumber } from '../../platform/phone-numbers.ts'
import { ageAt, PROVIDER_AGE_MIN } from '@baobab/contract/accounts/rules.ts'
import type { ParsedOf, ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import { providerNames, identityProvidersText } from '@baobab/contract/accounts/text.ts'
import type { completeSignIn as endpoint } from '@baobab/contract/accounts/identity-providers.ts'
import { and, eq, isNull } from 'drizzle-orm'
import type { App } from '../../platform/app.ts'
import type { Tx } from '../../platform/database/database.ts'
import { fail } from '../../platform/http/errors.ts'
import { accountMails } from '../account-mails.ts'
import { waitForGuardian } from '../ask-guardian.ts'
import { requireGuardianAddress } from '../guardian-address.ts'
import { toLookupKey } from '../queries.ts'
import {
  announceCode,
  countCode,
  createRegistration,
  insertRegistration,
  refuseUsername,
  requireFreeUsername,
  requirePastBirth,
  type NewRegistration,
} from '../register.ts'
import { findEmailOwner, lockEmail, openAccount } from '../registrations.ts'
import { registrations } from '../tables.ts'
import { describeWaiting, logIn } from './finish-sign-in.ts'
import { deleteFlow, findByTicket, type IdentifiedFlow } from './flows.ts'
import { findStudentByIdentity, lockIdentity, type IdentityKey } from './identities.ts'

type Form = ParsedOf<typeof endpoint>['body']
type Outcome = ReplyOf<typeof endpoint>

/**
 * Stores the form. If the provider has verified the email, the account opens at once or waits for the guardian. Otherwise it is
 * an ordinary registration, whose email is verified with a mailed code.
 */
export async function completeSignIn(app: App, form: Form, userAgent: string | undefined): Promise<Outcome> {
  const flow = await findByTicket(app, app.db, form.ticket)
  requirePhoneNumber('number', form.number)
  requirePastBirth(app, form.birth)
  if (ageAt(form.birth, app.clock.now()) < PROVIDER_AGE_MIN) refuseYoung()
  const guardian = requireGuardianAddress(app, form)
  await requireFreeUsername(app, form.username, flow)
  const isMailed = await countCode(app, form.email)
  const { ticket: _, device, rememberMe, ...fields } = form
  const registration = {
    ...fields,
    ...guardian,
    verifyBy: 'email' as const,
    provider: flow.provider,
    subject: flow.subject,
  }
  if (!isProven(flow, form.email)) {
    const created = await app.db.transaction(async (tx) => {
      await lockEmail(tx, form.email)
      await claimIdentity(tx, flow)
      return createRegistration(app, tx, registration, { isMailed })
    })
    const announced = await announceCode(app, { ...created, email: form.email, isMailed })
    return { step: 'code-missing', ...announced, email: form.email }
  }
  return app.db.transaction(async (tx) => {
    await lockEmail(tx, form.email)
    await claimIdentity(tx, flow)
    return openOrWait(app, tx, { registration, manner: { device, rememberMe, userAgent } })
  })
}

/** Whether the provider has verified an email for us. */
function isProven({ isEmailVerified, email }: IdentifiedFlow, typed: string): boolean {
  return isEmailVerified && email !== null && toLookupKey(email) === toLookupKey(typed)
}

/** Providers do not admit children of this age, so someone else has signed in for the child. */
function refuseYoung(): never {
  return fail('parent_registers', { errors: [{ path: 'birth', message: identityProvidersText.parentRegisters }] })
}

/**
 * Uses up the ticket, and deletes an earlier registration by the same person whose email is not verified. Throws 409 if the
 * person has an account by now, or a registration that is waiting for a guardian. The caller holds the email's lock.
 */
async function claimIdentity(tx: Tx, flow: IdentifiedFlow): Promise<void> {
  await lockIdentity(tx, flow)
  if (!(await deleteFlow(tx, flow))) fail('sign_in_expired')
  const isOfIdentity = and(eq(registrations.provider, flow.provider), eq(registrations.subject, flow.subject))
  await tx.delete(registrations).where(and(isOfIdentity, isNull(registrations.verifiedAt)))
  const [waiting] = await tx.select({ id: registrations.id }).from(registrations).where(isOfIdentity)
  if (waiting || (await findStudentByIdentity(tx, flow)))
    fail('identity_in_use', { message: identityProvidersText.signedUpAlready(providerNames[flow.provider]) })
}

type Opening = {
  registration: NewRegistration & IdentityKey
  manner: Parameters<typeof logIn>[2]['manner']
}

/** Opens the account if the form's email is verified, or lets it wait for the guardian. The caller holds the email's lock. */
async function openOrWait(app: App, tx: Tx, { registration, manner }: Opening): Promise<Outcome> {
  // Somebody has registered with the email since the sign-in, so a new sign-in would lead to that account.
  if (await findEmailOwner(tx, registration.email)) fail('sign_in_expired')
  const row = await insertRegistration(app, tx, registration)
  const { id, guardianEmail } = row
  if (guardianEmail === null) {
    if (!(await openAccount(app, tx, row))) refuseUsername()
    await app.jobs.send(tx, accountMails, { kind: 'account-opened', studentId: id, provider: registration.provider })
    return (await logIn(app, tx, { student: row, manner })) ?? fail('sign_in_expired')
  }
  await waitForGuardian(app, tx, row)
  return { step: 'guardian-missing', ...describeWaiting(app, row) }
}
