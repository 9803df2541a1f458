// Login sessions. The server stores the hash of each token, so that a session can be ended at any time.
import { randomUUID } from 'node:crypto'
import { and, desc, eq, gt, isNull, lt, ne, sql } from 'drizzle-orm'
import { ADMIN_SESSION_MS, REMEMBERED_SESSION_MS, SESSION_MS, listRoles } from '@baobab/contract/accounts/rules.ts'
import type { App } from '../platform/app.ts'
import type { AdminUser, SessionUser, StudentUser } from '../platform/http/auth.ts'
import { isDatabaseUnavailable, isStorageFull } from '../platform/http/errors.ts'
import { batchedRead } from '../platform/database/batched-read.ts'
import { isId, preparedQuery, type Db, type Tx } from '../platform/database/database.ts'
import { hashToken, generateToken } from '../platform/security/tokens.ts'
import { oldestActivity } from './rules.ts'
import { admins, sessions, students } from './tables.ts'

/** Minimum time in milliseconds between writes of `lastSeenAt`, so that not every request writes a row. */
const LAST_SEEN_INTERVAL_MS = 5 * 60_000
/** Minimum time between writes of a student's `lastActiveAt`: erasing inactive accounts after years needs only the day. */
const LAST_ACTIVE_INTERVAL_MS = 24 * 3_600_000

type NewSession = { kind: 'student' | 'admin'; id: string; device: string; browserId: string; rememberMe: boolean }

const getLifetimeMs = (session: Pick<NewSession, 'kind' | 'rememberMe'>) => {
  if (session.kind === 'admin') return ADMIN_SESSION_MS
  return session.rememberMe ? REMEMBERED_SESSION_MS : SESSION_MS
}

/** Starts a session. @returns its token, which is never stored, and its id */
export async function startSession(
  app: App,
  db: Db | Tx,
  session: NewSession,
): Promise<{ token: string; sessionId: string }> {
  const [token, sessionId] = [generateToken(), randomUUID()]
  const now = app.clock.now()
  await db.insert(sessions).values({
    id: sessionId,
    tokenHash: hashToken(token),
    ...(session.kind === 'admin' ? { adminId: session.id } : { studentId: session.id }),
    device: session.device,
    browserId: session.browserId,
    isRemembered: session.kind === 'student' && session.rememberMe,
    createdAt: now,
    confirmedAt: now,
    lastSeenAt: now,
    expiresAt: new Date(now.getTime() + getLifetimeMs(session)),
  })
  if (session.kind === 'student') await markActive(db, session.id, now)
  return { token, sessionId }
}

/**
 * Records that a student is using the account, so that it is not erased as inactive. After a long time without use, the phone number
 * has to be proved again.
 */
async function markActive(db: Db | Tx, studentId: string, now: Date): Promise<void> {
  const dayAgo = new Date(now.getTime() - LAST_ACTIVE_INTERVAL_MS)
  await db
    .update(students)
    .set({
      lastActiveAt: now,
      // The right side of an assignment reads the row as it was.
      numberProvedAt: sql`case when ${students.lastActiveAt} > ${oldestActivity(now)} then ${students.numberProvedAt} end`,
    })
    .where(and(eq(students.id, studentId), lt(students.lastActiveAt, dayAgo)))
}

const sessionsOfTokensQuery = preparedQuery((db) =>
  db
    .select({
      id: sessions.id,
      tokenHash: sessions.tokenHash,
      expiresAt: sessions.expiresAt,
      studentId: sessions.studentId,
      adminId: sessions.adminId,
      lastSeenAt: sessions.lastSeenAt,
      isRemembered: sessions.isRemembered,
      confirmedAt: sessions.confirmedAt,
      studentName: students.username,
      birth: students.birth,
      adminName: admins.username,
      role: admins.role,
      moreRoles: admins.moreRoles,
    })
    .from(sessions)
    .leftJoin(students, eq(students.id, sessions.studentId))
    .leftJoin(admins, and(eq(admins.id, sessions.adminId), isNull(admins.removedAt)))
    // The subquery hides the number of tokens from the planner. Otherwise PostgreSQL plans this statement each time it runs, because
    // plans for a few tokens look cheaper than one for any number, and planning takes longer than reading.
    .where(sql`${sessions.tokenHash} = any(array(select unnest(${sql.placeholder('tokenHashes')}::text[])))`)
    .prepare('sessions-of-tokens'),
)

const findSessionByHash = batchedRead(async (db, tokenHashes: readonly string[]) => {
  const rows = await sessionsOfTokensQuery(db).execute({ tokenHashes })
  const byHash = new Map(rows.map((row) => [row.tokenHash, row]))
  return tokenHashes.map((tokenHash) => byHash.get(tokenHash))
})

