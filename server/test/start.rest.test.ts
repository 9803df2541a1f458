// Tests starting the server in a separate process.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { findFreePort } from '../src/platform/free-port.ts'
import { startEmbeddedPostgres } from '../src/platform/database/embedded/embedded-postgres.ts'
import { startMain } from './main-process.ts'
import { isAlive, postmasterPid } from './platform/data-folder.ts'
import { productionSettings } from './production-settings.ts'
import { waitFor } from './wait-for.ts'

it('exits once its database can be stopped, and leaves no PostgreSQL behind', async () => {
  const start = startMain()
  const cluster = join(start.dataDir, 'postgres')
  const pid = await waitFor(() => postmasterPid(cluster))
  start.stop()
  expect(await start.exited()).toBe(0)
  expect(isAlive(pid)).toBe(false)
  expect(existsSync(join(cluster, 'postmaster.pid'))).toBe(false)
  expect(readFileSync(`${cluster}.log`, 'utf8')).toContain('database system is shut down')
  expect(start.output()).not.toMatch(/Open {5}http|Error/)
})

type Line = { level: number; msg: string; setupCode?: string; page?: string; exitCode?: number }

/** Parses what a production server has printed. Throws if a line is not JSON. */
const readLines = (output: string) =>
  output
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line)

/** Starts a PostgreSQL that must not lose anything, as production requires; that of the other tests may lose data. */
async function startDurablePostgres() {
  const dataDir = mkdtempSync(join(tmpdir(), 'baobab-durable-'))
  const ignore = () => undefined
  const database = await startEmbeddedPostgres({ dataDir, onDown: ignore, onLost: ignore })
  onTestFinished(async () => {
    await database.stop()
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 })
  })
  return database
}

it('in production prints only JSON, which contains the setup code for the first admin, and opens the monitoring port', async () => {
  const database = await startDurablePostgres()
  const [port, metricsPort] = [await findFreePort(), await findFreePort()]
  const start = startMain({
    ...productionSettings,
    DATABASE_URL: database.serverUrl,
    DATABASE_MIGRATION_URL: database.url,
    HOST: '127.0.0.1',
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
    LOG_LEVEL: 'error',
  })
  const findLine = () =>
    waitFor(() => {
      const found = readLines(start.output()).find(({ setupCode }) => setupCode)
      expect(found).toBeDefined()
      return found
    })
  const ended = start.exited().then(() => Promise.reject(new Error(start.output())))
  const line = await Promise.race([findLine(), ended])
  expect(line).toMatchObject({
    level: 40,
    setupCode: expect.stringMatching(/^[\w-]{20}$/),
    page: 'https://baobab.example/admin/register',
  })
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  expect(metrics).toMatch(/^baobab_build_info\{version="[\d.]+",node="v24[\d.]+"\} 1$/m)
  expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(404)
})

it('in production prints a line of JSON that says why it exits', async () => {
  const start = startMain({ ...productionSettings, SMTP_URL: '' })
  expect(await start.exited()).toBe(78)
  const [line, ...others] = readLines(start.output())
  expect(line).toMatchObject({ level: 60, exitCode: 78, msg: expect.stringContaining('SMTP_URL is missing') })
  expect(others).toEqual([])
})

it('leaves the schema unchanged if the object store is missing, so that the previous release can start again', async () => {
  const database = await startDurablePostgres()
  const start = startMain({
    DATABASE_URL: database.serverUrl,
    DATABASE_MIGRATION_URL: database.url,
    PORT: String(await findFreePort()),
    S3_ENDPOINT: 'http://127.0.0.1:9',
    S3_BUCKET: 'videos',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
  })
  expect(await start.exited()).toBe(1)
  expect(start.output()).toContain('The object store at http://127.0.0.1:9 cannot be reached.')
  const owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
  const { rows } = await owner.query(`select tablename from pg_tables where schemaname = 'public'`)
  await owner.end()
  expect(rows).toEqual([])
})
