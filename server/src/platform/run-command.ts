// What commands that run beside the server have in common.
import { ConfigError, readConfig, type Config } from './config.ts'
import { openDatabase, type Database } from './database/database.ts'
import { openExistingDatabase } from './database/existing-database.ts'

const EXIT_USAGE = 64
const EXIT_CONFIG = 78

/** The command was called in a wrong way. */
export class UsageError extends Error {}

/**
 * Runs a command. The process ends with the code that it returns, with 64 for a wrong call, 78 for a wrong setting, and with 1 for
 * any other error, whose message is printed.
 */
export function runCommand(run: () => Promise<number>): void {
  const fail = (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    if (error instanceof UsageError) return EXIT_USAGE
    return error instanceof ConfigError ? EXIT_CONFIG : 1
  }
  // Not by `process.exit`, which would cut off what is still being printed.
  const end = (code: number) => void (process.exitCode = code)
  void run().catch(fail).then(end)
}

/** Opens the database of an installation, which a server may be using, and closes it once `work` has ended. */
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

/** Reads the option `name`: an ISO date-time, or a date with a time of it; without an offset it is in Lagos. */
export function readInstant(name: string, text: string, timeOfDate: string): Date {
  const dateTime = /^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T${timeOfDate}` : text
  const instant = new Date(/(Z|[+-]\d{2}:\d{2})$/.test(dateTime) ? dateTime : `${dateTime}+01:00`)
  if (Number.isNaN(instant.getTime())) throw new UsageError(`--${name} is no time, such as 2026-11-20T10:00.`)
  return instant
}
