/**
 * The process of a server as far as its database goes, for tests that kill it: opens a data folder, says how that went in
 * one line of JSON, asks the database once more when told to end, closes it and prints 'ended'. SIGUSR2 makes it exit rudely.
 */
import pg from 'pg'
import { startEmbeddedPostgres } from '../../src/platform/database/embedded/embedded-postgres.ts'

const say = (value: unknown) => process.stdout.write(`${JSON.stringify(value)}\n`)

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
    say('ended')
  }
  process.once('SIGINT', () => void end())
  process.once('SIGTERM', () => void end())
  process.once('SIGUSR2', () => process.exit(3))
  say({ url: database.url, notes: database.notes })
} catch (error) {
  say({ refused: error instanceof Error ? error.message : String(error) })
  process.exitCode = 75
}
