import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { expect, onTestFinished, it } from 'vitest'

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
  for (const file of ['build-if-needed.ts', 'lock.ts']) cpSync(join(import.meta.dirname, file), join(root, 'bin', file))
  return root
}

async function build(root: string): Promise<number | null> {
  const path = `${join(root, 'programs')}${delimiter}${process.env['PATH']}`
  const child = spawn(process.execPath, [join(root, 'bin/build-if-needed.ts')], {
    env: { PATH: path },
    stdio: 'ignore',
  })
  await once(child, 'exit')
  return child.exitCode
}

it.skipIf(process.platform === 'win32')('simultaneous starts build the web app once, and all succeed', async () => {
  const root = makeCheckout()
  expect(await Promise.all([build(root), build(root), build(root)])).toEqual([0, 0, 0])
  expect(readFileSync(join(root, 'web/build/log'), 'utf8')).toBe('built\n')
})
