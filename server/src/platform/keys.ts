// The keys of this installation: made at first start, kept in the database, so that all servers share them.
import { randomBytes } from 'node:crypto'
import type { Db } from './database.ts'
import { serverKeys } from './tables.ts'

const names = ['codes', 'resets', 'links', 'factors'] as const
export type KeyName = (typeof names)[number]
export type Keys = Record<KeyName, Buffer>

/** Reads the keys, making those that are missing; of two servers at once the first one's keys stay. */
export async function loadKeys(db: Db): Promise<Keys> {
  await db
    .insert(serverKeys)
    .values(names.map((name) => ({ name, secret: randomBytes(32) })))
    .onConflictDoNothing()
  const rows = new Map((await db.select().from(serverKeys)).map((row) => [row.name, row.secret]))
  const key = (name: KeyName) => {
    const secret = rows.get(name)
    if (!secret) throw new Error(`The key "${name}" is missing from the database.`)
    return secret
  }
  return { codes: key('codes'), resets: key('resets'), links: key('links'), factors: key('factors') }
}
