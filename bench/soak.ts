// Half an hour of mixed load on one server, whose memory and descriptors are followed, and then ten minutes of answers at a
// steady rate, none of which may be lost. `--minutes=2` takes two minutes and forty seconds instead.
import { join } from 'node:path'
import { figure, mib, ms, whole, type Bench, type Figure, type Outcome, type Table } from './bench.ts'
import { openConnectionPool } from './connection-pool.ts'
import { addAdmin, runMixedLoad } from './mixed-load.ts'
import { sendPacedAnswers, studentsFor, type Paced } from './paced-answers.ts'
import { QUESTIONS } from './pgbench.ts'
import { compareEnds, followProcess, type Sample } from './process-samples.ts'
import { recount, wrongPlaces } from './recount.ts'
import { openSeed, type Range } from './seed.ts'
import { startServer } from './server.ts'

const MINUTES = { small: 0.5, usual: 30, full: 30 }
const ANSWERS_PER_SECOND = 500
/** The answers take a third of the time of the mixed load. */
const ANSWERS_SHARE = 1 / 3
const REGULARS: Range = { from: 0, to: 500 }
/** An upper bound of the students who take a quiz or pay, in a minute. */
const NEWCOMERS_PER_MINUTE = 2_000
const FIRST_NEWCOMER = 1_000
const FIRST_ANSWERING = 1_000_000
const CONNECTIONS = 64
const SAMPLES = 120
const ROWS = 12

type Crowds = { newcomers: Range; answering: Range; answerSeconds: number }

function planCrowds(minutes: number): Crowds {
  const answerSeconds = minutes * 60 * ANSWERS_SHARE
  const newcomers = Math.ceil(minutes * NEWCOMERS_PER_MINUTE)
  return {
    newcomers: { from: FIRST_NEWCOMER, to: FIRST_NEWCOMER + newcomers },
    answering: { from: FIRST_ANSWERING, to: FIRST_ANSWERING + studentsFor(ANSWERS_PER_SECOND, answerSeconds) },
    answerSeconds,
  }
}

async function makePeople(databaseUrl: string, { newcomers, answering }: Crowds): Promise<void> {
  const seed = await openSeed(databaseUrl)
  await seed.quiz(QUESTIONS)
  for (const range of [REGULARS, newcomers, answering]) {
    await seed.students(range)
    await seed.sessions(range)
  }
  await seed.adminPassword(REGULARS)
  await seed.standings(REGULARS, '500')
  await seed.attempts(answering)
  await seed.settle()
  await seed.close()
}

/** The curve: a row for each twelfth of the time. */
function drawCurve(samples: readonly Sample[]): Table {
  const each = Math.max(1, Math.ceil(samples.length / ROWS))
  const chosen = samples.filter((_, n) => n % each === 0 || n === samples.length - 1)
  return {
    title: 'The server during the mixed load',
    head: ['Minute', 'Memory (RSS)', 'Descriptors'],
    rows: chosen.map(({ atMs, rssBytes, descriptors }) => [
      (atMs / 60_000).toFixed(1),
      mib(rssBytes),
      whole(descriptors),
    ]),
  }
}

const none = (what: string, found: number): Figure => ({ what, measured: whole(found), wanted: '0', met: found === 0 })

/** Counts replies with 5xx and errors in the server's log. */
const countErrors = (log: string) => log.match(/"status":5\d\d|"level":(?:"error"|50|60)/g)?.length ?? 0

/** Compares the database with what was acknowledged. */
async function checkAnswers(databaseUrl: string, url: string, paced: Paced): Promise<Figure[]> {
  const counted = await recount(databaseUrl, paced.taken)
  return [
    figure('Answers a second', paced.perSecond, { least: ANSWERS_PER_SECOND * 0.98 }, whole),
    none('Answers that were refused', paced.failures.length),
    none('Acknowledged answers that the database does not have', counted.lost),
    none('Answers that the database has twice or without acknowledging them', counted.doubled),
    none('Standings that differ from a recount', counted.wrong),
    none('Rows of the board that differ from a sort', await wrongPlaces(databaseUrl, url)),
  ]
}

export async function soak(bench: Bench): Promise<Outcome> {
  const minutes = bench.minutes ?? MINUTES[bench.size]
  const crowds = planCrowds(minutes)
  const databaseUrl = await bench.cluster.create('soak')
  const dataDir = join(bench.folder, 'soak')
  const first = await startServer({ dataDir, databaseUrl })
  await addAdmin(first.url)
  await first.stop()
  await makePeople(databaseUrl, crowds)
  const server = await startServer({ dataDir, databaseUrl, settings: { GUARDIAN_CONSENT: 'off' } })
  const pool = openConnectionPool(server.url, CONNECTIONS)
  try {
    const stop = followProcess(server.pid, (minutes * 60_000) / SAMPLES)
    const load = { url: server.url, pool, regulars: REGULARS, newcomers: crowds.newcomers }
    const mixed = await runMixedLoad(load, performance.now() + minutes * 60_000)
    const samples = await stop()
    const quizzes = await recount(databaseUrl, mixed.taken)
    bench.say(`  ${whole(mixed.taken.length)} quizzes; now ${ANSWERS_PER_SECOND} answers a second`)
    const pace = { students: crowds.answering, perSecond: ANSWERS_PER_SECOND, seconds: crowds.answerSeconds }
    const paced = await sendPacedAnswers(server.url, pace)
    for (const failure of [...mixed.failures, ...paced.failures].slice(0, 5)) bench.say(`  failed: ${failure}`)
    const { memoryRatio, moreDescriptors } = compareEnds(samples)
    const answers = await checkAnswers(databaseUrl, server.url, paced)
    return {
      figures: [
        figure(`Memory at the end of ${minutes} minutes / after the warm-up`, memoryRatio, { under: 1.1 }),
        figure('Descriptors at the end, more than after the warm-up', moreDescriptors, { under: 5 }, whole),
        none('Actions that failed', mixed.failures.length),
        none('Answers of the quizzes lost, doubled or wrongly counted', quizzes.lost + quizzes.doubled + quizzes.wrong),
        ...answers,
        none("Errors in the server's log", countErrors(await server.log())),
      ],
      tables: [drawCurve(samples)],
      notes: [
        `Done in ${minutes} minutes: ${Object.entries(mixed.done)
          .map(([name, count]) => `${whole(count)} ${name}`)
          .join(', ')}.`,
        `${whole(paced.taken.reduce((sum, { answered }) => sum + answered, 0))} answers in ${whole(crowds.answerSeconds)} seconds, ` +
          `p99 ${ms(paced.p99Ms)} after the time at which each was due.`,
      ],
    }
  } finally {
    pool.close()
    await server.stop()
    await bench.cluster.drop('soak')
  }
}
