// The repository contains no secrets, no code that is installed unchecked, and no link that lets another site control our page.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean)

/** The key formats of services that this product or its operators use. */
const secrets =
  /\bsk_(?:live|test)_[0-9a-f]{32,}|\bAKIA[0-9A-Z]{16}\b|-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----\s+[\w+/]{40}|\bgh[pousr]_\w{36}|\bxox[abp]-\w{10}|\bAIza[\w-]{35}/

it.each([
  `sk_live_${'0123456789abcdef'.repeat(3)}`,
  `AKIA${'ABCDEFGH'.repeat(2)}`,
  `-----BEGIN ${'PRIVATE KEY'}-----\n${'MIIE'.repeat(12)}`,
  `ghp_${'a1B2'.repeat(9)}`,
])('finds %j', (text) => {
  expect(text).toMatch(secrets)
})

it('W-25 no file in the repository contains a key, and none is a settings file', () => {
  const texts = tracked.filter((file) =>
    /\.(?:[cm]?[jt]sx?|json|md|sql|csv|css|html|ya?ml|conf|sh|txt|pem|key)$/.test(file),
  )
  expect(texts.length).toBeGreaterThan(1_000)
  expect(texts.filter((file) => secrets.test(read(file)))).toEqual([])
  expect(tracked.filter((file) => /(?:^|\/)\.env|\.(?:pem|key|p8|p12)$/.test(file))).toEqual([])
})

type Locked = { version?: string; integrity?: string; resolved?: string; link?: boolean; hasInstallScript?: boolean }

it('W-24 every package is pinned and checked by its hash, and none runs a script when it is installed', () => {
  const locks = tracked.filter((file) => /(?:^|\/)package-lock\.json$/.test(file))
  expect(locks.length).toBeGreaterThan(4)
  const installed = locks
    .flatMap((file) => Object.entries((JSON.parse(read(file)) as { packages: Record<string, Locked> }).packages))
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
  expect(installed.length).toBeGreaterThan(300)
  expect(installed.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([path]) => path)).toEqual([])
  expect(installed.filter(([, { resolved }]) => resolved && !resolved.startsWith('https://'))).toEqual([])
  const manifests = tracked.filter((file) => /(?:^|\/)package\.json$/.test(file)).map((file) => JSON.parse(read(file)))
  const wanted = manifests.flatMap((manifest) => [
    ...Object.entries<string>(manifest.dependencies ?? {}),
    ...Object.entries<string>(manifest.devDependencies ?? {}),
    ...Object.entries<string>(manifest.optionalDependencies ?? {}),
  ])
  expect(wanted.length).toBeGreaterThan(40)
  // Our own workspaces have the version '*'.
  expect(wanted.filter(([name, version]) => !/^\d/.test(version) && !name.startsWith('@baobab/'))).toEqual([])
  // npm runs only the install scripts listed there.
  expect((JSON.parse(read('package.json')) as { allowScripts: object }).allowScripts).toEqual({})
  // That list only applies to the root. Everything else is installed without scripts.
  const installers = ['bin/extra-packages.ts', 'bin/node/install.mjs', 'deploy/install-production.sh'].map(read)
  expect(installers.filter((code) => !/npm ci\b.*--ignore-scripts|'ci', '--ignore-scripts'/.test(code))).toEqual([])
})

it('W-24 pages load no scripts from other sites except the payment provider', () => {
  const sources = tracked.filter(
    (file) => /^(?:web|server|content)\/.*\.(?:tsx?|html|css)$/.test(file) && !file.includes('.test.'),
  )
  const loading = sources.filter((file) =>
    /<script[^>]+src=["'{`]+https?:|@import\s+(?:url\()?["']?https?:|importScripts\(["'`]https?:/.test(read(file)),
  )
  expect(loading).toEqual([])
  const scripts = sources.filter((file) => /https:\/\/(?:js|checkout)\.paystack\.co/.test(read(file)))
  expect(scripts.length).toBeGreaterThan(0)
  expect(scripts.filter((file) => !/payment|paystack|security-headers|config/.test(file))).toEqual([])
})

it('W-14 a page that a link opens in a new window cannot access ours', () => {
  const pages = tracked.filter((file) => /^(?:web|server|sandbox)\/.*\.tsx?$/.test(file) && !file.includes('.test.'))
  const links = pages.flatMap((file) =>
    [...read(file).matchAll(/<a\b[^<]*?target="_blank"[^<]*?>/g)].map(([link]) => link),
  )
  expect(links.length).toBeGreaterThan(0)
  expect(links.filter((link) => !/rel="(?:noopener|noreferrer)/.test(link))).toEqual([])
  expect(pages.filter((file) => /\bwindow\.open\([^)]*['"]_blank['"]\s*\)/.test(read(file)))).toEqual([])
})
