// An admin's second factor: a code from an authenticator app (TOTP, RFC 6238) or a recovery code. Each works once.
import { and, eq, isNull, lt, or } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import type { App } from '../../platform/app.ts'
import { writeAuditLine } from '../../platform/audit/write-audit-line.ts'
import { decryptText } from '../../platform/security/encryption.ts'
import { computeHmac } from '../../platform/security/tokens.ts'
import { clearAttempts, countAttempt, attemptKey } from '../../platform/security/attempt-backoff.ts'
import type { AdminRow } from '../queries.ts'
import { admins, recoveryCodes } from '../tables.ts'

const PERIOD_SECONDS = 30
/** Accepts codes from this many time steps before and after the current one, because phone clocks differ. */
const WINDOW = 1
/**
 * Wrong codes are counted separately for each session and each known browser of an admin. All unknown browsers share one count,
 * whatever their network address. So someone who knows only the password can make the owner wait in unknown browsers, but
 * nowhere else.
 */
const backoff = { freeAttempts: 5, initialMs: 1_000, maxMs: 15 * 60_000 }

/** Creates the TOTP generator, with the same parameters as the authenticator app. */
export function createTotp(secret: string, label = ''): TOTP {
  return new TOTP({ issuer: 'Baobab', label, secret: Secret.fromBase32(secret), period: PERIOD_SECONDS, digits: 6 })
}

/** Returns the keyed hash under which a recovery code is stored. Ignores spaces, dashes and case. */
export function hashRecoveryCode(app: Pick<App, 'keys'>, adminId: string, code: string): string {
  return computeHmac(app.keys.factors, 'recovery code', adminId, code.toLowerCase().replace(/[\s-]/g, '')).toString(
    'base64url',
  )
}

/**
 * Returns whether a code is valid for an admin. A valid code is used up: if several requests send the same code, one succeeds.
 * Throws 429 after too many wrong codes.
 * @param caller the id of the session, or of the known browser used to log in; undefined for an unknown browser
 */
export async function verifySecondFactor(
  app: App,
  admin: AdminRow,
  { code, caller }: { code: string; caller: string | undefined },
): Promise<boolean> {
  const key = attemptKey('admin-factor', admin.id, ...(caller === undefined ? [] : [caller]))
  await countAttempt(app, key, backoff)
  const isValid = await (/^\d{6}$/.test(code) ? useTotpCode(app, admin, code) : useRecoveryCode(app, admin, code))
  if (isValid) await clearAttempts(app, [key])
  return isValid
}

async function useTotpCode(app: App, admin: AdminRow, token: string): Promise<boolean> {
  if (!admin.totpSecret) return false
  const now = app.clock.now().getTime()
  const totp = createTotp(decryptText(admin.totpSecret, { key: app.keys.factors, owner: admin.id }))
  const delta = totp.validate({ token, timestamp: now, window: WINDOW })
  if (delta === null) return false
  const step = Math.floor(now / 1_000 / PERIOD_SECONDS) + delta
  const used = await app.db
    .update(admins)
    .set({ totpStep: step })
    .where(and(eq(admins.id, admin.id), or(isNull(admins.totpStep), lt(admins.totpStep, step))))
    .returning({ id: admins.id })
  return used.length > 0
}

async function useRecoveryCode(app: App, admin: AdminRow, code: string): Promise<boolean> {
  const isUnused = and(
    eq(recoveryCodes.adminId, admin.id),
    eq(recoveryCodes.codeHash, hashRecoveryCode(app, admin.id, code)),
    isNull(recoveryCodes.usedAt),
  )
  return app.db.transaction(async (tx) => {
    const used = await tx
      .update(recoveryCodes)
      .set({ usedAt: app.clock.now() })
      .where(isUnused)
      .returning({ adminId: recoveryCodes.adminId })
    if (used.length === 0) return false
    await writeAuditLine(app, tx, { adminId: admin.id, action: 'admin.recovery_code_used', subject: admin.id })
    return true
  })
}
