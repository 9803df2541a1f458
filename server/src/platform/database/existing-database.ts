// Finds the database of an installation for a command that may run with or without the server.
import type { Config } from '../config.ts'
import { findCluster } from './embedded/cluster-location.ts'
import { DataFolderInUseError, findRunningPostgres, startEmbeddedPostgres } from './embedded/embedded-postgres.ts'

type ExistingDatabase = { url: string; close(): Promise<void> }

/** Returns the URL of the database that the server uses. Starts the embedded one if no server is running it. */
export async function openExistingDatabase({
  databaseUrl,
  databaseSessionUrl,
  dataDir,
}: Pick<Config, 'databaseUrl' | 'databaseSessionUrl' | 'dataDir'>): Promise<ExistingDatabase> {
  const url = databaseSessionUrl ?? databaseUrl
  if (url !== undefined) return { url, close: async () => {} }
  if ((await findCluster(dataDir)) === undefined) throw new Error(`${dataDir} has no database.`)
  const lost = (reason: Error) => process.stderr.write(`The database is down: ${reason.message}\n`)
  try {
    const embedded = await startEmbeddedPostgres({ dataDir, onDown: lost, onLost: lost })
    return { url: embedded.serverUrl, close: () => embedded.stop() }
  } catch (error) {
    if (!(error instanceof DataFolderInUseError)) throw error
    const running = await findRunningPostgres(dataDir)
    if (running === undefined) throw new Error(`The database in ${dataDir} is not running yet.`, { cause: error })
    return { url: running, close: async () => {} }
  }
}
