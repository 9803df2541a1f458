// The browsers in which an account has logged in. Each has a secret for the account, called `device` in the API, so that its
// logins are counted separately from those of strangers and of other accounts in the same browser. The secret is not a session:
// a login in a known browser still needs the password.
import { randomUUID } from 'node:crypto'
import { and, asc, desc, eq, inArray, isNotNull, ne, notInArray } from 'drizzle-orm'
import { BROWSER_ACCOUNTS, KNOWN_BROWSERS } from '@baobab/contract/accounts/rules.ts'
import type { App } from '../platform/app.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { generateToken, hashToken } from '../platform/security/tokens.ts'
import { selectIdByLoginName, toLookupKey } from './queries.ts'
import type { SessionOwner } from './sessions.ts'
import { formerBrowsers, presentedBrowsers } from './erased-tables.ts'
import { admins, knownBrowsers, sessions } from './tables.ts'

/** Reads a call's `device`: the secrets of all accounts in a browser. */
function readSecrets(device = ''): string[] {
  return device.split(' ').slice(0, BROWSER_ACCOUNTS)
}

/**
 * Finds which browser of an account has one of these secrets, and returns its id. A student's account is found by email, username
 * or proved phone number. Runs the same query for names without an account.
 */
export async function findKnownBrowser(
  db: Db | Tx,
  { kind, email, device }: { kind: SessionOwner['kind']; email: string; device: string | undefined },
): Promise<string | undefined> {
  if (device === undefined) return undefined
  const isOwned =
    kind === 'student'
      ? inArray(knownBrowsers.studentId, selectIdByLoginName(db, email))
      : inArray(
          knownBrowsers.adminId,
          db
            .select({ id: admins.id })
            .from(admins)
            .where(eq(admins.emailKey, toLookupKey(email))),
        )
  const hashes = readSecrets(device).map(hashToken)
  const [row] = await db
    .select({ id: knownBrowsers.id })
    .from(knownBrowsers)
    .where(and(isOwned, inArray(knownBrowsers.secretHash, hashes)))
    .orderBy(knownBrowsers.createdAt, knownBrowsers.id)
  return row?.id
}

/**
 * Remembers the browser in which an account has just authenticated. If the account then has more browsers than allowed, forgets
 * the one with the oldest login. The caller must have locked the account's row, so that parallel logins do not exceed the
 * limit.
 * @param device the secrets sent by the browser. If one of them belongs to the account, it is kept. Otherwise the account gets
 * a new one: other users of the browser know their own, and text made up by a client is not accepted.
 */
export async function rememberBrowser(
  app: App,
  tx: Tx,
  { device, ...owner }: SessionOwner & { device: string | undefined },
): Promise<{ browserId: string; device: string }> {
  const secrets = readSecrets(device)
  const deviceId = owner.kind === 'student' ? await findDevice(tx, secrets) : undefined
  const browser =
    (await renewBrowser(app, tx, { secrets, deviceId, ...owner })) ??
    (await addBrowser(app, tx, { deviceId, ...owner }))
  if (owner.kind === 'student') await storePresented(app, tx, { browserId: browser.browserId, secrets })
  await forgetOldest(tx, { ...owner, except: browser.browserId })
  return browser
}

/**
 * Finds a browser's device: that of the first student known to have used it, or else of an erased account. A secret made up by
 * a client belongs to nobody, so nobody can join a device by guessing.
 */
async function findDevice(tx: Tx, secrets: readonly string[]): Promise<string | undefined> {
  const hashes = secrets.map(hashToken)
  const [known] = await tx
    .select({ deviceId: knownBrowsers.deviceId })
    .from(knownBrowsers)
    .where(and(inArray(knownBrowsers.secretHash, hashes), isNotNull(knownBrowsers.studentId)))
    .orderBy(asc(knownBrowsers.createdAt), asc(knownBrowsers.id))
    .limit(1)
  if (known) return known.deviceId
  const [former] = await tx
    .select({ deviceId: formerBrowsers.deviceId })
    .from(formerBrowsers)
    .where(inArray(formerBrowsers.secretHash, hashes))
    .orderBy(asc(formerBrowsers.erasedAt), asc(formerBrowsers.secretHash))
    .limit(1)
  return former?.deviceId
}

/**
 * Stores which other accounts' browsers the secrets of a login belong to. The account can have copied them from anywhere, so
 * this is evidence only about the account that logs in.
 */
