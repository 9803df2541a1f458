// Asks a guardian for consent once the child's mailbox is verified: by the mailed code, by a provider, or by a password reset.
import { randomUUID } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import { RESEND_MS } from '@baobab/contract/accounts/rules.ts'
import { accountsReplyText } from '@baobab/contract/accounts/text.ts'
import type { App } from '../platform/app.ts'
import type { Tx } from '../platform/database/database.ts'
import { fail } from '../platform/http/errors.ts'
import { attemptKey, countAttempt } from '../platform/security/attempt-backoff.ts'
import { accountMails } from './account-mails.ts'
import { refuseOwnEmail } from './guardian-consent.ts'
import { findByGuardianReference } from './guardian-removal.ts'
import { toLookupKey } from './queries.ts'
import { findByReference, findRegistrations, lockEmail, type RegistrationRow } from './registrations.ts'
import { maskEmail } from './rules.ts'
import { registrations, students } from './tables.ts'

/**
 * Marks a registration as waiting for its guardian and asks them, in the transaction that verified the mailbox. Anything
 * granted before does not count: an earlier link stops working, and earlier consent has to be given again.
 */
export async function waitForGuardian(app: App, tx: Tx, { id, guardianEmail }: RegistrationRow): Promise<void> {
  const consentId = randomUUID()
  await tx
    .update(registrations)
    .set({ verifiedAt: app.clock.now(), guardianAgreedAt: null, consentId })
    .where(eq(registrations.id, id))
  if (await app.rateLimits.consumeMailQuota('guardian-consent', toLookupKey(guardianEmail ?? '')))
    await app.jobs.send(tx, accountMails, { kind: 'guardian-consent', consentId })
}

const cooldown = { freeAttempts: 1, initialMs: RESEND_MS, maxMs: RESEND_MS }

/** Something that is waiting for a guardian: a registration with a verified mailbox, or an account whose guardian was removed. */
type Waiting = { kind: 'registration' | 'student'; id: string; guardianEmail: string | null; consentId: string | null }

async function findWaiting(app: App, db: App['db'] | Tx, { email, registration }: Form): Promise<Waiting | undefined> {
  const verified = (await findRegistrations(app, db, email)).filter(({ verifiedAt }) => verifiedAt !== null)
  const found = findByReference(app, verified, registration)
  if (found) return { ...found, kind: 'registration' }
  const student = await findByGuardianReference(app, db, { email, reference: registration })
  return student && { ...student, kind: 'student' }
}

type Form = { email: string; registration: string; guardianEmail?: string | undefined }

/**
 * Whether a guardian still has to answer. Also false for an unknown reference, so that strangers learn nothing about an email.
 */
export async function isGuardianAsked(app: App, form: Omit<Form, 'guardianEmail'>): Promise<boolean> {
  return (await findWaiting(app, app.db, form)) !== undefined
}

/**
 * Mails the guardian of a waiting registration or account again. If another guardian is named, mails that one instead, and the
 * earlier link stops working. Throws 429 if the last request was less than a minute ago.
 * @returns the guardian's masked email
 */
export async function askGuardian(app: App, form: Form): Promise<string> {
  const waiting = (await findWaiting(app, app.db, form)) ?? refuseReference()
  const guardianEmail = form.guardianEmail ?? waiting.guardianEmail ?? refuseReference()
  refuseOwnEmail(form.email, guardianEmail)
  await countAttempt(app, attemptKey('ask-guardian', waiting.id), cooldown, accountsReplyText.guardianAskedTooSoon)
  // The limit per registration stops one child from sending mails to many strangers.
  const isMailed =
    (await app.rateLimits.consumeMailQuota('ask-guardian', waiting.id)) &&
    (await app.rateLimits.consumeMailQuota('guardian-consent', toLookupKey(guardianEmail)))
  await app.db.transaction(async (tx) => {
    await lockEmail(tx, form.email)
    // A reset may have invalidated the reference before the lock was taken.
    if ((await findWaiting(app, tx, form))?.id !== waiting.id) refuseReference()
    const isSame = toLookupKey(guardianEmail) === toLookupKey(waiting.guardianEmail ?? '')
    const consentId = (isSame && waiting.consentId) || randomUUID()
    if (!(await nameGuardian(tx, waiting, form.email, { guardianEmail, consentId }))) refuseReference()
    if (isMailed) await app.jobs.send(tx, accountMails, { kind: 'guardian-consent', consentId })
  })
  return maskEmail(guardianEmail)
}

/** @returns false if it is no longer waiting, or has another email by now, which could be this guardian's */
async function nameGuardian(
  tx: Tx,
  { kind, id }: Waiting,
  email: string,
  guardian: { guardianEmail: string; consentId: string },
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
              eq(students.emailKey, toLookupKey(email)),
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
