// Breaks the product round after round. Exits with 1 if something acknowledged is lost, or the database is inconsistent.
//   npm run faults -- --rounds 100 --seed 1   random faults. The same seed repeats them; `--only NAME` selects one, and may be
//                                             given several times
//   npm run faults -- failover --rounds 10    the primary of a replicated PostgreSQL dies, under 200 answers a second; with
//                                             `--haproxy` the server reaches it through HAProxy
import { parseArgs } from 'node:util'
import { runFailovers } from './faults/failover.ts'
import { hasPatroni } from './faults/patroni.ts'
import { runRounds } from './faults/rounds.ts'

const STUDENTS = 8
const ANSWERS_PER_SECOND = 200
/** How long answers may wait for a replica to take over, in seconds. */
const LONGEST_PAUSE = 30
const MEDIAN_PAUSE = 20

const print = (line: string) => void process.stdout.write(`${line}\n`)

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string' },
    seed: { type: 'string' },
    only: { type: 'string', multiple: true },
    haproxy: { type: 'boolean', default: false },
  },
})

async function breakRandomly(): Promise<string[]> {
  const seed = values.seed === undefined ? (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) : Number(values.seed)
  return runRounds({
    rounds: Number(values.rounds ?? 100),
    seed,
    students: STUDENTS,
    ...(values.only !== undefined && { names: values.only }),
    print,
  })
}

async function failOver(): Promise<string[]> {
  if (!hasPatroni) throw new Error('Install PostgreSQL, Patroni and etcd: apt install postgresql patroni etcd-server')
  const { wrong, pauses } = await runFailovers({
    rounds: Number(values.rounds ?? 10),
    perSecond: ANSWERS_PER_SECOND,
    withHaproxy: values.haproxy,
    print,
  })
  const sorted = pauses.toSorted((a, b) => a - b)
  const [median = 0, longest = 0] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)]
  print(`Answers waited ${median.toFixed(1)} s (median), and ${longest.toFixed(1)} s at most.`)
  if (median <= MEDIAN_PAUSE && longest <= LONGEST_PAUSE) return wrong
  print(`  The promise is ${MEDIAN_PAUSE} s (median), and ${LONGEST_PAUSE} s at most.`)
  return [...wrong, 'slow']
}

const [mode, ...rest] = positionals
if (rest.length > 0 || (mode !== undefined && mode !== 'failover'))
  throw new Error(`There is no "${positionals.join(' ')}".`)
const wrong = mode === 'failover' ? await failOver() : await breakRandomly()
print(wrong.length === 0 ? 'Every promise was held.' : `${wrong.length} promises were broken.`)
process.exitCode = wrong.length === 0 ? 0 : 1
