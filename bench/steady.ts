// Ten minutes of answers at a steady rate on one server, none of which may be lost. `--minutes=1` takes one minute.
import { setTimeout as delay } from 'node:timers/promises'
import { figure, ms, none, whole, type Bench, type Figure, type Outcome } from './bench.ts'
import { prepareServer } from './mixed-load.ts'
import { sendPacedAnswers, studentsFor, type Paced } from './paced-answers.ts'
import { QUESTIONS } from './pgbench.ts'
import { recount, wrongPlaces } from './recount.ts'
import { openSeed, type Range } from './seed.ts'
import { countErrors, startServer } from './server.ts'

const MINUTES = { small: 0.2, usual: 10, full: 10 }
const ANSWERS_PER_SECOND = 500

/** Seeds students with an open attempt each. */
export async function makeStudents(databaseUrl: string, range: Range): Promise<void> {
  const seed = await openSeed(databaseUrl)
  await seed.quiz(QUESTIONS)
  await seed.students(range)
  await seed.sessions(range)
  await seed.attempts(range)
  await seed.settle()
  await seed.close()
}

/** Compares the database with what was acknowledged. */
async function checkAnswers(databaseUrl: string, url: string, paced: Paced): Promise<Figure[]> {
  const counted = await recount(databaseUrl, paced.taken)
  // The last answers appear on the board within a second.
  await delay(2_000)
  return [
    figure('Answers a second', paced.perSecond, { least: ANSWERS_PER_SECOND * 0.98 }, whole),
    none('Answers that were refused', paced.failures.length),
    none('Acknowledged answers that the database does not have', counted.lost),
    none('Answers that the database has twice or without acknowledging them', counted.doubled),
    none('Standings that differ from a recount', counted.wrong),
    none('Rows of the board that differ from a sort', await wrongPlaces(databaseUrl, url)),
  ]
}

export async function steady(bench: Bench): Promise<Outcome> {
  const seconds = (bench.minutes ?? MINUTES[bench.size]) * 60
  const students = { from: 0, to: studentsFor(ANSWERS_PER_SECOND, seconds) }
  const place = await prepareServer(bench, 'steady')
  await makeStudents(place.databaseUrl, students)
  const server = await startServer(place)
  try {
    const paced = await sendPacedAnswers(server.url, { students, perSecond: ANSWERS_PER_SECOND, seconds })
    for (const failure of paced.failures.slice(0, 5)) bench.say(`  failed: ${failure}`)
    const answered = paced.taken.reduce((sum, one) => sum + one.answered, 0)
    return {
      figures: [
        ...(await checkAnswers(place.databaseUrl, server.url, paced)),
        none("Errors in the server's log", countErrors(await server.log())),
      ],
      tables: [],
      notes: [
        `${whole(answered)} answers in ${whole(seconds)} seconds, p99 ${ms(paced.p99Ms)} after the time at which each was due.`,
      ],
    }
  } finally {
    await server.stop()
    await bench.cluster.drop('steady')
  }
}
