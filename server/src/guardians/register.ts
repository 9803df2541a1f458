// Registers guardians without revealing whether an address has an account: the reply, the work and the rows are always the same.
// Whether the message contains a code or tells the address's owner is decided only when it is written.
import { and, desc, eq, notInArray, sql } from 'drizzle-orm'
import type { ParsedOf } from '@baobab/contract/kernel/endpoint.ts'
import { CODE_MS, PENDING_REGISTRATIONS } from '@baobab/contract/accounts/rules.ts'
import type { registerGuardian as endpoint } from '@baobab/contract/guardians/endpoints.ts'
import { COMMON_PASSWORD } from '@baobab/contract/kernel/fields.ts'
import { toLookupKey } from '../accounts/queries.ts'
import { isEmailAddress, type Address } from '../accounts/read-address.ts'
import { hashRegistrationPassword } from '../accounts/registration-passwords.ts'
import { isCommonPassword } from '../accounts/rules.ts'
import type { App } from '../platform/app.ts'
import type { Tx } from '../platform/database/database.ts'
import { failField } from '../platform/http/errors.ts'
import { clearAttempts } from '../platform/security/attempt-backoff.ts'
import { countGuardianCode, requireCodeAddress } from './address.ts'
import { createRegistrationCode, deriveGuardianCode, guardianTriesKey } from './codes.ts'
import { guardianMessages } from './guardian-messages.ts'
import { deriveGuardianReference, isOfAddress, lockAddress } from './registrations.ts'
import { startResendWait } from './resend-code.ts'
import { guardianCodes, guardianRegistrations } from './tables.ts'

type Form = ParsedOf<typeof endpoint>['body']
type NewRegistration = { name: string; address: Address; passwordHash: string }

/**
 * Stores a registration and sends its code.
 * @returns `registration`: the secret reference; `verificationToken`: the code itself if it goes to the sandbox, otherwise the
 * reference
 */
export async function registerGuardian(app: App, form: Form) {
  const { name, password } = form
  const address = await requireCodeAddress(app, form, { isUnproved: true })
  if (isCommonPassword(password, { username: name, email: address })) failField('password', COMMON_PASSWORD)
  const passwordHash = await hashRegistrationPassword(app, { email: address, password })
  const isSent = await countGuardianCode(app, address, { kind: 'verify' })
  const { id, codeId } = await app.db.transaction((tx) => store(app, tx, { name, address, passwordHash }, isSent))
  const registration = deriveGuardianReference(app, id)
  if (isSent) await clearAttempts(app, [guardianTriesKey('verify', toLookupKey(address))])
  await startResendWait(app, { address })
  await startResendWait(app, { address, registration })
  const isReal = isEmailAddress(address) ? app.config.smtpUrl : app.config.sms.provider
  const verificationToken = isReal ? registration : deriveGuardianCode(app, { id: codeId, use: 'verify' })
  return { verificationToken, registration }
}

/** @param isSent false if the address has reached its limit: then its code exists nowhere, because it could only be guessed */
async function store(app: App, tx: Tx, { name, address, passwordHash }: NewRegistration, isSent: boolean) {
  await lockAddress(tx, address)
  const values = { name, address, addressKey: toLookupKey(address), passwordHash, createdAt: app.clock.now() }
  const [row] = await tx.insert(guardianRegistrations).values(values).returning({ id: guardianRegistrations.id })
  const id = row?.id ?? ''
  const codeId = await createRegistrationCode(app, tx, isSent ? id : undefined)
  await removeSurplus(app, tx, address)
  if (isSent) await app.jobs.send(tx, guardianMessages, { kind: 'verify', codeId })
  return { id, codeId }
}

/**
 * Deletes registrations of an address beyond the limit. Those with a fresh code stay, oldest first, so that a stranger cannot end
 * the registration of the address's owner, who may be about to enter the code. Of the others, the newest stay.
 */
async function removeSurplus(app: App, tx: Tx, address: Address): Promise<void> {
  const oldestCode = new Date(app.clock.now().getTime() - CODE_MS)
  const { createdAt, id } = guardianRegistrations
  // Null for registrations without a fresh code, which come last.
  const madeWithFreshCode = sql`case when ${guardianCodes.madeAt} > ${oldestCode}::timestamptz then ${createdAt} end`
  const kept = tx
    .select({ id })
    .from(guardianRegistrations)
    .leftJoin(guardianCodes, eq(guardianCodes.registrationId, id))
    .where(isOfAddress(app, address))
    .orderBy(madeWithFreshCode, desc(createdAt), desc(id))
    .limit(PENDING_REGISTRATIONS)
  await tx.delete(guardianRegistrations).where(and(isOfAddress(app, address), notInArray(id, kept)))
}
