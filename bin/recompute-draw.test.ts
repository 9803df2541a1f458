// The Python program shares no code with ours, so two independent programs must agree.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { drawOrder } from '@baobab/contract/scholarship/draw/order.ts'
import { witnessSeed } from '@baobab/contract/scholarship/draw/witnesses.ts'
import { formatReceipt, type Receipt } from '@baobab/contract/scholarship/draw/rules.ts'
import { formatDrawList, hashDrawList, hashNamedRow, leafOf } from '@baobab/contract/scholarship/draw/list.ts'
import { makeDraw } from '@baobab/contract/scholarship/draw/made-draw.ts'
import { quicknet } from '@baobab/contract/scholarship/draw/schedule.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const program = fileURLToPath(new URL('recompute-draw.py', import.meta.url))
const hasNoPython = spawnSync('python3', ['--version']).status !== 0
if (hasNoPython && process.env['CI'] === '1') throw new Error('The full check needs python3.')

/** The signature of round 1000 of drand's chain quicknet. */
const SIGNATURE = 'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'baobab-draw-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function saveList(count: number): string {
  const month = '2026-11'
  const leaves = Array.from({ length: count }, (_, n) =>
    leafOf({ month, studentId: `student-${n}`, nonce: createHash('sha256').update(`nonce-${n}`).digest() }),
  ).toSorted((a, b) => (a < b ? -1 : 1))
  const path = join(folder, 'list.txt')
  const closesAt = new Date('2026-11-30T22:59:59.999Z')
  const rulesHash = createHash('sha256').update('rules-v1').digest('hex')
  writeFileSync(
    path,
    formatDrawList({ protocol: 1, month, closesAt, rulesHash, chainHash: quicknet.hash, round: 1_000, leaves }),
  )
  return path
}

const recompute = (count: number, ...args: string[]) => recomputeFrom(count, SIGNATURE, ...args)

function recomputeFrom(count: number, ...args: string[]): string[] {
  const { stdout, stderr } = spawnSync('python3', [program, saveList(count), ...args], { encoding: 'utf8' })
  expect(stderr).toBe('')
  return stdout.trim().split('\n')
}

it.skipIf(hasNoPython)('computes the same list, seed and winner as our code, independently of it', () => {
  expect(recompute(5)).toEqual([
    'LIST fa97e70c35a66244d80e38d4bd727d821262b6ad61633212b1a746da3a2ce51b',
    'SEED 555d52f424f8e2ce4325591666d160bef611e3c7c2febfd52ce3e1d23c29934f',
    'WINNER 2',
  ])
  expect(recompute(2_000).at(-1)).toBe('WINNER 884')
})

it.skipIf(hasNoPython)('repeats a draw without those who cannot win', () => {
  expect(recompute(5, '1', '2').slice(1)).toEqual([
    'SEED 074d5b0f8aa49a527d690f61a68d8bf17bb6fe7081602da441b4a75d5307f07d',
    'WINNER 3',
  ])
  expect(recompute(1, '0', '0').at(-1)).toBe('WINNER nobody')
})

it.skipIf(hasNoPython)('computes a draw by witnesses like our code', () => {
  const secrets = [0, 1, 2, 3].map((n) => createHash('sha256').update(`witness-${n}`).digest('hex'))
  const seed = witnessSeed(hashDrawList(readFileSync(saveList(5), 'utf8')), secrets)
  expect(recomputeFrom(5, secrets.join(',')).slice(1)).toEqual([
    `SEED ${Buffer.from(seed).toString('hex')}`,
    `WINNER ${drawOrder(seed, 5)[0]}`,
  ])
})

describe.skipIf(hasNoPython)('a protocol 2 list', () => {
  const { rows, leaves, list } = makeDraw(5)
  const run = (...args: string[]) => {
    const path = join(folder, 'second.txt')
    writeFileSync(path, list)
    return spawnSync('python3', [program, path, ...args], { encoding: 'utf8' })
  }
  const { month = '', nonce = new Uint8Array(), ...row } = rows.find((one) => hashNamedRow(one) === leaves[3]) ?? {}
  const receipt = { protocol: 2, month, ...row, nonce: Buffer.from(nonce).toString('hex') } as Receipt

  it('G-17 has the seed and the winner of the vectors', () => {
    expect(run(SIGNATURE).stdout.trim().split('\n')).toEqual([
      'LIST 97e30cb08fab05ba995b5ff10e6523ae1814d5d2566ba24572a0aca804ee3274',
      'SEED f2bcb648d7b5519f2dea95808617ec209f3407e26b29c2da177bec0fcfaa5788',
      'WINNER 3',
    ])
    expect(run(SIGNATURE, '1', '3').stdout).toContain('WINNER 4\n')
  })

  it('G-19 has the number of a receipt and of a line, and none for a different one', () => {
    expect(run('--receipt', formatReceipt(receipt)).stdout).toBe('You are number 3 of 5 on this list.\n')
    expect(run('--line', `R-${leaves[3]}`).stdout).toBe('You are number 3 of 5 on this list.\n')
    expect(run('--receipt', formatReceipt({ ...receipt, username: 'friend' } as Receipt)).stderr).toContain('No line')
    expect(run('--receipt', formatReceipt({ ...receipt, month: '2026-11' })).stderr).toContain('another month')
  })
})
