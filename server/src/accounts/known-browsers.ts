// The browsers in which an account has logged in. Each holds a secret, the `device` of the API, so that its logins are
// counted apart from those of strangers. The secret is no session: a login in a known browser still needs the password.
import { and, desc, eq, isNotNull, ne, notInArray } from 'drizzle-orm'
import { KNOWN_BROWSERS } from '@baobab/contract/limits.ts'
import type { App } from '../platform/app.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { generateToken, hashToken } from '../platform/security/tokens.ts'
import { toLookupKey } from './queries.ts'
import type { SessionOwner } from './sessions.ts'
import { admins, knownBrowsers, sessions, students } from './tables.ts'

/**
 * Finds the browser with a secret among those of the account with an email, and returns its id. Runs the same query for
 * emails without an account.
 */
export async function findKnownBrowser(
  db: Db | Tx,
  { kind, email, device }: { kind: SessionOwner['kind']; email: string; device: string | undefined },
): Promise<string | undefined> {
  if (device === undefined) return undefined
  const [account, owner] =
    kind === 'student' ? [students, knownBrowsers.studentId] : ([admins, knownBrowsers.adminId] as const)
  const [row] = await db
    .select({ id: knownBrowsers.id })
    .from(knownBrowsers)
    .innerJoin(account, eq(account.id, owner))
    .where(and(eq(account.emailKey, toLookupKey(email)), eq(knownBrowsers.secretHash, hashToken(device))))
  return row?.id
}

/**
 * Remembers the browser in which an account has proved itself, and forgets the one that was unused for the longest time if
 * there are too many. The caller must have locked the account's row, so that parallel logins do not exceed the limit.
 * @param device the secret that the browser sent. It keeps it if the server issued it, so that a phone or a school's
 *   computer stays known to everybody who uses it; any other text is not adopted.
 */
export async function rememberBrowser(
  app: App,
  tx: Tx,
  { kind, id, device }: SessionOwner & { device: string | undefined },
): Promise<{ browserId: string; device: string }> {
  const secret = device !== undefined && (await isIssued(tx, device)) ? device : generateToken()
  const now = app.clock.now()
  const owner = kind === 'student' ? knownBrowsers.studentId : knownBrowsers.adminId
  const [row] = await tx
    .insert(knownBrowsers)
    .values({
      secretHash: hashToken(secret),
      ...(kind === 'student' ? { studentId: id } : { adminId: id }),
      createdAt: now,
      lastLoginAt: now,
    })
    .onConflictDoUpdate({ target: [knownBrowsers.secretHash, owner], set: { lastLoginAt: now } })
    .returning({ id: knownBrowsers.id })
  if (!row) throw new Error('The browser was not stored.')
  await forgetLongestUnused(tx, { kind, id, except: row.id })
  return { browserId: row.id, device: secret }
}

async function isIssued(tx: Tx, device: string): Promise<boolean> {
  const [row] = await tx
    .select({ id: knownBrowsers.id })
    .from(knownBrowsers)
    .where(eq(knownBrowsers.secretHash, hashToken(device)))
    .limit(1)
  return row !== undefined
}

const belongsTo = ({ kind, id }: SessionOwner) =>
  eq(kind === 'student' ? knownBrowsers.studentId : knownBrowsers.adminId, id)

async function forgetLongestUnused(tx: Tx, { except, ...owner }: SessionOwner & { except: string }): Promise<void> {
  const others = and(belongsTo(owner), ne(knownBrowsers.id, except))
  const newest = tx
    .select({ id: knownBrowsers.id })
    .from(knownBrowsers)
    .where(others)
    .orderBy(desc(knownBrowsers.lastLoginAt), desc(knownBrowsers.id))
    .limit(KNOWN_BROWSERS - 1)
  await tx.delete(knownBrowsers).where(and(others, notInArray(knownBrowsers.id, newest)))
}

/** Forgets every browser of a user except the one of the caller's session. */
export async function forgetOtherBrowsers(tx: Tx, { sessionId, ...owner }: SessionOwner & { sessionId: string }) {
  const own = tx
    .select({ id: sessions.browserId })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), isNotNull(sessions.browserId)))
  await tx.delete(knownBrowsers).where(and(belongsTo(owner), notInArray(knownBrowsers.id, own)))
}

/** Forgets every browser of a user, because the account was erased or the access ended. */
export async function forgetAllBrowsers(tx: Tx, owner: SessionOwner): Promise<void> {
  await tx.delete(knownBrowsers).where(belongsTo(owner))
}
