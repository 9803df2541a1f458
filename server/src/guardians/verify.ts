import { eq } from 'drizzle-orm'
import { countTry } from '../accounts/code-tries.ts'
import { toLookupKey } from '../accounts/queries.ts'
import { isEmailAddress } from '../accounts/read-address.ts'
import type { App } from '../platform/app.ts'
import type { Tx } from '../platform/database/database.ts'
import { fail } from '../platform/http/errors.ts'
import { clearAttempts } from '../platform/security/attempt-backoff.ts'
import { markCodeUsed } from '../sms/send-sms.ts'
import { guardianTriesKey, useGuardianCode } from './codes.ts'
import { findGuardianByAddress, findPendingGuardian, lockAddress, type GuardianTarget } from './registrations.ts'
import { nameTarget } from './resend-code.ts'
import { guardianRegistrations, guardians } from './tables.ts'

type Form = GuardianTarget & { verificationToken: string }

/** Verifies an address with its code, which opens the account. Throws 400 if the code is wrong or expired, and 429 after five tries. */
export async function verifyGuardian(app: App, form: Form): Promise<void> {
  const key = guardianTriesKey('verify', nameTarget(form))
  // Counted before the comparison, so that parallel guesses gain nothing.
  await countTry(app, key)
  if (!(await app.db.transaction((tx) => openGuardianAccount(app, tx, form)))) fail('verification_failed')
  await clearAttempts(app, [key])
}

/** Runs the same statements for every wrong code, whether or not the address is known. An address with an account has no right code. */
async function openGuardianAccount(app: App, tx: Tx, form: Form): Promise<boolean> {
  const { address, verificationToken } = form
  await lockAddress(tx, address)
  const owner = await findGuardianByAddress(tx, address)
  const pending = await findPendingGuardian(app, tx, form)
  const registration = owner || pending?.address === '' ? undefined : pending
  if (
    !(await useGuardianCode(app, tx, { use: 'verify', ownerId: registration?.id }, verificationToken)) ||
    !registration
  )
    return false
  const now = app.clock.now()
  const { id, name, passwordHash } = registration
  await tx
    .insert(guardians)
    .values({ id, name, address, addressKey: toLookupKey(address), passwordHash, createdAt: now, lastActiveAt: now })
  await tx.delete(guardianRegistrations).where(eq(guardianRegistrations.id, id))
  if (!isEmailAddress(address)) await markCodeUsed(app, tx, address)
  return true
}
