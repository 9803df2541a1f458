import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { formatNotices, listPackages } from './notices.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const notices = readFileSync(join(root, 'THIRD-PARTY-NOTICES.md'), 'utf8')
const packages = listPackages()

it('the notices name every package that is installed in production or reaches browsers', () => {
  const named = new Set([...notices.matchAll(/^- (\S+ [^\s;]+)/gm)].map(([, name]) => name))
  expect(named).toEqual(new Set(packages.map(({ name, version }) => `${name} ${version}`)))
  expect(packages.length).toBeGreaterThan(200)
  const names = packages.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['fastify', 'pg', 'zod', 'react-dom', 'hls.js', 'smtp-server', 'ms']))
  for (const tool of ['vite', 'vitest', 'typescript', '@playwright/test', 'drizzle-kit'])
    expect(names).not.toContain(tool)
})

it('the notices match the installed packages', () => {
  expect(packages.filter(({ path, isForOnePlatform }) => !isForOnePlatform && !existsSync(join(root, path)))).toEqual(
    [],
  )
  expect(formatNotices()).toBe(notices)
})

it('no package has a licence that asks for more than its notice', () => {
  const allowed =
    /^\(?(?:MIT|ISC|BSD-[23]-Clause|0BSD|Apache-2\.0|BlueOak-1\.0\.0|Unlicense|CC0-1\.0|MPL-2\.0|MIT-0|Python-2\.0)\b/
  // libvips is a separate library next to sharp, which an operator can replace, as the LGPL requires.
  const exceptions = /^@img\/sharp-(?:libvips|win32|wasm|freebsd|webcontainers)/
  expect(packages.filter(({ name, license }) => !allowed.test(license) && !exceptions.test(name))).toEqual([])
})
