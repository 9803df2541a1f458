// Score to rank in the memory of one process, run as a child so that its memory is its own: the same students and scores
// as Redis holds. The one place of the bench that runs the product's code itself, because there is no network in it.
import { createScoreCounts } from '../server/src/leaderboard/score-counts.ts'
import { scoreOf } from './people.ts'

const students = Number(process.argv[2])
const LOOK_UPS = 20_000_000
const SAMPLE = 1_048_576

const used = () => {
  globalThis.gc?.()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

// Grouped first, as the server reads it from the database.
const grouped = new Map<number, number>()
for (let n = 0; n < students; n += 1) grouped.set(scoreOf(n), (grouped.get(scoreOf(n)) ?? 0) + 1)

// Twice, and the first kept: what is compiled or freed between the two would count as memory of the second.
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
