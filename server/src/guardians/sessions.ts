// Guardians' sessions. Their tokens begin with a mark, so that looking up a student's or admin's token costs no second query.
import { and, eq, isNull, lt } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { GUARDIAN_SESSION_MS } from '@baobab/contract/guardians/rules.ts'
import type { App } from '../platform/app.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import type { GuardianUser } from '../platform/http/auth.ts'
import { isDatabaseUnavailable, isStorageFull } from '../platform/http/errors.ts'
import { generateToken, hashToken } from '../platform/security/tokens.ts'
import { guardians, guardianSessions } from './tables.ts'

const MARK = 'guardian_'
/** Minimum time in milliseconds between writes of `lastSeenAt`, so that not every request writes a row. */
const LAST_SEEN_INTERVAL_MS = 5 * 60_000
/** Minimum time between writes of `lastActiveAt`. */
const LAST_ACTIVE_INTERVAL_MS = 24 * 3_600_000

/** Starts a session. @returns its token, which is never stored */
export async function startGuardianSession(
  app: App,
  tx: Tx,
  { guardianId, device }: { guardianId: string; device: string },
): Promise<{ token: string; sessionId: string }> {
  const token = `${MARK}${generateToken()}`
  const sessionId = randomUUID()
  const now = app.clock.now()
  await tx.insert(guardianSessions).values({
    id: sessionId,
    tokenHash: hashToken(token),
    guardianId,
    device,
    createdAt: now,
    confirmedAt: now,
    lastSeenAt: now,
    expiresAt: new Date(now.getTime() + GUARDIAN_SESSION_MS),
  })
  await markActive(tx, guardianId, now)
  return { token, sessionId }
}

/** Finds the guardian for a token; undefined if it is none of a guardian's, or the session has ended. */
export async function readGuardianSession(app: App, token: string): Promise<GuardianUser | undefined> {
  if (!token.startsWith(MARK)) return undefined
  const { db } = app.separate.sessions
  const [row] = await db
    .select({ session: guardianSessions, name: guardians.name })
    .from(guardianSessions)
    .innerJoin(guardians, and(eq(guardians.id, guardianSessions.guardianId), isNull(guardians.erasedAt)))
    .where(eq(guardianSessions.tokenHash, hashToken(token)))
  const now = app.clock.now()
  if (!row || row.session.expiresAt <= now) return undefined
  const { id: sessionId, guardianId: id, lastSeenAt, confirmedAt } = row.session
  if (now.getTime() - lastSeenAt.getTime() > LAST_SEEN_INTERVAL_MS) await touch(app, { id: sessionId, guardianId: id })
  return { kind: 'guardian', id, name: row.name, sessionId, confirmedAt }
}

/** Extends a session. A full disk or a held lock prevents this write, but not the read the session is used for. */
async function touch(app: App, { id, guardianId }: { id: string; guardianId: string }): Promise<void> {
  if (app.diskSpace.isFull()) return
  const now = app.clock.now()
  try {
    const { db } = app.separate.sessions
    const expiresAt = new Date(now.getTime() + GUARDIAN_SESSION_MS)
    await db.update(guardianSessions).set({ lastSeenAt: now, expiresAt }).where(eq(guardianSessions.id, id))
    await markActive(db, guardianId, now)
  } catch (error) {
    if (!isStorageFull(error) && !isDatabaseUnavailable(error)) throw error
  }
}

async function markActive(db: Db | Tx, guardianId: string, now: Date): Promise<void> {
  const dayAgo = new Date(now.getTime() - LAST_ACTIVE_INTERVAL_MS)
  await db
    .update(guardians)
    .set({ lastActiveAt: now })
    .where(and(eq(guardians.id, guardianId), lt(guardians.lastActiveAt, dayAgo)))
}
