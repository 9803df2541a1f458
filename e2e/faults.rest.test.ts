// Five rounds of what `npm run faults` does a hundred times: the product breaks in use, and nothing acknowledged is lost.
import { randomInt } from 'node:crypto'
import { expect, test } from '@playwright/test'
import { crashPoints } from './faults/faults.ts'
import { runRounds } from './faults/rounds.ts'

const STUDENTS = 4

const pick = (names: readonly string[], seed: number) => names[seed % names.length] ?? ''
const pointsOf = (work: string) =>
  crashPoints.filter((point) => point.startsWith(`${work} `)).map((point) => `killed at "${point}"`)

test('B-01 B-02 B-03 B-17 B-18 five faults in use: nothing acknowledged is lost or counted twice', async () => {
  test.setTimeout(600_000)
  const seed = randomInt(2 ** 31)
  const names = [
    pick(pointsOf('answer'), seed),
    pick(pointsOf('payment'), seed),
    pick(pointsOf('upload'), seed),
    'out of memory',
    'told to stop',
  ]
  const wrong = await runRounds({
    rounds: names.length,
    seed,
    students: STUDENTS,
    names,
    print: (line) => void process.stdout.write(`${line}\n`),
  })
  const only = names.map((name) => `--only '${name}'`).join(' ')
  expect(wrong, `npm run faults -- --rounds ${names.length} --seed ${seed} ${only}`).toEqual([])
})
