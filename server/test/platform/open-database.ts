/**
 * The database part of a server process, for tests that kill it. Opens a data folder and prints the outcome as one line of JSON. On
 * SIGINT or SIGTERM it queries the database once more, closes it and prints 'ended'; on SIGUSR2 it exits at once.
 */
import pg from 'pg'
import { startEmbeddedPostgres } from '../../src/platform/database/embedded/embedded-postgres.ts'

const print = (value: unknown) => process.stdout.write(`${JSON.stringify(value)}\n`)

try {
  const database = await startEmbeddedPostgres({ dataDir: process.argv[2] ?? '', fsync: false })
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const alive = setInterval(() => {}, 1000)
  const end = async () => {
    clearInterval(alive)
    await client.query('select 1')
    await client.end()
    await database.stop()
    print('ended')
  }
  process.once('SIGINT', () => void end())
  process.once('SIGTERM', () => void end())
  process.once('SIGUSR2', () => process.exit(3))
  print({ url: database.url, notes: database.notes })
} catch (error) {
  print({ refused: error instanceof Error ? error.message : String(error) })
  process.exitCode = 75
}
