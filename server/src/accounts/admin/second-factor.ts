// Turns an admin's second factor on and off. The secret is encrypted with a server key. Recovery codes are shown only once and
// stored as keyed hashes.
import { randomInt } from 'node:crypto'
import { and, count, eq, isNull, sql } from 'drizzle-orm'
import { RECOVERY_CODES } from '@baobab/contract/accounts/rules.ts'
import { accountsAdminText } from '@baobab/contract/accounts/text.ts'
import { Secret } from 'otpauth'
import type { App } from '../../platform/app.ts'
import { writeAuditLine } from '../../platform/audit/write-audit-line.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import type { Tx } from '../../platform/database/database.ts'
import { fail, failField } from '../../platform/http/errors.ts'
import { encryptText } from '../../platform/security/encryption.ts'
import { verifySecondFactor, hashRecoveryCode, createTotp } from './verify-second-factor.ts'
import { requirePassword } from './reauthenticate-admin.ts'
import { findAdminById } from '../queries.ts'
import { admins, recoveryCodes } from '../tables.ts'

type PasswordAndCode = { password: string; code: string }

/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20
/** Letters and digits that are hard to confuse. Ten of them make 49 bits. */
const LETTERS = '23456789abcdefghjkmnpqrstuvwxyz'

/** Reads whether the second factor is on, since when, and how many recovery codes are unused. */
export async function readSecondFactor(app: App, who: AdminUser) {
  const admin = (await findAdminById(app.db, who.id)) ?? fail('not_found')
  const [left] = await app.db
    .select({ count: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.adminId, who.id), isNull(recoveryCodes.usedAt)))
  const since = admin.totpSince?.toISOString() ?? null
  return { isOn: since !== null, since, recoveryCodesLeft: left?.count ?? 0 }
}

/** Creates a key for the authenticator app, replacing any earlier one. */
export async function beginSecondFactor(app: App, who: AdminUser, password: string) {
  if ((await findAdminById(app.db, who.id))?.totpSince) fail('second_factor_on')
  await requirePassword(app, who, { password })
  const secret = new Secret({ size: SECRET_BYTES }).base32
  const totpSecret = encryptText(secret, { key: app.keys.factors, owner: who.id })
  await app.db.transaction(async (tx) => {
    const updated = await tx
      .update(admins)
      .set({ totpSecret, totpStep: null })
      .where(and(eq(admins.id, who.id), isNull(admins.totpSince)))
      .returning({ id: admins.id })
    if (updated.length === 0) fail('second_factor_on')
    await writeAuditLine(app, tx, { adminId: who.id, action: 'admin.second_factor_begun', subject: who.id })
  })
  return { secret, uri: createTotp(secret, who.username).toString() }
}

/** Turns the second factor on after checking a code from the app. @returns the recovery codes */
export async function turnOnSecondFactor(app: App, who: AdminUser, code: string): Promise<string[]> {
  const admin = (await findAdminById(app.db, who.id)) ?? fail('not_found')
  if (admin.totpSince) fail('second_factor_on')
  const { totpSecret } = admin
  if (!totpSecret) fail('second_factor_not_begun')
  if (!(await verifySecondFactor(app, admin, { code, caller: who.sessionId })))
    failField('code', accountsAdminText.secondFactorWrong)
  return app.db.transaction(async (tx) => {
    const isUnchanged = and(eq(admins.id, who.id), isNull(admins.totpSince), eq(admins.totpSecret, totpSecret))
    const turnedOn = await tx
      .update(admins)
      .set({ totpSince: app.clock.now() })
      .where(isUnchanged)
      .returning({ id: admins.id })
    if (turnedOn.length === 0) fail('second_factor_on')
    await writeAuditLine(app, tx, { adminId: who.id, action: 'admin.second_factor_on', subject: who.id })
    return replaceRecoveryCodes(app, tx, who.id)
  })
}

/** Replaces the recovery codes. @returns the new ones */
export async function makeRecoveryCodes(app: App, who: AdminUser, input: PasswordAndCode): Promise<string[]> {
  const admin = await requirePassword(app, who, input)
  if (!admin.totpSince) fail('second_factor_not_begun')
  return app.db.transaction(async (tx) => {
    await writeAuditLine(app, tx, { adminId: who.id, action: 'admin.recovery_codes_made', subject: who.id })
    return replaceRecoveryCodes(app, tx, who.id)
  })
}

export async function turnOffSecondFactor(app: App, who: AdminUser, input: PasswordAndCode): Promise<void> {
  await requirePassword(app, who, input)
  await app.db.transaction(async (tx) => {
    await tx.update(admins).set({ totpSecret: null, totpSince: null, totpStep: null }).where(eq(admins.id, who.id))
    await tx.delete(recoveryCodes).where(eq(recoveryCodes.adminId, who.id))
    await writeAuditLine(app, tx, { adminId: who.id, action: 'admin.second_factor_off', subject: who.id })
  })
}

async function replaceRecoveryCodes(app: App, tx: Tx, adminId: string): Promise<string[]> {
  // The lock serialises concurrent calls, so that only the later call's codes remain.
  await tx.execute(sql`select 1 from ${admins} where ${admins.id} = ${adminId} for update`)
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.adminId, adminId))
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
  await tx
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ adminId, codeHash: hashRecoveryCode(app, adminId, code) })))
  return codes
}

function newRecoveryCode(): string {
  const letters = Array.from({ length: 10 }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return `${letters.slice(0, 5)}-${letters.slice(5)}`
}
