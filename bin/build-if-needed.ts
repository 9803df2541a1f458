// Builds the web app if its sources changed since the last build. Run by `npm start` and before the browser tests.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const stamp = join(root, 'web/build/stamp')
const skipped = new Set(['node_modules', 'build', '.react-router'])

function* filesUnder(path: string): Generator<string> {
  if (!statSync(path).isDirectory()) return yield path
  for (const name of readdirSync(path).toSorted()) if (!skipped.has(name)) yield* filesUnder(join(path, name))
}

/** Returns a digest of all sources of the build. */
function sourcesDigest(): string {
  const hash = createHash('sha256')
  for (const source of ['web', 'contract', 'package-lock.json'])
    for (const file of filesUnder(join(root, source))) hash.update(file.slice(root.length)).update(readFileSync(file))
  return hash.digest('hex')
}

/**
 * Waits until no other process builds, and keeps others waiting until this one ends or calls the returned function. Two
 * builds at once would empty each other's folder. The kernel releases the lock of a process that was killed.
 */
function lockBuild(): () => void {
  mkdirSync(join(root, 'node_modules/.cache'), { recursive: true })
  const lock = new DatabaseSync(join(root, 'node_modules/.cache/build.lock'), { timeout: 600_000 })
  lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  return () => lock.close()
}

export function buildIfNeeded(): void {
  const digest = sourcesDigest()
  const isBuilt = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === digest
  if (isBuilt()) return
  const unlock = lockBuild()
  if (!isBuilt()) build(digest)
  unlock()
}

function build(digest: string): void {
  process.stdout.write('Building the web app, once ...\n')
  const { status, stdout, stderr } = spawnSync('npm', ['run', 'build', '--silent'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' },
    shell: process.platform === 'win32',
  })
  if (status !== 0) {
    process.stderr.write(`${stdout}${stderr}\nThe web app could not be built.\n`)
    process.exit(1)
  }
  writeFileSync(stamp, digest)
}

if (import.meta.main) buildIfNeeded()
