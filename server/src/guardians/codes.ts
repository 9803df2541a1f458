// The six-digit codes that prove a guardian's address: for a registration, a new password, or instead of the password.
import { randomUUID } from 'node:crypto'
import { and, eq, isNull, lt, or, sql, type SQL } from 'drizzle-orm'
import { CODE_MS } from '@baobab/contract/accounts/rules.ts'
import { isCodeValid } from '../accounts/rules.ts'
import type { App } from '../platform/app.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { attemptKey } from '../platform/security/attempt-backoff.ts'
import { computeHmac, isSameSecret } from '../platform/security/tokens.ts'
import { guardianCodes, guardianRegistrations, guardians, type guardianCodeUses } from './tables.ts'

export type GuardianCodeUse = (typeof guardianCodeUses)[number]
type CodeRow = typeof guardianCodes.$inferSelect

/** Returns the six digits of a code. They are derived differently from students' codes, so neither opens the other's account. */
export function deriveGuardianCode(app: Pick<App, 'keys'>, { id, use }: Pick<CodeRow, 'id' | 'use'>): string {
  const number = computeHmac(app.keys.codes, 'guardian code', use, id).readUIntBE(0, 6) % 1_000_000
  return String(number).padStart(6, '0')
}

/** Returns the key that counts tries at a code. */
export function guardianTriesKey(use: GuardianCodeUse, target: string): string {
  return attemptKey('guardian-code', use, target)
}

type NewCode = { id: string; use: GuardianCodeUse; now: Date; source: SQL; isReplaced: SQL | undefined }

/** Inserts a code if the source has a row. Runs the same statements if it has none. @returns the code's id in either case */
async function insertCode(tx: Tx, { id, use, now, source, isReplaced }: NewCode): Promise<string> {
  await tx.delete(guardianCodes).where(isReplaced)
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into guardian_codes (id, registration_id, guardian_id, use, made_at)
    select ${id}::uuid, source.registration_id, source.guardian_id, ${use}, ${now}::timestamptz from (${source}) source
    on conflict do nothing
    returning id`)
  return rows[0]?.id ?? id
}

/**
 * Creates the code of a registration and deletes its earlier one.
 * @param registrationId undefined if there is no registration: then the same statements run
 * @param options.keepsValid keeps an earlier code that has not expired, and restarts its 15 minutes
 */
export async function createRegistrationCode(
  app: App,
  tx: Tx,
  registrationId: string = randomUUID(),
  { keepsValid = false } = {},
): Promise<string> {
  const now = app.clock.now()
  const isOwn = eq(guardianCodes.registrationId, registrationId)
  const hasExpired = lt(
    sql`coalesce(${guardianCodes.sentAt}, ${guardianCodes.madeAt})`,
    new Date(now.getTime() - CODE_MS),
  )
  const source = sql`select id as registration_id, null::uuid as guardian_id from ${guardianRegistrations} where id = ${registrationId}`
  const isReplaced = keepsValid ? and(isOwn, hasExpired) : isOwn
  const id = await insertCode(tx, { id: randomUUID(), use: 'verify', now, source, isReplaced })
  const [kept] = await tx
    .update(guardianCodes)
    .set({ madeAt: now, sentAt: null })
    .where(isOwn)
    .returning({ id: guardianCodes.id })
  return kept?.id ?? id
}

/** Creates a code of an account, which replaces the earlier one for the same use. Runs the same statements without an account. */
export function createAccountCode(
  app: App,
  tx: Tx,
  { use, guardianId = randomUUID() }: { use: 'reset' | 'proof'; guardianId: string | undefined },
): Promise<string> {
  const source = sql`select null::uuid as registration_id, id as guardian_id from ${guardians} where id = ${guardianId} and ${isNull(guardians.erasedAt)}`
  const isReplaced = and(eq(guardianCodes.guardianId, guardianId), eq(guardianCodes.use, use))
  return insertCode(tx, { id: randomUUID(), use, now: app.clock.now(), source, isReplaced })
}

type Owner = { use: GuardianCodeUse; ownerId: string | undefined }

/** Uses a code up if the digits are right. Runs the same query if nobody owns a code. @returns whether they were */
export async function useGuardianCode(
  app: App,
  db: Db | Tx,
  { use, ownerId = randomUUID() }: Owner,
  typed: string,
): Promise<boolean> {
  const isOwners = or(eq(guardianCodes.registrationId, ownerId), eq(guardianCodes.guardianId, ownerId))
  const [code] = await db
    .select()
    .from(guardianCodes)
    .where(and(isOwners, eq(guardianCodes.use, use)))
  if (!code || !isCodeValid(code, app.clock.now())) return false
  if (!isSameSecret(deriveGuardianCode(app, code), typed)) return false
  const used = await db.delete(guardianCodes).where(eq(guardianCodes.id, code.id)).returning({ id: guardianCodes.id })
  return used.length > 0
}
