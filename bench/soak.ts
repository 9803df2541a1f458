// Half an hour of mixed load on one server, following its memory and descriptors. `--minutes=2` takes two minutes instead.
import { figure, none, whole, type Bench, type Outcome } from './bench.ts'
import { openConnectionPool } from './connection-pool.ts'
import { prepareServer, runMixedLoad } from './mixed-load.ts'
import { QUESTIONS } from './pgbench.ts'
import { compareEnds, drawCurve, followProcess } from './process-samples.ts'
import { recount } from './recount.ts'
import { openSeed, type Range } from './seed.ts'
import { countErrors, startServer } from './server.ts'

const MINUTES = { small: 0.5, usual: 30, full: 30 }
const REGULARS: Range = { from: 0, to: 500 }
/** An upper bound for the students who take a quiz or pay per minute. */
const NEWCOMERS_PER_MINUTE = 2_000
const FIRST_NEWCOMER = 1_000
const CONNECTIONS = 64
const SAMPLES = 120

async function makePeople(databaseUrl: string, newcomers: Range): Promise<void> {
  const seed = await openSeed(databaseUrl)
  await seed.quiz(QUESTIONS)
  for (const range of [REGULARS, newcomers]) {
    await seed.students(range)
    await seed.sessions(range)
  }
  await seed.adminPassword(REGULARS)
  await seed.standings(REGULARS, '500')
  await seed.settle()
  await seed.close()
}

export async function soak(bench: Bench): Promise<Outcome> {
  const minutes = bench.minutes ?? MINUTES[bench.size]
  const newcomers = { from: FIRST_NEWCOMER, to: FIRST_NEWCOMER + Math.ceil(minutes * NEWCOMERS_PER_MINUTE) }
  const place = await prepareServer(bench, 'soak')
  await makePeople(place.databaseUrl, newcomers)
  const server = await startServer({ ...place, settings: { GUARDIAN_CONSENT: 'off' } })
  const pool = openConnectionPool(server.url, CONNECTIONS)
  try {
    const stop = followProcess(server.pid, (minutes * 60_000) / SAMPLES)
    const load = { url: server.url, pool, regulars: REGULARS, newcomers }
    const mixed = await runMixedLoad(load, performance.now() + minutes * 60_000)
    const samples = await stop()
    const quizzes = await recount(place.databaseUrl, mixed.taken)
    for (const failure of mixed.failures.slice(0, 5)) bench.say(`  failed: ${failure}`)
    const { memoryRatio, moreDescriptors } = compareEnds(samples)
    return {
      figures: [
        figure(`Memory at the end of ${minutes} minutes / after the warm-up`, memoryRatio, { under: 1.1 }),
        figure('Descriptors at the end, more than after the warm-up', moreDescriptors, { under: 5 }, whole),
        none('Actions that failed', mixed.failures.length),
        none('Answers of the quizzes lost, doubled or wrongly counted', quizzes.lost + quizzes.doubled + quizzes.wrong),
        none("Errors in the server's log", countErrors(await server.log())),
      ],
      tables: [drawCurve(samples, 'The server during the mixed load')],
      notes: [
        `Done in ${minutes} minutes: ${Object.entries(mixed.done)
          .map(([name, count]) => `${whole(count)} ${name}`)
          .join(', ')}.`,
      ],
    }
  } finally {
    pool.close()
    await server.stop()
    await bench.cluster.drop('soak')
  }
}