/** Finds the user for a token. Returns undefined if the session has ended or expired, or if the admin's access has ended. */
export async function readSession(app: App, token: string): Promise<SessionUser | undefined> {
  const now = app.clock.now()
  const row = await findSessionByHash(app.separate.sessions.db, hashToken(token))
  if (!row || row.expiresAt <= now) return undefined
  const { id: sessionId, studentId, adminId } = row
  if (now.getTime() - row.lastSeenAt.getTime() > LAST_SEEN_INTERVAL_MS) await touch(app, row)
  if (adminId && row.adminName && row.role) {
    const { adminName: username, role, moreRoles, confirmedAt } = row
    const roles = listRoles({ role, moreRoles: moreRoles ?? [] })
    return { kind: 'admin', id: adminId, username, roles, sessionId, confirmedAt }
  }
  if (studentId && row.studentName && row.birth)
    return { kind: 'student', id: studentId, username: row.studentName, sessionId, birth: row.birth }
  return undefined
}

/** Finds the owner of a session, or undefined if it has ended. Signed links bound to a session end with it. */
export async function findSessionOwner(
  app: App,
  sessionId: string,
): Promise<{ studentId: string | null; adminId: string | null } | undefined> {
  const { studentId, adminId } = sessions
  const [row] = await app.separate.sessions.db
    .select({ studentId, adminId })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), gt(sessions.expiresAt, app.clock.now())))
  return row
}

/**
 * Updates when a session was last used. A remembered session is extended to thirty days from now. A full disk or a held lock
 * prevents this write, but not the read the session is used for.
 */
async function touch(
  app: App,
  session: { id: string; studentId: string | null; isRemembered: boolean },
): Promise<void> {
  if (app.diskSpace.isFull()) return
  const now = app.clock.now()
  const slide = session.isRemembered ? { expiresAt: new Date(now.getTime() + REMEMBERED_SESSION_MS) } : {}
  try {
    await app.separate.sessions.db
      .update(sessions)
      .set({ lastSeenAt: now, ...slide })
      .where(eq(sessions.id, session.id))
    if (session.studentId) await markActive(app.separate.sessions.db, session.studentId, now)
  } catch (error) {
    if (!isStorageFull(error) && !isDatabaseUnavailable(error)) throw error
  }
}

export type SessionOwner = Pick<StudentUser | AdminUser, 'kind' | 'id'>

const belongsTo = ({ kind, id }: SessionOwner) => eq(kind === 'student' ? sessions.studentId : sessions.adminId, id)

/** Lists a user's sessions that have not expired, most recently used first. */
export async function listSessions(app: App, owner: SessionOwner) {
  return app.db
    .select()
    .from(sessions)
    .where(and(belongsTo(owner), gt(sessions.expiresAt, app.clock.now())))
    .orderBy(desc(sessions.lastSeenAt))
}

/** Tells all servers that a user's sessions have ended, so that their open event streams end too. */
export const SESSIONS_ENDED_TOPIC = 'sessions-ended'

/** Ends one session. @returns false if it does not belong to this owner */
export async function endSession(
  app: Pick<App, 'pubSub'>,
  db: Db | Tx,
  owner: SessionOwner,
  sessionId: string,
): Promise<boolean> {
  if (!isId(sessionId)) return false
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.id, sessionId), belongsTo(owner)))
    .returning({ id: sessions.id })
  if (ended.length > 0) await app.pubSub.publish(db, SESSIONS_ENDED_TOPIC, owner.id)
  return ended.length > 0
}

/** Selects the ids of a user's sessions. */
export function ownSessions(tx: Tx, owner: SessionOwner, { except }: { except: string | undefined }) {
  return tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(belongsTo(owner), isNot(except)))
}

const isNot = (sessionId: string | undefined) => (sessionId === undefined ? undefined : ne(sessions.id, sessionId))

/** Ends a user's sessions. @returns how many */
export async function endSessions(
  app: Pick<App, 'pubSub'>,
  db: Db | Tx,
  owner: SessionOwner,
  { except }: { except: string | undefined },
): Promise<number> {
  const ended = await db
    .delete(sessions)
    .where(and(belongsTo(owner), isNot(except)))
    .returning({ id: sessions.id })
  await app.pubSub.publish(db, SESSIONS_ENDED_TOPIC, owner.id)
  return ended.length
}

/** Returns when the session's user last authenticated; undefined if the session has ended. */
export async function findProvedAt(tx: Tx, sessionId: string): Promise<Date | undefined> {
  const [session] = await tx.select({ at: sessions.confirmedAt }).from(sessions).where(eq(sessions.id, sessionId))
  return session?.at
}

/** Records that the session's user has authenticated. */
export async function markProved(tx: Tx, sessionId: string, at: Date): Promise<void> {
  await tx.update(sessions).set({ confirmedAt: at }).where(eq(sessions.id, sessionId))
}
