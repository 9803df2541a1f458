// Breaks the product round after round: `npm run faults -- --rounds 100 --seed 1`. The same seed repeats the same faults. `--only NAME`,
// which may be repeated, selects faults. Exits with 1 if something acknowledged is lost, or the database is inconsistent.
import { parseArgs } from 'node:util'
import { runRounds } from './faults/rounds.ts'

const STUDENTS = 8

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '100' },
    seed: { type: 'string' },
    only: { type: 'string', multiple: true },
  },
})
const seed = values.seed === undefined ? (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) : Number(values.seed)
const wrong = await runRounds({
  rounds: Number(values.rounds),
  seed,
  students: STUDENTS,
  ...(values.only !== undefined && { names: values.only }),
  print: (line) => void process.stdout.write(`${line}\n`),
})
process.stdout.write(wrong.length === 0 ? 'Every promise was held.\n' : `${wrong.length} promises were broken.\n`)
process.exitCode = wrong.length === 0 ? 0 : 1
