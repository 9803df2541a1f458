// Helpers for commands that run next to the server.
import { ConfigError, readConfig, type Config } from './config.ts'
import { openDatabase, type Database } from './database/database.ts'
import { openExistingDatabase } from './database/existing-database.ts'
import { exitCodes } from './exit-codes.ts'

/** The command was called with wrong arguments. */
export class UsageError extends Error {}

/**
 * Runs a command. The process exits with the code that it returns, with 64 for wrong arguments, 78 for a wrong setting, and 1 for
 * any other error, whose message is printed.
 */
export function runCommand(run: () => Promise<number>): void {
  const fail = (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    if (error instanceof UsageError) return exitCodes.usage
    return error instanceof ConfigError ? exitCodes.config : 1
  }
  // Not with `process.exit`, which would cut off what is still being printed.
  const end = (code: number) => void (process.exitCode = code)
  void run().catch(fail).then(end)
}

/** Opens the database of an installation, which a server may be using, and closes it once `work` has finished. */
export async function withExistingDatabase<T>(
  settings: NodeJS.ProcessEnv,
  work: (database: Database, config: Config) => Promise<T>,
): Promise<T> {
  const config = readConfig(settings)
  const opened = await openExistingDatabase(config)
  const database = openDatabase({ url: opened.url, poolSize: 1, isSlow: true, onError: () => undefined })
  try {
    return await work(database, config)
  } finally {
    await database.close()
    await opened.close()
  }
}

/** Parses the option `name`: an ISO date-time, or a date, which gets the time `timeOfDate`. Without an offset it is in Lagos. */
export function readInstant(name: string, text: string, timeOfDate: string): Date {
  const dateTime = /^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T${timeOfDate}` : text
  const instant = new Date(/(Z|[+-]\d{2}:\d{2})$/.test(dateTime) ? dateTime : `${dateTime}+01:00`)
  if (Number.isNaN(instant.getTime())) throw new UsageError(`--${name} is not a time such as 2026-11-20T10:00.`)
  return instant
}
