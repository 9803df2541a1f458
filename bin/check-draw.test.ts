import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkDraw } from '@baobab/contract/scholarship/draw/check-draw.ts'
import { quicknet, roundAt, FALLBACK_AFTER_MS } from '@baobab/contract/scholarship/draw/schedule.ts'
import { formatReceipt, type Receipt, hashText } from '@baobab/contract/scholarship/draw/rules.ts'
import { formatNotices, type DrawNotice } from '@baobab/contract/scholarship/draw/files.ts'
import { commitmentTo, OPERATOR } from '@baobab/contract/scholarship/draw/witnesses.ts'
import { formatDrawList, hashNamedRow } from '@baobab/contract/scholarship/draw/list.ts'
import { makeChain, makeDraw } from '@baobab/contract/scholarship/draw/made-draw.ts'
import { monthCloses } from '@baobab/contract/scholarship/rules.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const program = fileURLToPath(new URL('check-draw.ts', import.meta.url))
const made = makeChain('the command')
const { closesAt, drawsAt } = monthCloses('2026-11')
const round = roundAt(made.chain, drawsAt)
const leaves = Array.from({ length: 20 }, (_, n) => hashText(`entry ${n}`)).toSorted()
const facts = { protocol: 1, month: '2026-11', closesAt, rulesHash: hashText('rules'), leaves } as const
const list = formatDrawList({ ...facts, chainHash: made.chain.hash, round })
const beacon = made.sign(round)

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'baobab-draw-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Saves the files, runs the command and returns its exit code and output. */
function run(
  changes: { list?: string; beacon?: object },
  ...args: string[]
): { status: number | null; output: string } {
  const save = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const paths = [
    save('list.txt', changes.list ?? list),
    save('beacon.json', JSON.stringify(changes.beacon ?? beacon)),
    save('chain.json', JSON.stringify(made.file)),
  ]
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...paths, ...args], { encoding: 'utf8' })
  return { status, output: stdout + stderr }
}

const winner = checkDraw({ list, chain: made.file, beacons: [beacon], notices: [] }).attempts[0]?.winner ?? -1

it('prints each step and the winner, and says that a private chain proves nothing', () => {
  const { status, output } = run({}, '--winner', String(winner), '--told', hashText(list).toUpperCase())
  expect(output).toContain(`LIST ${hashText(list)}\nLIST ok\nTOLD ok\nCHAIN ok\nROUND ok\nBEACON ok\nWINNER ok\n`)
  expect(output).toContain(`WINNER ${winner}\n`)
  expect(output).toContain('the draw proves nothing')
  expect(status).toBe(0)
})

it('exits with 0 for a draw on a public chain that is valid so far', () => {
  const open = formatDrawList({ ...facts, chainHash: quicknet.hash, round: roundAt(quicknet, drawsAt) })
  const { status, output } = run({ list: open, beacon: [] }, '--hash', hashText(open))
  expect(output).toContain('LIST ok\nTOLD ok\nCHAIN ok\n')
  expect(output).toContain('The draw is not over: another round decides.')
  expect(status).toBe(0)
})

it('accepts the rules, the whole result, and nobody as the winner', () => {
  const rules = join(folder, 'rules.txt')
  writeFileSync(rules, 'rules')
  expect(run({}, '--rules', rules)).toMatchObject({ status: 0 })
  writeFileSync(rules, 'other rules')
  expect(run({}, '--rules', rules)).toMatchObject({ status: 2 })
  const result = join(folder, 'result.json')
  const { seed = '' } = checkDraw({ list, chain: made.file, beacons: [beacon], notices: [] }).attempts[0] ?? {}
  const told = { month: '2026-11', list: hashText(list), attempt: 0, seed, outcome: 'drawn' }
  writeFileSync(result, JSON.stringify({ ...told, index: winner, leaf: leaves[winner] }))
  expect(run({}, '--result', result)).toMatchObject({ status: 0 })
  writeFileSync(result, JSON.stringify({ ...told, index: winner, leaf: 'a'.repeat(64) }))
  expect(run({}, '--result', result)).toMatchObject({ status: 4 })
  expect(run({}, '--winner', 'nobody')).toMatchObject({ status: 4 })
  expect(run({}, '--winner', '1e3')).toMatchObject({ status: 64 })
})

