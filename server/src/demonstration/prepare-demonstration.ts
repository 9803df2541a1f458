// Decides whether a database is or becomes a demonstration world.
import type { App } from '../platform/app.ts'
import { eq } from 'drizzle-orm'
import { admins, students } from '../accounts/tables.ts'
import { ConfigError } from '../platform/config.ts'
import type { Db } from '../platform/database/database.ts'
import { demonstration } from './tables.ts'

/** Returns whether everything in a database is made up. */
export async function isDemonstration(db: Db): Promise<boolean> {
  return (await db.select().from(demonstration)).length > 0
}

/**
 * Marks an empty database as a demonstration world. Returns false if it already is a finished one.
 * @throws ConfigError if it contains real data, or a world whose creation was interrupted
 */
export async function beginDemonstration(app: App): Promise<boolean> {
  const { dataDir } = app.config
  return app.db.transaction(async (tx) => {
    const [row] = await tx.select().from(demonstration).for('update')
    if (row?.madeAt) return false
    if (row)
      throw new ConfigError([`The demonstration in ${dataDir} was not finished. Delete this folder, then start again`])
    const [student] = await tx.select({ id: students.id }).from(students).limit(1)
    const [admin] = await tx.select({ id: admins.id }).from(admins).limit(1)
    if (student || admin)
      throw new ConfigError([`${dataDir} holds another world. Set DATA_DIR to a folder that does not exist yet`])
    await tx.insert(demonstration).values({})
    return true
  })
}

/** Records that the world is complete. */
export async function finishDemonstration(app: App): Promise<void> {
  await app.db.update(demonstration).set({ madeAt: app.clock.now() }).where(eq(demonstration.id, 1))
}
