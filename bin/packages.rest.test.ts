import { lstatSync, readdirSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

/** The maximum disk space of `npm ci` in MiB: normally, and with a second Node if the machine's own is older. */
const [MAX_MEBIBYTES, MAX_WITH_NODE] = [552, 655]
const MEBIBYTE = 1024 ** 2
const root = fileURLToPath(new URL('..', import.meta.url))
/** Written later by tools. */
const caches = /^\.(?:cache|vite)/

const measure = (folder: string): number =>
  readdirSync(folder, { withFileTypes: true }).reduce((total, entry) => {
    if (caches.test(entry.name)) return total
    const path = join(folder, entry.name)
    return total + lstatSync(path).blocks * 512 + (entry.isDirectory() ? measure(path) : 0)
  }, 0)

it(`npm ci takes at most ${MAX_MEBIBYTES} MiB, and ${MAX_WITH_NODE} with a second Node`, () => {
  const folders = ['.', 'contract', 'sandbox', 'server', 'web', 'content', 'e2e', 'bench', 'bin/node']
    .map((folder) => join(root, folder, 'node_modules'))
    .filter((folder) => existsSync(folder))
  const bytes = folders.reduce((total, folder) => total + measure(folder), 0)
  const node = lstatSync(join(root, 'node_modules/.bin/node'), { throwIfNoEntry: false })
  const ofNode = (node?.blocks ?? 0) * 512
  expect((bytes - ofNode) / MEBIBYTE).toBeGreaterThan(300)
  expect((bytes - ofNode) / MEBIBYTE).toBeLessThanOrEqual(MAX_MEBIBYTES)
  expect(bytes / MEBIBYTE).toBeLessThanOrEqual(MAX_WITH_NODE)
})
