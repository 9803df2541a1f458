// Tests a start of the server, in a process of its own, that is told to stop before it is done.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { createDatabase } from './harness.ts'
import { isAlive, postmasterPid } from './platform/data-folder.ts'
import { waitFor } from './wait-for.ts'

const MIGRATION_LOCK = 0x62616f62
const main = join(import.meta.dirname, '../src/main.ts')

/** Starts the server on a new data folder. */
function startMain(settings: Record<string, string> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'baobab-start-'))
  const env = { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn', ...settings }
  const child = spawn(process.execPath, [main], { env })
  const exited = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await exited
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 })
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += String(part)))
  const stop = async () => {
    child.kill('SIGTERM')
    await exited
    return { code: child.exitCode, signal: child.signalCode }
  }
  return { dataDir, output: () => output, stop }
}

it('ends while it waits for another server to migrate the database', async () => {
  const database = await createDatabase()
  onTestFinished(() => database.drop())
  const holder = new pg.Client({ connectionString: database.ownerUrl })
  await holder.connect()
  onTestFinished(() => holder.end())
  await holder.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
  const start = startMain({ DATABASE_URL: database.url })
  await waitFor(() => expect(start.output()).toContain('waiting for another server'))
  expect(await start.stop()).toEqual({ code: 0, signal: null })
  expect(start.output()).not.toContain('Error')
})

it('ends once its database can be stopped, and leaves no PostgreSQL behind', async () => {
  const start = startMain()
  const cluster = join(start.dataDir, 'postgres')
  const pid = await waitFor(() => postmasterPid(cluster))
  expect(await start.stop()).toEqual({ code: 0, signal: null })
  expect(isAlive(pid)).toBe(false)
  expect(existsSync(join(cluster, 'postmaster.pid'))).toBe(false)
  expect(readFileSync(`${cluster}.log`, 'utf8')).toContain('database system is shut down')
  expect(start.output()).not.toMatch(/Open {5}http|Error/)
})
