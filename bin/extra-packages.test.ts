import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { installExtraPackages } from './extra-packages.ts'

let checkout: string
let said: string[]

/** Adds a fake npm that counts its calls in a file and then runs some commands. */
function fakeNpm(commands: string): void {
  const path = join(checkout, 'programs/npm')
  writeFileSync(path, `#!/bin/sh\necho "$* in $PWD with $npm_config_workspace." >> "${checkout}/calls"\n${commands}\n`)
  chmodSync(path, 0o755)
}
const readCalls = () => {
  const file = join(checkout, 'calls')
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
}
const writeLock = (text: string) => writeFileSync(join(checkout, 'tool/package-lock.json'), text)

beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), 'baobab-extra-'))
  for (const folder of ['programs', 'tool', 'node_modules']) mkdirSync(join(checkout, folder))
  vi.stubEnv('PATH', [join(checkout, 'programs'), process.env['PATH']].join(delimiter))
  said = []
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => said.push(String(text)) > 0)
  writeLock('one')
  fakeNpm('mkdir -p node_modules')
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  rmSync(checkout, { recursive: true })
})

it('packages are installed once, without their scripts, and again when the lock file has changed', () => {
  installExtraPackages('tool', checkout)
  installExtraPackages('tool', checkout)
  expect(said).toEqual(['Installing the packages of tool, once ...\n'])
  expect(readCalls()).toEqual([expect.stringMatching(/^ci .*--ignore-scripts.* in .*\/tool with \.$/)])
  writeLock('two')
  installExtraPackages('tool', checkout)
  installExtraPackages('tool', checkout)
  expect(said).toHaveLength(2)
  expect(readCalls()).toHaveLength(2)
})

it('a failed install says why and is tried again, even if the packages were installed before', () => {
  installExtraPackages('tool', checkout)
  writeLock('two')
  fakeNpm('echo "no network" >&2; exit 1')
  expect(() => installExtraPackages('tool', checkout)).toThrow(/packages of tool could not be installed\.\nno network/)
  // The failed npm may have damaged the earlier packages.
  writeLock('one')
  expect(() => installExtraPackages('tool', checkout)).toThrow('no network')
  fakeNpm('mkdir -p node_modules')
  installExtraPackages('tool', checkout)
  expect(readCalls()).toHaveLength(4)
})

it('when npm runs a script of a workspace, none of its settings are passed on', () => {
  vi.stubEnv('npm_config_workspace', 'server')
  installExtraPackages('tool', checkout)
  expect(readCalls()).toEqual([expect.stringMatching(/\/tool with \.$/)])
})
