import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

/**
 * How many packages `npm ci` may install in the root, by npm's own count. Everybody waits for each of them, so raise it only for a
 * package that the product or most tests need. Others have a folder of their own (bin/extra-packages.ts).
 */
const MAX_PACKAGES = 475
const root = fileURLToPath(new URL('..', import.meta.url))

type Manifest = Partial<
  Record<'dependencies' | 'devDependencies' | 'optionalDependencies' | 'scripts', Record<string, string>>
> & { workspaces?: string[] }
type Locked = Manifest & { os?: string[]; cpu?: string[]; libc?: string[] }

const read = <T>(file: string) => JSON.parse(readFileSync(join(root, file), 'utf8')) as T
const readLock = (folder: string) =>
  read<{ packages: Record<string, Locked> }>(join(folder, 'package-lock.json')).packages

/** Whether npm installs a package on Linux with glibc on x64. */
const isForLinux = ({ os, cpu, libc }: Locked) =>
  (!os || os.includes('linux')) && (!cpu || cpu.includes('x64')) && (!libc || libc.includes('glibc'))

const locks = spawnSync('git', ['ls-files', 'package-lock.json', '**/package-lock.json'], {
  cwd: root,
  encoding: 'utf8',
})
const folders = locks.stdout.trim().split('\n').map(dirname)
const extraFolders = folders.filter((folder) => folder !== '.')

it(`npm ci installs at most ${MAX_PACKAGES} packages`, () => {
  const installed = Object.entries(readLock('.')).filter(
    ([path, entry]) => path.includes('node_modules/') && isForLinux(entry),
  )
  expect(installed.length).toBeGreaterThan(300)
  expect(installed.length).toBeLessThanOrEqual(MAX_PACKAGES)
})

describe('a folder with packages that few commands need', () => {
  it.each(extraFolders)('%s is not a workspace, and its lock file matches its package.json', (folder) => {
    expect(read<Manifest>('package.json').workspaces).not.toContain(folder)
    const { dependencies, devDependencies, optionalDependencies } = read<Manifest>(join(folder, 'package.json'))
    // Build and test tools would make the install depend on NODE_ENV.
    expect(devDependencies).toBeUndefined()
    expect(readLock(folder)['']).toMatchObject({
      ...(dependencies && { dependencies }),
      ...(optionalDependencies && { optionalDependencies }),
    })
  })

  it.each(extraFolders.filter((folder) => folder !== 'bin/node'))('%s is installed by what needs it', (folder) => {
    const installs = [
      ...Object.values(read<Manifest>('package.json').scripts ?? {}),
      readFileSync(join(root, 'e2e/browser.ts'), 'utf8'),
    ]
    const isInstalled = (text: string) =>
      text.includes(`node bin/extra-packages.ts ${folder} `) || text.includes(`installExtraPackages('${folder}')`)
    expect(installs.filter(isInstalled)).toHaveLength(1)
  })

  it('shares no package with the root, which would be installed twice', () => {
    const { dependencies = {}, devDependencies = {} } = readLock('.')[''] ?? {}
    const ofRoot = { ...dependencies, ...devDependencies }
    const ofExtra = extraFolders.flatMap((folder) => Object.keys(readLock(folder)['']?.dependencies ?? {}))
    expect(ofExtra.filter((name) => name in ofRoot)).toEqual([])
  })
})
