// Tests that the server process refuses to start with a wrong clock.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { startEmbeddedPostgres } from '../src/platform/database/embedded/embedded-postgres.ts'
import { prepareDatabase } from '../src/platform/database/prepare-database.ts'
import { createLog } from '../src/platform/log.ts'

const main = fileURLToPath(new URL('../src/main.mjs', import.meta.url))

/** Creates a data folder whose newest line has a time relative to now. */
async function makeDataFolder(at: string): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'baobab-clock-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }))
  const embedded = await startEmbeddedPostgres({ dataDir, fsync: false })
  const { url: migrationUrl, serverUrl: url } = embedded
  await prepareDatabase({ url, sessionUrl: url, migrationUrl }, createLog({ level: 'silent' }))
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(
    `insert into audit_lines (admin_id, action, details, at)
     values (gen_random_uuid(), 'test', '{}', now() + $1::interval)`,
    [at],
  )
  await client.end()
  await embedded.stop()
  return dataDir
}

it('B-13 a start before the newest line in the database ends with exit code 1 and says what to do', async () => {
  const env = { PATH: process.env['PATH'], DATA_DIR: await makeDataFolder('1 hour'), PORT: '0', LOG_LEVEL: 'silent' }
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let words = ''
  child.stderr.on('data', (part) => (words += String(part)))
  await once(child, 'close')
  expect(words).toMatch(
    /^The clock says \S+, but the newest line in the database is from \S+\. Correct the clock and start again\. /,
  )
  expect(child.exitCode).toBe(1)
})
