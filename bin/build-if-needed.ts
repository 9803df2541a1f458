// Builds the web app if its sources changed since the last build. Run by `npm start` and before the browser tests.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
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

export function buildIfNeeded(): void {
  const digest = sourcesDigest()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return
  process.stdout.write('Building the web app, once ...\n')
  const build = spawnSync('npm', ['run', 'build', '--silent'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' },
    shell: process.platform === 'win32',
  })
  if (build.status !== 0) {
    process.stderr.write(`${build.stdout}${build.stderr}\nThe web app could not be built.\n`)
    process.exit(1)
  }
  writeFileSync(stamp, digest)
}

if (import.meta.main) buildIfNeeded()
