// The previous release's code, to be run alongside the current one.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

const root = fileURLToPath(new URL('../..', import.meta.url))
const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))

/** Its tag and its commit. The commit is what counts, because a clone may have no tags. */
export const { previousRelease } = z
  .object({ previousRelease: z.object({ tag: z.string(), commit: z.string().length(40) }) })
  .parse(readJson(join(root, 'package.json')))

const runGit = (...args: string[]) => spawnSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' })

/** Why this checkout cannot run it; undefined if it can. */
export const whyMissing =
  runGit('cat-file', '-e', `${previousRelease.commit}^{commit}`).status === 0
    ? undefined
    : `this checkout has no commit ${previousRelease.tag}: git fetch --unshallow`

/** The parts of a server without pages, and what npm needs to install its packages. */
const PARTS = ['package.json', 'package-lock.json', 'server', 'contract', 'sandbox', 'content']
const MANIFESTS = ['web/package.json', 'e2e/package.json', 'bench/package.json']
const WORKSPACES = ['server', 'contract', 'sandbox'] as const

const Lock = z.object({
  packages: z.record(
    z.string(),
    z.looseObject({
      version: z.string().optional(),
      link: z.boolean().optional(),
      dev: z.boolean().optional(),
      devOptional: z.boolean().optional(),
      optional: z.boolean().optional(),
    }),
  ),
})
const readLock = (folder: string) => Lock.parse(readJson(join(folder, 'package-lock.json'))).packages

/** Returns whether this checkout has the packages needed by a release's server, which does without optional ones. */
function hasPackagesOf(folder: string): boolean {
  const here = readLock(root)
  return Object.entries(readLock(folder)).every(
    ([path, { version, link, dev, devOptional, optional }]) =>
      !path.includes('node_modules/') ||
      link ||
      dev ||
      devOptional ||
      (optional && !(path in here)) ||
      here[path]?.version === version,
  )
}

/** Links this checkout's packages, except the release's own workspaces. */
function linkPackages(folder: string): void {
  mkdirSync(join(folder, 'node_modules/@baobab'), { recursive: true })
  for (const name of WORKSPACES) symlinkSync(join(folder, name), join(folder, 'node_modules/@baobab', name))
  const packages = readdirSync(join(root, 'node_modules')).filter((name) => name !== '@baobab')
  for (const name of packages) symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  symlinkSync(join(root, 'server/node_modules'), join(folder, 'server/node_modules'))
}

/** Writes the previous release to a folder, with its packages. @returns the folder, and a function that removes it */
export function extractPreviousRelease(): { folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), `baobab-${basename(previousRelease.tag)}-`))
  const archive = execFileSync('git', ['archive', previousRelease.commit, ...PARTS, ...MANIFESTS], {
    cwd: root,
    maxBuffer: 256 * 1024 ** 2,
  })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  if (hasPackagesOf(folder)) linkPackages(folder)
  else
    execFileSync('npm', ['ci', '--omit=dev', '--ignore-scripts', '--workspace', 'server', '--no-audit', '--no-fund'], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
