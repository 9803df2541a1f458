// Builds the web app if its sources changed since the last build. Run by `npm start` and before the browser tests.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { lock } from './lock.ts'

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

export function buildIfNeeded(): void {
  const digest = sourcesDigest()
  const isBuilt = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === digest
  if (isBuilt()) return
  // Two builds at the same time would delete each other's output.
  const unlock = lock('build', root)
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