it('checks a draw by witnesses from its notices, and says that it is weaker', () => {
  const secrets = [0, 1, 2, 3].map((n) => hashText(`witness-${n}`))
  const [month, attempt, at] = ['2026-11', 0, new Date(drawsAt.getTime() + FALLBACK_AFTER_MS + 3_000).toISOString()]
  const witnesses = secrets.map((secret, n) => ({
    name: n === 3 ? OPERATOR : `School ${n}`,
    commitment: commitmentTo({ month, secret }),
  }))
  const notices: DrawNotice[] = [
    { kind: 'witnesses', at, attempt, witnesses },
    ...secrets.map((secret, position): DrawNotice => ({ kind: 'revealed', at, attempt, position, secret })),
  ]
  const path = join(folder, 'notices.json')
  writeFileSync(path, formatNotices(1, notices))
  const { status, output } = run({ beacon: [] }, path)
  const [drawn] = checkDraw({ list, chain: made.file, beacons: [], notices }).attempts
  expect(output).toContain('ROUND ok\nBEACON ok\nWINNER ok\n')
  expect(output).toContain('This draw is weaker: there was no public number, so witnesses drew the winner.')
  expect(output).toContain(`SEED ${drawn?.seed}\nWINNER ${drawn?.winner}\n`)
  expect(status).toBe(0)
  const changed = notices.map((one) => (one.kind === 'revealed' ? { ...one, secret: hashText('other') } : one))
  writeFileSync(path, formatNotices(1, changed))
  expect(run({ beacon: [] }, path)).toMatchObject({ status: 3 })
})

it('G-02 G-04 has its own exit code for an invalid list, round and winner', () => {
  expect(run({ list: list.replace('count 20', 'count 21') })).toMatchObject({ status: 2 })
  expect(run({}, '--told', hashText('another list'))).toMatchObject({ status: 2 })
  expect(run({ beacon: { ...beacon, signature: makeChain('another').sign(round).signature } })).toMatchObject({
    status: 3,
  })
  expect(run({}, '--winner', String((winner + 1) % 20))).toMatchObject({ status: 4 })
})

it('says what is missing', () => {
  const { status, stderr } = spawnSync(process.execPath, [program], { encoding: 'utf8' })
  expect(stderr).toContain('The file list.txt is needed')
  expect(status).toBe(64)
})

describe('a protocol 2 draw in a folder', () => {
  const { rows, leaves, list: text, boards, round: due } = makeDraw(9, made.chain)
  const drawn = checkDraw({ list: text, chain: made.file, beacons: [made.sign(due)], notices: [] }).attempts[0]?.winner
  const row = rows.find((one) => hashNamedRow(one) === leaves[drawn ?? 0])
  const { month: ofMonth = '', nonce: secret = new Uint8Array(), ...named } = row ?? {}
  const nonce = Buffer.from(secret).toString('hex')

  /** Saves the files with some of them changed, and runs the command on their folder. */
  function check(changes: Record<string, string | undefined>, ...args: string[]) {
    const saved = mkdtempSync(join(folder, 'draw-'))
    const files: Record<string, string | undefined> = {
      'list.txt': text,
      'board-5-10.csv': boards['5-10'],
      'board-11-20.csv': boards['11-20'],
      'beacon.json': JSON.stringify(made.sign(due)),
      'chain.json': JSON.stringify(made.file),
      'notices-0.json': '[',
      'notices-1.json': formatNotices(2, []),
      'opening.json': JSON.stringify({ index: drawn, ...named, nonce }),
      ...changes,
    }
    for (const [name, content] of Object.entries(files))
      if (content !== undefined) writeFileSync(join(saved, name), content)
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, saved, ...args], { encoding: 'utf8' })
    return { status, output: stdout + stderr }
  }

  it('is valid with the latest notices, and finds the entry of a receipt', () => {
    const receipt = { protocol: 2, month: ofMonth, ...named, nonce } as Receipt
    const { status, output } = check({}, '--told', formatReceipt(receipt))
    expect(output).toContain('LIST ok\nBOARD ok\nTOLD ok\nCHAIN ok\nROUND ok\nBEACON ok\nWINNER ok\nOPENING ok\n')
    expect(output).toContain(`You are number ${drawn} of 9 on this list.`)
    expect(status).toBe(0)
  })

  it('G-17 G-18 has its own exit code for an invalid leaderboard and opened line', () => {
    expect(check({ 'board-5-10.csv': boards['11-20'] })).toMatchObject({ status: 5 })
    const friend = JSON.stringify({ index: drawn, ...named, username: 'friend', nonce })
    expect(check({ 'opening.json': friend })).toMatchObject({ status: 6 })
    expect(check({ 'list.txt': text.replace('round', 'Round') })).toMatchObject({ status: 2 })
  })

  it("says that the winner's line has not been opened", () => {
    const { status, output } = check({ 'opening.json': undefined })
    expect(output).toContain('The line of the winner is not opened')
    expect(status).toBe(0)
  })

  it('needs a message with a code', () => {
    expect(check({}, '--told', 'Hello')).toMatchObject({ status: 64, output: expect.stringContaining('has no code') })
  })
})
