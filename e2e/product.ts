// Starts the whole product on a free port with its own data folder, and stops it by its process id.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { expectNoPolicyReports } from './policy-reports.ts'
import { findFreePort } from '../server/src/platform/free-port.ts'
import { keepOutput, noteStoredValues } from './run-logs.ts'

/** The folder of the product. */
export const root = fileURLToPath(new URL('..', import.meta.url))

type StopSignal = 'SIGTERM' | 'SIGKILL' | 'SIGABRT'

export type Product = {
  url: string
  dataDir: string
  /** The output of the process so far. */
  output(): string
  isRunning(): boolean
  /** Ends it with a signal; by default it shuts down cleanly. The data folder stays. */
  stop(signal?: StopSignal): Promise<number | null>
  /** Starts it again on the same folder and port. */
  restart(): Promise<void>
  /** Stops it and deletes its data. Fails if a page violated the content policy in the meantime. */
  remove(): Promise<void>
}

/** What the product prints once it accepts requests. */
const BANNER = '  Open  '

/** How long a start may take on a busy machine. A demonstration first creates its data. */
const READY_MS = { product: 240_000, demonstration: 280_000 }

async function untilReady(url: string, child: ChildProcess, output: () => string, ms: number): Promise<void> {
  const end = Date.now() + ms
  while (Date.now() < end) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`The product ended:\n${output()}`)
    // Another program may have taken the port in the meantime and reply instead, but only this one prints its banner.
    if (output().includes(BANNER)) {
      const reply = await fetch(`${url}/readyz`).catch(() => undefined)
      if (reply?.ok) return
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`The product was not ready in ${ms / 1_000} seconds:\n${output()}`)
}

/**
 * Starts the product with the data folder of an earlier start, because a first start takes several seconds.
 * @param env adds settings to the defaults
 * @param folder the folder of the product or of a copy
 */
export function startProduct(env: Record<string, string> = {}, folder = root): Promise<Product> {
  return startOn(makeDataDir(), env, { folder })
}

/** Starts the product at noon in Lagos. Its clock runs from there; those of this machine and the browser do not change. */
export function startProductAtNoon(): Promise<Product> {
  return startOn(makeDataDir(), {}, { script: 'server/test/main-at-noon.ts' })
}

/**
 * Starts the product so that it kills itself at the point named in the file CRASH_AT (server/test/main-crashing.ts).
 * @param options.isNew whether to start on an empty data folder
 */
export function startCrashingProduct(env: Record<string, string>, { isNew }: { isNew: boolean }): Promise<Product> {
  const dataDir = isNew ? makeEmptyDir() : makeDataDir()
  return startOn(dataDir, env, { script: 'server/test/main-crashing.ts' })
}

const makeEmptyDir = () => mkdtempSync(join(tmpdir(), 'baobab-e2e-'))

/** Copies the data folder of a product that has been started once before. */
function makeDataDir(): string {
  const dataDir = makeEmptyDir()
  const prepared = process.env['PREPARED_DATA']
  // Keeps the owner of the database's files, which is also the user it runs as.
  if (prepared && spawnSync('cp', ['-a', `${prepared}/.`, dataDir]).status !== 0)
    throw new Error(`${prepared} could not be copied.`)
  return dataDir
}

/** Starts the product for the first time, on an empty data folder. */
export function startNewProduct(env: Record<string, string> = {}): Promise<Product> {
  return startOn(makeEmptyDir(), env)
}

/** Starts a demonstration, which first creates its data. */
export function startDemonstration(): Promise<Product> {
  return startOn(makeEmptyDir(), {}, { flags: ['--demo'] })
}

/**
 * Makes the data folder that the products of all tests start with.
 * @returns a function that deletes it
 */
export async function prepareData(): Promise<() => void> {
  const product = await startNewProduct()
  await product.stop()
  // If the database's user cannot reach the folder, the database is stored elsewhere, so the folder cannot be copied.
  const canBeCopied = process.platform !== 'win32' && existsSync(join(product.dataDir, 'postgres'))
  if (canBeCopied) process.env['PREPARED_DATA'] = product.dataDir
  return () => rmSync(product.dataDir, { recursive: true, force: true })
}

/** Opens a connection to a database in a product's PostgreSQL, as the role that owns the tables. The caller ends it. */
export async function openDatabase(product: Pick<Product, 'dataDir'>, database = 'baobab'): Promise<pg.Client> {
  const password = readFileSync(join(product.dataDir, 'database-password'), 'utf8').trim()
  const cluster = readdirSync(product.dataDir, { recursive: true, encoding: 'utf8' }).find((file) =>
    file.endsWith('postmaster.pid'),
  )
  const port = Number(readFileSync(join(product.dataDir, cluster ?? ''), 'utf8').split('\n')[3])
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'baobab', database, password })
  await client.connect()
  return client
}

/** Runs a statement in a product's own database, as its owner, and returns its rows. */
export async function queryDatabase<Row>(
  product: Pick<Product, 'dataDir'>,
  statement: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = await openDatabase(product)
  try {
    return (await client.query(statement, values)).rows as Row[]
  } finally {
    await client.end()
  }
}

type Start = { flags?: string[]; folder?: string; script?: string }

async function startOn(
  dataDir: string,
  env: Record<string, string>,
  { flags = [], folder = root, script = 'server/src/main.mjs' }: Start = {},
): Promise<Product> {
  const port = await findFreePort()
  const url = `http://localhost:${port}`
  let printed = ''
  let child: ChildProcess
  const start = async () => {
    const printedBefore = printed.length
    child = spawn(process.execPath, [script, ...flags], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'debug', ...env },
    })
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (part) => {
        printed += String(part)
        keepOutput(port, String(part))
      })
    const ms = flags.includes('--demo') ? READY_MS.demonstration : READY_MS.product
    await untilReady(url, child, () => printed.slice(printedBefore), ms)
  }
  await start()
  const isRunning = () => child.exitCode === null && child.signalCode === null
  const stop = async (signal: StopSignal = 'SIGTERM') => {
    if (isRunning()) {
      child.kill(signal)
      await once(child, 'exit')
    }
    return child.exitCode
  }
  return {
    url,
    dataDir,
    output: () => printed,
    isRunning,
    stop,
    restart: start,
    async remove() {
      const isRunning = child.exitCode === null && child.signalCode === null
      // The product makes up a demonstration's people, and some have names like Student.
      if (isRunning && !flags.includes('--demo'))
        // If the database is down or unreachable, only what the fixtures have noted is compared.
        await noteStoredValues(url, (statement) =>
          queryDatabase({ dataDir: env['DATA_DIR'] ?? dataDir }, statement),
        ).catch(() => undefined)
      await stop()
      rmSync(dataDir, { recursive: true, force: true })
      expectNoPolicyReports(printed)
    },
  }
}
