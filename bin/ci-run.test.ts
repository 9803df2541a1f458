// Tests `.ci/run` with fakes for npm and system programs.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'

let checkout: string

const addProgram = (name: string, commands: string) =>
  writeFileSync(join(checkout, 'programs', name), `#!/bin/sh\n${commands}\n`, { mode: 0o755 })

/** Adds a fake npm that records its calls. @param suites the shell commands that each suite runs */
const fakeNpm = (suites: Record<'test' | 'test:rest', string>) =>
  addProgram(
    'npm',
    `echo "$*" >> "${checkout}/calls"\ncase "$2" in\n${Object.entries(suites)
      .map(([suite, commands]) => `${suite}) ${commands};;`)
      .join('\n')}\nesac`,
  )

const passing = { test: 'echo "Fine."; echo "20 passed, 0 failed"', 'test:rest': 'echo "3 passed, 0 failed"' }

function run(...args: string[]) {
  const { status, stdout } = spawnSync('bash', [join(checkout, '.ci/run'), ...args], {
    encoding: 'utf8',
    env: { ...process.env, PATH: [join(checkout, 'programs'), process.env['PATH']].join(delimiter) },
  })
  const calls = readFileSync(join(checkout, 'calls'), 'utf8').trim().split('\n')
  return { status, last: stdout.trim().split('\n').at(-1), calls }
}

beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), 'baobab-ci-'))
  for (const folder of ['.ci', 'programs']) mkdirSync(join(checkout, folder))
  cpSync(join(import.meta.dirname, '../.ci/run'), join(checkout, '.ci/run'))
  // Only root installs programs.
  addProgram('id', 'echo 1000')
  fakeNpm(passing)
})
afterEach(() => rmSync(checkout, { recursive: true }))

it('runs both commands after an install, and ends with the sum of their last lines', () => {
  const { status, last, calls } = run()
  expect({ status, last }).toEqual({ status: 0, last: '23 passed, 0 failed' })
  expect(calls.map((call) => call.replace(/ --$/, ''))).toEqual(['ci', 'run test', 'run test:rest'])
})

it('runs the second command even if the first failed, and still fails, whatever npm prints after it', () => {
  fakeNpm({ ...passing, test: 'echo "19 passed, 1 failed"; echo "npm error" >&2; exit 1' })
  expect(run()).toMatchObject({ status: 1, last: '22 passed, 1 failed' })
})

it('fails if the second command fails', () => {
  fakeNpm({ ...passing, 'test:rest': 'echo "2 passed, 1 failed"; exit 1' })
  expect(run()).toMatchObject({ status: 1, last: '22 passed, 1 failed' })
})

it('counts a command that ended without its last line as one failure', () => {
  fakeNpm({ ...passing, 'test:rest': 'echo "Killed"; exit 137' })
  expect(run()).toMatchObject({ status: 1, last: '20 passed, 1 failed' })
})

it('runs a single command, and a shard of its tests', () => {
  const { last, calls } = run('rest', '--shard=2/3')
  expect({ last, calls }).toEqual({ last: '3 passed, 0 failed', calls: ['ci', 'run test:rest -- --shard=2/3'] })
})

it('counts a failed install as one failure', () => {
  addProgram('npm', `echo "$*" >> "${checkout}/calls"\nexit 1`)
  expect(run()).toEqual({ status: 1, last: '0 passed, 1 failed', calls: ['ci'] })
})

it('refuses an unknown command', () => {
  addProgram('npm', 'exit 0')
  writeFileSync(join(checkout, 'calls'), '')
  expect(run('--shard=1/2')).toMatchObject({ status: 2, last: 'Usage: .ci/run [test|rest [--shard=1/3]]', calls: [''] })
})
