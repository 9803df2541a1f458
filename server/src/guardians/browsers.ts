// The browsers in which a guardian has logged in. Each has a secret, so that its logins are counted apart from those of strangers.
import { and, desc, eq, inArray, ne, notInArray } from 'drizzle-orm'
import { BROWSER_ACCOUNTS, KNOWN_BROWSERS } from '@baobab/contract/accounts/rules.ts'
import { toLookupKey } from '../accounts/queries.ts'
import type { Address } from '../accounts/read-address.ts'
import type { App } from '../platform/app.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { generateToken, hashToken } from '../platform/security/tokens.ts'
import { guardianBrowsers, guardians } from './tables.ts'

const readSecrets = (device = '') => device.split(' ').slice(0, BROWSER_ACCOUNTS)

/** Finds which browser of the address's account has one of these secrets. Runs the same query for unknown addresses. */
export async function findGuardianBrowser(
  db: Db | Tx,
  { address, device }: { address: Address; device: string | undefined },
): Promise<string | undefined> {
  if (device === undefined) return undefined
  const owners = db
    .select({ id: guardians.id })
    .from(guardians)
    .where(eq(guardians.addressKey, toLookupKey(address)))
  const hashes = readSecrets(device).map(hashToken)
  const [row] = await db
    .select({ id: guardianBrowsers.id })
    .from(guardianBrowsers)
    .where(and(inArray(guardianBrowsers.guardianId, owners), inArray(guardianBrowsers.secretHash, hashes)))
    .orderBy(guardianBrowsers.createdAt, guardianBrowsers.id)
  return row?.id
}

/**
 * Remembers the browser in which a guardian has just logged in, and forgets the one with the oldest login beyond the limit. The
 * caller has locked the guardian's row.
 * @returns the browser's secret: the one it sent if it is the guardian's, otherwise a new one
 */
export async function rememberGuardianBrowser(
  app: App,
  tx: Tx,
  { guardianId, device }: { guardianId: string; device: string | undefined },
): Promise<{ browserId: string; device: string }> {
  const now = app.clock.now()
  const secrets = readSecrets(device)
  const isKnown = inArray(guardianBrowsers.secretHash, secrets.map(hashToken))
  const [known] = await tx
    .update(guardianBrowsers)
    .set({ lastLoginAt: now })
    .where(and(eq(guardianBrowsers.guardianId, guardianId), isKnown))
    .returning()
  const secret = secrets.find((one) => hashToken(one) === known?.secretHash)
  if (known && secret !== undefined) return { browserId: known.id, device: secret }
  const made = generateToken()
  const [added] = await tx
    .insert(guardianBrowsers)
    .values({ secretHash: hashToken(made), guardianId, createdAt: now, lastLoginAt: now })
    .returning({ id: guardianBrowsers.id })
  await forgetOldest(tx, guardianId)
  return { browserId: added?.id ?? '', device: made }
}

async function forgetOldest(tx: Tx, guardianId: string): Promise<void> {
  const isOwn = eq(guardianBrowsers.guardianId, guardianId)
  const newest = tx
    .select({ id: guardianBrowsers.id })
    .from(guardianBrowsers)
    .where(isOwn)
    .orderBy(desc(guardianBrowsers.lastLoginAt), desc(guardianBrowsers.createdAt))
    .limit(KNOWN_BROWSERS)
  await tx.delete(guardianBrowsers).where(and(isOwn, notInArray(guardianBrowsers.id, newest)))
}

/** Forgets a guardian's browsers, except one. */
export async function forgetGuardianBrowsers(tx: Tx, guardianId: string, except?: string): Promise<void> {
  const isOther = except === undefined ? undefined : ne(guardianBrowsers.id, except)
  await tx.delete(guardianBrowsers).where(and(eq(guardianBrowsers.guardianId, guardianId), isOther))
}
