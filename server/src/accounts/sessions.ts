// Logins that live on the server: a token finds its session by hash, and can be ended at any moment.
import { and, desc, eq, gt, isNull, ne, sql } from 'drizzle-orm'
import { ADMIN_SESSION_MS, REMEMBERED_SESSION_MS, SESSION_MS } from '@baobab/contract/limits.ts'
import type { App } from '../platform/app.ts'
import type { SessionUser } from '../platform/http/auth.ts'
import { isId, preparedQuery, type Db, type Tx } from '../platform/database/database.ts'
import { hashToken, generateToken } from '../platform/security/tokens.ts'
import { admins, sessions, students } from './tables.ts'

/** Seconds between two writings of `lastSeenAt`, so that reading a page does not write a row. */
const SEEN_EVERY_MS = 5 * 60_000

type NewSession = { kind: 'student' | 'admin'; id: string; device: string; rememberMe: boolean }

const lifeOf = (session: Pick<NewSession, 'kind' | 'rememberMe'>) => {
  if (session.kind === 'admin') return ADMIN_SESSION_MS
  return session.rememberMe ? REMEMBERED_SESSION_MS : SESSION_MS
}

/** Starts a session and answers its token, which is never seen again. */
export async function startSession(app: App, db: Db | Tx, session: NewSession): Promise<string> {
  const token = generateToken()
  const now = app.clock.now()
  await db.insert(sessions).values({
    tokenHash: hashToken(token),
    ...(session.kind === 'admin' ? { adminId: session.id } : { studentId: session.id }),
    device: session.device,
    isRemembered: session.kind === 'student' && session.rememberMe,
    createdAt: now,
    confirmedAt: now,
    lastSeenAt: now,
    expiresAt: new Date(now.getTime() + lifeOf(session)),
  })
  return token
}

const sessionOfToken = preparedQuery((db) =>
  db
    .select({
      id: sessions.id,
      studentId: sessions.studentId,
      adminId: sessions.adminId,
      lastSeenAt: sessions.lastSeenAt,
      isRemembered: sessions.isRemembered,
      confirmedAt: sessions.confirmedAt,
      studentName: students.username,
      birth: students.birth,
      verifiedAt: students.verifiedAt,
      adminName: admins.username,
    })
    .from(sessions)
    .leftJoin(students, eq(students.id, sessions.studentId))
    .leftJoin(admins, and(eq(admins.id, sessions.adminId), isNull(admins.removedAt)))
    .where(and(eq(sessions.tokenHash, sql.placeholder('tokenHash')), gt(sessions.expiresAt, sql.placeholder('now'))))
    .prepare('session-of-token'),
)

/** Who a token belongs to, or undefined where its session ended, ran out or its student is not verified. */
export async function readSession(app: App, token: string): Promise<SessionUser | undefined> {
  const now = app.clock.now()
  const [row] = await sessionOfToken(app.db).execute({ tokenHash: hashToken(token), now })
  if (!row) return undefined
  const { id: sessionId, studentId, adminId } = row
  if (now.getTime() - row.lastSeenAt.getTime() > SEEN_EVERY_MS) await touch(app, sessionId, row.isRemembered)
  if (adminId && row.adminName)
    return { kind: 'admin', id: adminId, username: row.adminName, sessionId, confirmedAt: row.confirmedAt }
  if (studentId && row.studentName && row.birth && row.verifiedAt)
    return { kind: 'student', id: studentId, username: row.studentName, sessionId, birth: row.birth }
  return undefined
}

/** Whose living session this is; undefined where it has ended: links that are bound to it die with it. */
export async function findSessionOwner(
  app: App,
  sessionId: string,
): Promise<{ studentId: string | null; adminId: string | null } | undefined> {
  const { studentId, adminId } = sessions
  const [row] = await app.db
    .select({ studentId, adminId })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), gt(sessions.expiresAt, app.clock.now())))
  return row
}

/** Notes that a session is in use; a remembered one slides on for another thirty days. */
async function touch(app: App, sessionId: string, isRemembered: boolean): Promise<void> {
  const now = app.clock.now()
  const slide = isRemembered ? { expiresAt: new Date(now.getTime() + REMEMBERED_SESSION_MS) } : {}
  await app.db
    .update(sessions)
    .set({ lastSeenAt: now, ...slide })
    .where(eq(sessions.id, sessionId))
}

/** Whose sessions. */
export type SessionOwner = Pick<SessionUser, 'kind' | 'id'>

const isOwned = ({ kind, id }: SessionOwner) => eq(kind === 'student' ? sessions.studentId : sessions.adminId, id)

/** The living sessions of a person, the newest first. */
export async function listSessions(app: App, owner: SessionOwner) {
  return app.db
    .select()
    .from(sessions)
    .where(and(isOwned(owner), gt(sessions.expiresAt, app.clock.now())))
    .orderBy(desc(sessions.lastSeenAt))
}

/** Ends one session; answers whether it was this owner's. */
export async function endSession(db: Db | Tx, owner: SessionOwner, sessionId: string): Promise<boolean> {
  if (!isId(sessionId)) return false
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.id, sessionId), isOwned(owner)))
    .returning({ id: sessions.id })
  return ended.length > 0
}

/** Ends every session of a person but the one that asks. */
export async function endOtherSessions(db: Db | Tx, owner: SessionOwner & { sessionId: string }): Promise<void> {
  await db.delete(sessions).where(and(isOwned(owner), ne(sessions.id, owner.sessionId)))
}

/** Ends every session of a person: the password changed, or the access ended. */
export async function endAllSessions(db: Db | Tx, owner: SessionOwner): Promise<void> {
  await db.delete(sessions).where(isOwned(owner))
}
