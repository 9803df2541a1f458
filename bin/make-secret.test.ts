import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { commitmentTo } from '@baobab/contract/scholarship/draw/witnesses.ts'
import { expect, it } from 'vitest'

const program = fileURLToPath(new URL('make-secret.ts', import.meta.url))
const run = (...args: string[]) => spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' })

it('makes a different secret number each time, and its matching commitment', () => {
  const secrets = [run('2026-11'), run('2026-11')].map(({ stdout, status }) => {
    expect(status).toBe(0)
    const [, promise, secret = ''] = /^PROMISE ([0-9a-f]{64})\nSECRET ([0-9a-f]{64})\n/.exec(stdout) ?? []
    expect(promise).toBe(commitmentTo({ month: '2026-11', secret }))
    return secret
  })
  expect(new Set(secrets).size).toBe(2)
})

it('needs the month of the draw', () => {
  for (const args of [[], ['2026-13'], ['2026-11', '2026-12']]) {
    const { status, stderr } = run(...args)
    expect(stderr).toContain('The month of the draw is needed')
    expect(status).toBe(64)
  }
})
