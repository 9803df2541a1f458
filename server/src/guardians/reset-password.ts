// Resets a forgotten password with a six-digit code that is sent to the account's address.
import { COMMON_PASSWORD } from '@baobab/contract/kernel/fields.ts'
import { guardiansText } from '@baobab/contract/guardians/text.ts'
import { eq } from 'drizzle-orm'
import { countTry } from '../accounts/code-tries.ts'
import { toLookupKey } from '../accounts/queries.ts'
import { isEmailAddress, type Address } from '../accounts/read-address.ts'
import { isCommonPassword } from '../accounts/rules.ts'
import type { App } from '../platform/app.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { failField } from '../platform/http/errors.ts'
import { clearAttempts } from '../platform/security/attempt-backoff.ts'
import { hashPassword } from '../platform/security/passwords.ts'
import { lockOtherGuardiansOut } from './account.ts'
import { countGuardianCode } from './address.ts'
import { findGuardianBrowser, rememberGuardianBrowser } from './browsers.ts'
import { createAccountCode, guardianTriesKey, useGuardianCode } from './codes.ts'
import { guardianMessages } from './guardian-messages.ts'
import { clearGuardianLoginCounters } from './log-in.ts'
import { findGuardianByAddress, lockAddress } from './registrations.ts'
import { isLongUnused } from '../accounts/rules.ts'
import { guardians, type GuardianRow } from './tables.ts'

type Target = { address: Address; device?: string | undefined }

/** Finds the account whose password a code to the address may reset: not if another person may have the number by now. */
async function findResettable(app: App, db: Db | Tx, address: Address): Promise<GuardianRow | undefined> {
  const guardian = await findGuardianByAddress(db, address)
  if (!guardian || isEmailAddress(address)) return guardian
  return isLongUnused(guardian.lastActiveAt, app.clock.now()) ? undefined : guardian
}

/** Sends a code if the address has an account. Runs the same statements and queues a job if not. */
export async function forgotGuardianPassword(app: App, { address, device }: Target): Promise<void> {
  // A known browser has its own codes: a stranger who uses up an address's codes does not use up the owner's.
  const browserId = await findGuardianBrowser(app.db, { address, device })
  const isAllowed =
    (browserId !== undefined && (await countGuardianCode(app, address, { kind: 'reset', browserId }))) ||
    (await countGuardianCode(app, address, { kind: 'reset' }))
  if (!isAllowed) return
  await app.db.transaction(async (tx) => {
    await lockAddress(tx, address)
    const guardianId = (await findResettable(app, tx, address))?.id
    const codeId = await createAccountCode(app, tx, { use: 'reset', guardianId })
    await app.jobs.send(tx, guardianMessages, { kind: 'reset', codeId })
  })
  await clearAttempts(app, [guardianTriesKey('reset', toLookupKey(address)), ...toBrowserKeys(browserId)])
}

const toBrowserKeys = (browserId: string | undefined) =>
  browserId === undefined ? [] : [guardianTriesKey('reset', browserId)]

/**
 * Sets a new password with a code, and locks everyone else out. The code works once. The browser becomes a known one, so that it can
 * log in even while strangers keep guessing.
 * @returns the browser's secret
 */
export async function resetGuardianPassword(
  app: App,
  { address, device, code, newPassword }: Target & { code: string; newPassword: string },
  network: string,
): Promise<{ device: string }> {
  const found = await findResettable(app, app.db, address)
  if (isCommonPassword(newPassword, { username: '', email: address })) failField('newPassword', COMMON_PASSWORD)
  const browserId = await findGuardianBrowser(app.db, { address, device })
  // A known browser has its own tries, which strangers cannot use up.
  const triesKey = toBrowserKeys(browserId)[0] ?? guardianTriesKey('reset', toLookupKey(address))
  await countTry(app, triesKey)
  const passwordHash = await hashPassword(newPassword)
  const browser = await app.db.transaction(async (tx) => {
    await lockAddress(tx, address)
    const isRight = await useGuardianCode(app, tx, { use: 'reset', ownerId: found?.id }, code)
    if (!isRight || !found) return undefined
    const remembered = await rememberGuardianBrowser(app, tx, { guardianId: found.id, device })
    await lockOtherGuardiansOut(tx, found.id, { browserId: remembered.browserId })
    await tx.update(guardians).set({ passwordHash, addressBouncedAt: null }).where(eq(guardians.id, found.id))
    await app.jobs.send(tx, guardianMessages, { kind: 'password-changed', guardianId: found.id })
    return remembered
  })
  if (!browser) failField('code', guardiansText.wrongCode)
  await clearAttempts(app, [triesKey])
  await clearGuardianLoginCounters(app, { address, browserId: browser.browserId, network })
  return { device: browser.device }
}
