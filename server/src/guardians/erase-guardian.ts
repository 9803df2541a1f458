// Erases and copies a guardian's data.
import { asc, eq } from 'drizzle-orm'
import { toLookupKey } from '../accounts/queries.ts'
import { hashErasedEmail } from '../accounts/registrations.ts'
import type { App } from '../platform/app.ts'
import type { Tx } from '../platform/database/database.ts'
import type { GuardianUser } from '../platform/http/auth.ts'
import { fail } from '../platform/http/errors.ts'
import { clearAttempts } from '../platform/security/attempt-backoff.ts'
import { noteErasures, recordErasuresNow } from '../privacy/record-erasures.ts'
import { smsMessages } from '../sms/tables.ts'
import { hasChildren, lockOtherGuardiansOut } from './account.ts'
import { listChildNames } from './children/find-child.ts'
import { guardianTriesKey } from './codes.ts'
import { lockProvenGuardian, proveGuardian, type GuardianProof } from './prove-guardian.ts'
import { guardianBrowsers, guardianCodes, guardianRegistrations, guardians, guardianSessions } from './tables.ts'

/** Erases the caller's account, given the password or a code. Refused (409) while a child's account names this guardian. */
export async function eraseGuardianAccount(app: App, who: GuardianUser, proof: GuardianProof): Promise<void> {
  const proven = await proveGuardian(app, who.id, proof)
  await app.db.transaction(async (tx) => {
    await lockProvenGuardian(tx, proven)
    if (await hasChildren(tx, who.id)) fail('guardian_has_children')
    await eraseGuardian(app, tx, who.id)
  })
  await clearAttempts(
    app,
    (['verify', 'reset'] as const).map((use) => guardianTriesKey(use, toLookupKey(proven.address))),
  )
  await recordErasuresNow(app)
}

/**
 * Deletes a guardian's personal data. The row stays empty, because children's consents reference it.
 * @returns whether there was an account that was not erased yet
 */
export async function eraseGuardian(app: App, tx: Tx, id: string): Promise<boolean> {
  const [guardian] = await tx.select().from(guardians).where(eq(guardians.id, id)).for('update')
  if (!guardian || guardian.erasedAt) return false
  const { address, addressKey } = guardian
  await lockOtherGuardiansOut(tx, id)
  // They behave like those of a taken address until they expire, so that a stranger who made one learns nothing.
  await tx
    .update(guardianRegistrations)
    .set({ name: '', address: '', addressKey: hashErasedEmail(app, address) })
    .where(eq(guardianRegistrations.addressKey, addressKey))
  await tx.delete(smsMessages).where(eq(smsMessages.number, address))
  await tx
    .update(guardians)
    .set({ name: '', address: '', addressKey: id, passwordHash: '', addressBouncedAt: null, erasedAt: app.clock.now() })
    .where(eq(guardians.id, id))
  await noteErasures(app, tx, [{ kind: 'guardian', id }])
  return true
}

/** Copies everything that is stored about a guardian, without secrets. */
export async function exportGuardian(app: App, { id }: GuardianUser) {
  const { db } = app
  const [guardian] = await db.select().from(guardians).where(eq(guardians.id, id))
  if (!guardian) fail('unauthorised')
  const { passwordHash: _, addressKey, ...account } = guardian
  const [sessions, browsers, codes, registrations, texts, children] = await Promise.all([
    db
      .select()
      .from(guardianSessions)
      .where(eq(guardianSessions.guardianId, id))
      .orderBy(asc(guardianSessions.createdAt)),
    db
      .select()
      .from(guardianBrowsers)
      .where(eq(guardianBrowsers.guardianId, id))
      .orderBy(asc(guardianBrowsers.createdAt)),
    db.select().from(guardianCodes).where(eq(guardianCodes.guardianId, id)).orderBy(asc(guardianCodes.madeAt)),
    db.select().from(guardianRegistrations).where(eq(guardianRegistrations.addressKey, addressKey)),
    db.select().from(smsMessages).where(eq(smsMessages.number, guardian.address)).orderBy(asc(smsMessages.at)),
    listChildNames(db, id),
  ])
  return {
    exportedAt: app.clock.now().toISOString(),
    tables: {
      account: [account],
      sessions: sessions.map(({ device, createdAt, lastSeenAt, expiresAt }) => ({
        device,
        createdAt,
        lastSeenAt,
        expiresAt,
      })),
      browsers: browsers.map(({ createdAt, lastLoginAt }) => ({ createdAt, lastLoginAt })),
      codes: codes.map(({ use, madeAt, sentAt }) => ({ use, madeAt, sentAt })),
      registrations: registrations.map(({ createdAt }) => ({ createdAt })),
      textMessages: texts.map(({ number, kind, parts, state, at, sentAt, settledAt }) => ({
        number,
        kind,
        parts,
        state,
        at,
        sentAt,
        settledAt,
      })),
      children: children.map((username) => ({ username })),
    },
  }
}
