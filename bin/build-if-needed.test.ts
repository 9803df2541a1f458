import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { describe, expect, onTestFinished, it } from 'vitest'

/** A fake npm that builds for a while, and fails if another build is running. */
const NPM = `#!/bin/sh
mkdir web/busy || exit 1
sleep 0.5
mkdir -p web/build
echo built >> web/build/log
rmdir web/busy`

/** Creates a checkout with the sources that determine whether a build is needed. */
function makeCheckout(): string {
  const root = mkdtempSync(join(tmpdir(), 'baobab-build-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const folder of ['bin', 'web', 'contract', 'programs']) mkdirSync(join(root, folder))
  writeFileSync(join(root, 'package.json'), '{"type":"module"}')
  writeFileSync(join(root, 'package-lock.json'), '{}')
  writeFileSync(join(root, 'programs/npm'), NPM, { mode: 0o755 })
  symlinkSync(process.execPath, join(root, 'programs/node'))
  for (const file of ['build-if-needed.ts', 'build-after-install.mjs', 'lock.ts'])
    cpSync(join(import.meta.dirname, file), join(root, 'bin', file))
  return root
}

async function build(root: string, script = 'build-if-needed.ts', env: Record<string, string> = {}) {
  const path = `${join(root, 'programs')}${delimiter}${process.env['PATH']}`
  const child = spawn(process.execPath, [join(root, 'bin', script)], { env: { PATH: path, ...env }, stdio: 'ignore' })
  await once(child, 'exit')
  return child.exitCode
}

it.skipIf(process.platform === 'win32')('simultaneous starts build the web app once, and all succeed', async () => {
  const root = makeCheckout()
  expect(await Promise.all([build(root), build(root), build(root)])).toEqual([0, 0, 0])
  expect(readFileSync(join(root, 'web/build/log'), 'utf8')).toBe('built\n')
})

describe.skipIf(process.platform === 'win32')('after an install', () => {
  const install = (root: string, env?: Record<string, string>) => build(root, 'build-after-install.mjs', env)

  /** Adds what the script expects of a checkout whose packages can build the web app. */
  function makeInstalled(): string {
    const root = makeCheckout()
    for (const folder of ['contract/src', 'node_modules/vite', 'node_modules/@react-router/dev'])
      mkdirSync(join(root, folder), { recursive: true })
    writeFileSync(join(root, 'web/vite.config.ts'), '')
    return root
  }

  it('the web app is built, and a start with the same sources does not build it again', async () => {
    const root = makeInstalled()
    expect(await install(root)).toBe(0)
    expect(await build(root)).toBe(0)
    expect(readFileSync(join(root, 'web/build/log'), 'utf8')).toBe('built\n')
    writeFileSync(join(root, 'contract/src/limits.ts'), 'export {}')
    expect(await build(root)).toBe(0)
    expect(readFileSync(join(root, 'web/build/log'), 'utf8')).toBe('built\nbuilt\n')
  })

  it('nothing is built for production, for one workspace, or without the sources or packages of a build', async () => {
    for (const env of [{ npm_config_omit: 'optional dev' }, { npm_config_workspace: 'server' }]) {
      const root = makeInstalled()
      expect(await install(root, env)).toBe(0)
      expect(existsSync(join(root, 'web/build'))).toBe(false)
    }
    for (const missing of ['web/vite.config.ts', 'node_modules/vite']) {
      const root = makeInstalled()
      rmSync(join(root, missing), { recursive: true })
      expect(await install(root)).toBe(0)
      expect(existsSync(join(root, 'web/build'))).toBe(false)
    }
  })

  it('a failed build does not fail the install, and the next start tries again', async () => {
    const root = makeInstalled()
    mkdirSync(join(root, 'web/busy'))
    expect(await install(root)).toBe(0)
    expect(await build(root)).toBe(1)
  })
})
