// Looks up ranks by score in one process's memory, with the same students and scores as Redis. Runs as a child process, so that its memory
// can be measured. The bench's only file that runs the product's code, because no network is involved.
import { createScoreCounts } from '../server/src/leaderboard/score-counts.ts'
import { scoreOf } from './seeded-ids.ts'

const students = Number(process.argv[2])
const LOOK_UPS = 20_000_000
const SAMPLE = 1_048_576

const used = () => {
  globalThis.gc?.()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

// Grouped by score, as the server reads them from the database.
const grouped = new Map<number, number>()
for (let n = 0; n < students; n += 1) grouped.set(scoreOf(n), (grouped.get(scoreOf(n)) ?? 0) + 1)

// Fills the counts twice and keeps the first, so that compiling code and freeing memory are not part of the second
// measurement.
const fill = () => {
  const counts = createScoreCounts()
  for (const [score, number] of grouped) counts.add(score, number)
  return counts
}
const first = fill()
const before = used()
const counts = fill()
const bytes = used() - before

const scores = Int32Array.from({ length: SAMPLE }, () => scoreOf(Math.floor(Math.random() * students)))
let sum = 0
const look = (times: number) => {
  for (let n = 0; n < times; n += 1) sum += counts.above(scores[n % SAMPLE] ?? 0) + 1
}
look(SAMPLE)
const began = performance.now()
look(LOOK_UPS)
const perSecond = LOOK_UPS / ((performance.now() - began) / 1_000)
process.stdout.write(JSON.stringify({ perSecond, bytes, total: Math.min(counts.total, first.total), sum }))
