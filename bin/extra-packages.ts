// Installs packages that few commands need: `node bin/extra-packages.ts bench/lighthouse`. Such a folder has a package.json and a
// lock file of its own, is not a workspace, and finds all other packages in the root's node_modules. So `npm ci` skips it.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { lock } from './lock.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Settings of the npm that runs this script, which only apply to its own packages. */
const foreign = /^npm_config_(?:workspaces?|include_workspace_root|omit|include|global|prefix|package_lock_only)$/i

/**
 * Installs the packages of a folder, unless they already match its lock file. Prints one line about it.
 * @param folder its path from the root
 * @throws if npm fails; the next call tries again
 */
export function installExtraPackages(folder: string, checkout = root): void {
  const path = join(checkout, folder)
  const wanted = readFileSync(join(path, 'package-lock.json'), 'utf8')
  // Written last, so that an interrupted install is repeated.
  const stamp = join(path, 'node_modules/installed-lock.json')
  const isInstalled = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted
  if (isInstalled()) return
  const unlock = lock('extra-packages', checkout)
  try {
    if (isInstalled()) return
    process.stderr.write(`Installing the packages of ${folder}, once ...\n`)
    rmSync(stamp, { force: true })
    const { status, stdout, stderr } = spawnSync(
      'npm',
      ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
      {
        cwd: path,
        encoding: 'utf8',
        env: Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name))),
        shell: process.platform === 'win32',
      },
    )
    if (status !== 0) throw new Error(`The packages of ${folder} could not be installed.\n${stdout}${stderr}`)
    writeFileSync(stamp, wanted)
  } finally {
    unlock()
  }
}

if (import.meta.main) for (const folder of process.argv.slice(2)) installExtraPackages(folder)
