// Tests the production install: `npm run check:production`. Installs into an empty folder, and starts the server there as another
// user, on a read-only file system, with its own PostgreSQL. Needs Linux and root. Takes about a minute of processor time.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, chownSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startEmbeddedPostgres } from '../server/src/platform/database/embedded/embedded-postgres.ts'
import { findFreePort } from '../server/src/platform/free-port.ts'
import { productionSettings } from '../server/test/production-settings.ts'

const MAX_MEGABYTES = 240
const NOBODY = 65_534
const root = fileURLToPath(new URL('..', import.meta.url))
/** Tools for building and testing, and packages only needed on laptops. */
const unwanted = ['typescript', 'vite', 'vitest', 'playwright-core', '@sparticuz', '@embedded-postgres', '.bin/node']
/** Pages with and without our scripts, the API, and the endpoints for monitoring. */
const addresses = ['/', '/about', '/student/login', '/admin/login', '/api/openapi.json', '/healthz', '/readyz']

const report = (line: string) => process.stdout.write(`${line}\n`)

function fail(reason: string): never {
  throw new Error(reason)
}

/** Returns the size on disk of a folder, in megabytes. */
function measureMegabytes(folder: string): number {
  const sizes = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(
    (name) => lstatSync(join(folder, name)).blocks * 512,
  )
  return Math.round(sizes.reduce((total, bytes) => total + bytes, 0) / 1e6)
}

function install(target: string): void {
  const { status } = spawnSync('sh', [join(root, 'deploy/install-production.sh'), target], { stdio: 'inherit' })
  if (status !== 0) fail('the installation failed')
  const megabytes = measureMegabytes(join(target, 'node_modules'))
  report(`ok  node_modules is ${megabytes} MB`)
  if (megabytes > MAX_MEGABYTES) fail(`node_modules is larger than ${MAX_MEGABYTES} MB`)
  const found = unwanted.filter((name) => existsSync(join(target, 'node_modules', name)))
  if (found.length > 0) fail(`packages are installed that production does not need: ${found.join(', ')}`)
  report(`ok  without ${unwanted.join(', ')}`)
}

/** Starts the server as `nobody`. It can only write to `dataDir` and to its own /tmp. */
function startServer(target: string, settings: Record<string, string>): ChildProcess {
  const readOnly = (path: string) => `mount --bind ${path} ${path} && mount -o remount,bind,ro ${path}`
  const commands = [
    'mount --make-rprivate /',
    readOnly(target),
    'mount -o remount,bind,ro /',
    'mount -t tmpfs tmpfs /tmp',
    `cd ${target}`,
    `exec setpriv --reuid=${NOBODY} --regid=${NOBODY} --clear-groups --no-new-privs --bounding-set=-all ${process.execPath} server/src/main.ts`,
  ]
  return spawn('unshare', ['--mount', 'sh', '-c', commands.join(' && ')], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { PATH: process.env['PATH'], ...settings },
  })
}

async function requirePages(url: string, server: ChildProcess): Promise<void> {
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      (reply) => reply.ok,
      () => false,
    )
  while (!(await isReady())) {
    if (server.exitCode !== null) fail(`the server ended with ${server.exitCode}`)
    await delay(100)
  }
  for (const path of addresses) {
    const { status } = await fetch(url + path)
    if (status !== 200) fail(`${path} replied ${status}`)
    report(`ok  ${path}`)
  }
  const page = await (await fetch(`${url}/student/login`)).text()
  const script = /src="(\/assets\/[^"]+\.js)"|href="(\/assets\/[^"]+\.js)"/.exec(page)
  const asset = script?.[1] ?? script?.[2] ?? fail('the page names no script')
  if (!(await fetch(url + asset)).ok) fail(`${asset} is missing`)
  report(`ok  ${asset}`)
}

/** Runs the installed server once, from start to SIGTERM. */
async function tryServer(target: string, folder: string): Promise<void> {
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir, { mode: 0o700 })
  chownSync(dataDir, NOBODY, NOBODY)
  const database = await startEmbeddedPostgres({ dataDir: join(folder, 'database') })
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const server = startServer(target, {
    ...productionSettings,
    DATABASE_URL: database.serverUrl,
    DATABASE_MIGRATION_URL: database.url,
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: url,
    LOG_LEVEL: 'warn',
  })
  const exited = once(server, 'exit')
  try {
    await requirePages(url, server)
    server.kill('SIGTERM')
    await exited
    if (server.exitCode !== 0) fail(`after SIGTERM the server ended with ${server.exitCode}`)
    report('ok  ends with 0 after SIGTERM')
  } finally {
    server.kill('SIGKILL')
    await exited
    await database.stop()
  }
}

if (process.platform !== 'linux' || process.getuid?.() !== 0) fail('This check needs Linux and root.')
const folder = mkdtempSync(join(tmpdir(), 'baobab-production-'))
chmodSync(folder, 0o755)
try {
  const target = join(folder, 'baobab')
  install(target)
  await tryServer(target, folder)
  report('The production install serves pages.')
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
}
