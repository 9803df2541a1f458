// Asks a guardian for consent once the child's mailbox is verified: by the mailed code, by a provider, or by a password reset.
import { randomUUID } from 'node:crypto'
import { and, eq, isNull, or } from 'drizzle-orm'
import { RESEND_MS } from '@baobab/contract/accounts/rules.ts'
import { accountsReplyText } from '@baobab/contract/accounts/text.ts'
import type { App } from '../platform/app.ts'
import type { Tx } from '../platform/database/database.ts'
import { fail } from '../platform/http/errors.ts'
import { attemptKey, countAttempt } from '../platform/security/attempt-backoff.ts'
import { accountMails } from './account-mails.ts'
import {
  consumeConsentQuota,
  maskGuardian,
  readGuardian,
  toGuardianAddress,
  type GuardianColumns,
} from './guardian-address.ts'
import { findByGuardianReference } from './guardian-removal.ts'
import { toLookupKey } from './queries.ts'
import { findByReference, findRegistrations, lockEmail, type RegistrationRow } from './registrations.ts'
import type { Address } from './read-address.ts'
import { registrations, students } from './tables.ts'

/**
 * Marks a registration as waiting for its guardian and asks them, in the transaction that verified the mailbox. Anything
 * granted before does not count: an earlier link stops working, and earlier consent has to be given again.
 */
export async function waitForGuardian(app: App, tx: Tx, registration: RegistrationRow): Promise<void> {
  const consentId = randomUUID()
  await tx
    .update(registrations)
    .set({ verifiedAt: app.clock.now(), guardianAgreedAt: null, consentId })
    .where(eq(registrations.id, registration.id))
  if (await consumeConsentQuota(app, registration))
    await app.jobs.send(tx, accountMails, { kind: 'guardian-consent', consentId })
}

const cooldown = { freeAttempts: 1, initialMs: RESEND_MS, maxMs: RESEND_MS }

/** Something that is waiting for a guardian: a registration with a verified mailbox, or an account whose guardian was removed. */
type Waiting = GuardianColumns & {
  kind: 'registration' | 'student'
  id: string
  number: string
  consentId: string | null
}

async function findWaiting(app: App, db: App['db'] | Tx, { email, registration }: Form): Promise<Waiting | undefined> {
  const verified = (await findRegistrations(app, db, email)).filter(({ verifiedAt }) => verifiedAt !== null)
  const found = findByReference(app, verified, registration)
  if (found) return { ...found, kind: 'registration' }
  const student = await findByGuardianReference(app, db, { email, reference: registration })
  return student && { ...student, kind: 'student' }
}

type Form = {
  email: Address
  registration: string
  guardianEmail?: string | undefined
  guardianNumber?: string | undefined
}

/**
 * Whether a guardian still has to answer. Also false for an unknown reference, so that strangers learn nothing about an email.
 */
export async function isGuardianAsked(
  app: App,
  form: Omit<Form, 'guardianEmail' | 'guardianNumber'>,
): Promise<boolean> {
  return (await findWaiting(app, app.db, form)) !== undefined
}

/**
 * Asks the guardian of a waiting registration or account again. If another guardian is named, asks that one instead, and the earlier
 * link stops working. Throws 429 if the last request was less than a minute ago.
 * @returns the guardian's masked email or number, and whether it is a number
 */
export async function askGuardian(app: App, form: Form): Promise<{ guardianEmail: string; isBySms: boolean }> {
  const waiting = (await findWaiting(app, app.db, form)) ?? refuseReference()
  const named = readGuardian(app, form, { email: form.email, number: waiting.number })
  const guardian = named ?? { guardianEmail: waiting.guardianEmail, guardianNumber: waiting.guardianNumber }
  const address = toGuardianAddress(guardian) ?? refuseReference()
  await countAttempt(app, attemptKey('ask-guardian', waiting.id), cooldown, accountsReplyText.guardianAskedTooSoon)
  // The limit per registration stops one child from sending mails to many strangers.
  const isSent =
    (await app.rateLimits.consumeMailQuota('ask-guardian', waiting.id)) && (await consumeConsentQuota(app, guardian))
  await app.db.transaction(async (tx) => {
    await lockEmail(tx, form.email)
    // A reset may have invalidated the reference before the lock was taken.
    if ((await findWaiting(app, tx, form))?.id !== waiting.id) refuseReference()
    const isSame = toLookupKey(address) === toLookupKey(toGuardianAddress(waiting) ?? '')
    const consentId = (isSame && waiting.consentId) || randomUUID()
    if (!(await nameGuardian(tx, waiting, form.email, { ...guardian, consentId }))) refuseReference()
    if (isSent) await app.jobs.send(tx, accountMails, { kind: 'guardian-consent', consentId })
  })
  return { guardianEmail: maskGuardian(guardian), isBySms: guardian.guardianNumber !== null }
}

/** @returns false if it is no longer waiting, or has another email by now, which could be this guardian's */
async function nameGuardian(
  tx: Tx,
  { kind, id }: Waiting,
  email: Address,
  guardian: GuardianColumns & { consentId: string },
): Promise<boolean> {
  const changed =
    kind === 'registration'
      ? await tx.update(registrations).set(guardian).where(eq(registrations.id, id)).returning({ id: registrations.id })
      : await tx
          .update(students)
          .set(guardian)
          .where(
            and(
              eq(students.id, id),
              or(eq(students.emailKey, toLookupKey(email)), eq(students.provedNumber, email)),
              isNull(students.guardianAgreedAt),
              isNull(students.erasedAt),
            ),
          )
          .returning({ id: students.id })
  return changed.length > 0
}

function refuseReference(): never {
  return fail('not_found', { message: accountsReplyText.registrationNotFound })
}