async function storePresented(app: App, tx: Tx, { browserId, secrets }: { browserId: string; secrets: string[] }) {
  const hashes = secrets.map(hashToken)
  const at = app.clock.now()
  const known = await tx
    .select({ id: knownBrowsers.id })
    .from(knownBrowsers)
    .where(and(inArray(knownBrowsers.secretHash, hashes), ne(knownBrowsers.id, browserId)))
  const former = await tx
    .select({ id: formerBrowsers.browserId })
    .from(formerBrowsers)
    .where(inArray(formerBrowsers.secretHash, hashes))
  const ids = new Set([...known, ...former].flatMap(({ id }) => id ?? []))
  if (ids.size === 0) return
  await tx
    .insert(presentedBrowsers)
    .values([...ids].map((presentedId) => ({ browserId, presentedId, at })))
    .onConflictDoUpdate({ target: [presentedBrowsers.browserId, presentedBrowsers.presentedId], set: { at } })
}

type Recognised = SessionOwner & { deviceId: string | undefined }

async function renewBrowser(app: App, tx: Tx, { secrets, deviceId, ...owner }: Recognised & { secrets: string[] }) {
  const [row] = await tx
    .update(knownBrowsers)
    .set({ lastLoginAt: app.clock.now(), ...(deviceId === undefined ? {} : { deviceId }) })
    .where(and(belongsTo(owner), inArray(knownBrowsers.secretHash, secrets.map(hashToken))))
    .returning({ id: knownBrowsers.id, secretHash: knownBrowsers.secretHash })
  const secret = secrets.find((one) => hashToken(one) === row?.secretHash)
  return row && secret !== undefined ? { browserId: row.id, device: secret } : undefined
}

async function addBrowser(app: App, tx: Tx, { kind, id, deviceId }: Recognised) {
  const [browserId, device] = [randomUUID(), generateToken()]
  const now = app.clock.now()
  await tx.insert(knownBrowsers).values({
    id: browserId,
    secretHash: hashToken(device),
    ...(deviceId === undefined ? {} : { deviceId }),
    ...(kind === 'student' ? { studentId: id } : { adminId: id }),
    createdAt: now,
    lastLoginAt: now,
  })
  return { browserId, device }
}

const belongsTo = ({ kind, id }: SessionOwner) =>
  eq(kind === 'student' ? knownBrowsers.studentId : knownBrowsers.adminId, id)

async function forgetOldest(tx: Tx, { except, ...owner }: SessionOwner & { except: string }): Promise<void> {
  const others = and(belongsTo(owner), ne(knownBrowsers.id, except))
  const newest = tx
    .select({ id: knownBrowsers.id })
    .from(knownBrowsers)
    .where(others)
    .orderBy(desc(knownBrowsers.lastLoginAt), desc(knownBrowsers.id))
    .limit(KNOWN_BROWSERS - 1)
  await tx.delete(knownBrowsers).where(and(others, notInArray(knownBrowsers.id, newest)))
}

/** Keeps the devices of an erased student, without the account. */
export async function keepFormerBrowsers(app: App, tx: Tx, studentId: string): Promise<void> {
  const browsers = await tx
    .select({
      secretHash: knownBrowsers.secretHash,
      deviceId: knownBrowsers.deviceId,
      browserId: knownBrowsers.id,
    })
    .from(knownBrowsers)
    .where(eq(knownBrowsers.studentId, studentId))
  if (browsers.length === 0) return
  const erasedAt = app.clock.now()
  await tx
    .insert(formerBrowsers)
    .values(browsers.map((browser) => ({ ...browser, erasedAt })))
    .onConflictDoNothing()
}

/** Forgets a user's browsers, except the given one or the one of the given session. @returns how many */
export async function forgetBrowsers(
  tx: Tx,
  owner: SessionOwner,
  { sessionId, browserId }: { sessionId: string | undefined; browserId: string | undefined },
): Promise<number> {
  const isKept = sessionId === undefined ? undefined : and(eq(sessions.id, sessionId), isNotNull(sessions.browserId))
  const kept = isKept && tx.select({ id: sessions.browserId }).from(sessions).where(isKept)
  const isForgotten = and(
    belongsTo(owner),
    kept && notInArray(knownBrowsers.id, kept),
    browserId === undefined ? undefined : ne(knownBrowsers.id, browserId),
  )
  return (await tx.delete(knownBrowsers).where(isForgotten).returning({ id: knownBrowsers.id })).length
}
