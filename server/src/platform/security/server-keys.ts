// The secret keys of this installation: generated at the first start and stored in the database, which all servers share.
import { randomBytes } from 'node:crypto'
import type { Db } from '../database/database.ts'
import { serverKeys } from '../database/tables.ts'

const names = ['codes', 'resets', 'links', 'factors', 'push'] as const
type ServerKeyName = (typeof names)[number]
export type ServerKeys = Record<ServerKeyName, Buffer>

/** Reads the keys and generates missing ones; if two servers start at the same time, both use the keys of the first. */
export async function loadServerKeys(db: Db): Promise<ServerKeys> {
  await db
    .insert(serverKeys)
    .values(names.map((name) => ({ name, secret: randomBytes(32) })))
    .onConflictDoNothing()
  const rows = new Map((await db.select().from(serverKeys)).map((row) => [row.name, row.secret]))
  const key = (name: ServerKeyName) => {
    const secret = rows.get(name)
    if (!secret) throw new Error(`The key "${name}" is missing from the database.`)
    return secret
  }
  return {
    codes: key('codes'),
    resets: key('resets'),
    links: key('links'),
    factors: key('factors'),
    push: key('push'),
  }
}
