// Students start a quiz, answer every question and finish, with one reply in ten lost: five thousand on one server, and ten
// thousand on two servers that share a database.
import { join } from 'node:path'
import { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import { measurePgbench } from './answers.ts'
import { figure, ms, none, ratio, seconds, skipped, whole, type Bench, type Figure, type Outcome } from './bench.ts'
import { openConnectionPool } from './connection-pool.ts'
import { QUESTIONS } from './pgbench.ts'
import { makeProbes, startProbes } from './probes.ts'
import { recount, wrongPlaces } from './recount.ts'
import { openSeed } from './seed.ts'
import { startServer, type Server } from './server.ts'
import { takeQuiz, type Taken } from './virtual-student.ts'

/** For each server. */
const STUDENTS = { small: 200, usual: 5_000, full: 5_000 }
/** The total number of connections, like those of a proxy that keeps its connections open. */
const CONNECTIONS = 256
const WITHIN_MS = 60_000
/** How long a storm may take in proportion to pgbench. On a machine too slow for `WITHIN_MS`, this is the target instead. */
const OF_PGBENCH = 1.3
/** Higher than the number of any student in a storm. */
const FIRST_OF_PGBENCH = 3_000_000
/** The time limit of a storm. */
const END_MS = 180_000

const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0)

async function makePeople(databaseUrl: string, students: number): Promise<void> {
  const seed = await openSeed(databaseUrl)
  const crowd = { from: 0, to: students }
  await seed.quiz(QUESTIONS)
  await seed.students(crowd)
  await seed.sessions(crowd)
  await makeProbes(seed)
  await seed.settle()
  await seed.close()
}

/** Runs all students. Returns who finished, why the others stopped, and how long it took. */
async function send(students: number, servers: readonly Server[]) {
  const ways = servers.map(({ url }) => ({ url, pool: openConnectionPool(url, CONNECTIONS / servers.length) }))
  const began = performance.now()
  const tooLong = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('The storm did not end.')), END_MS).unref()
  })
  const crowd = Array.from({ length: students }, (_, student) => takeQuiz(student, ways))
  const ended = await Promise.race([Promise.allSettled(crowd), tooLong])
  const tookMs = performance.now() - began
  for (const { pool } of ways) pool.close()
  const taken: Taken[] = []
  const failures: unknown[] = []
  for (const one of ended) {
    if (one.status === 'fulfilled') taken.push(one.value)
    else failures.push(one.reason)
  }
  return { taken, failures, tookMs }
}

/** Counts 5xx replies in the servers' logs, including those to connections that were cut. */
async function serverErrors(servers: readonly Server[]): Promise<number> {
  const logs = await Promise.all(servers.map((server) => server.log()))
  return logs.join('\n').match(/"status":5\d\d/g)?.length ?? 0
}

type Sent = Awaited<ReturnType<typeof send>>

/** Compares a storm with pgbench, which only stores the same answers. */
async function besidePgbench(bench: Bench, databaseUrl: string, { taken, tookMs }: Sent, on: string): Promise<Figure> {
  const answers = sum(taken.map(({ answered }) => answered))
  const perSecond = await measurePgbench(bench, databaseUrl, FIRST_OF_PGBENCH)
  const what = `Time of the storm ${on} / of pgbench for its answers`
  if (perSecond === undefined) return skipped(what, `under ${ratio(OF_PGBENCH)}`, 'see answers')
  const pgbenchMs = (answers / perSecond) * 1_000
  return figure(`${what} (${seconds(pgbenchMs)})`, tookMs / pgbenchMs, { under: OF_PGBENCH })
}

async function stormOn(bench: Bench, count: number): Promise<Outcome> {
  const name = `storm_${count}`
  const students = STUDENTS[bench.size] * count
  const databaseUrl = await bench.cluster.create(name)
  const dataDirs = Array.from({ length: count }, (_, n) => join(bench.folder, `${name}_${n}`))
  const [firstDir = bench.folder] = dataDirs
  await (await startServer({ dataDir: firstDir, databaseUrl })).stop()
  await makePeople(databaseUrl, students)
  const servers = await Promise.all(dataDirs.map((dataDir) => startServer({ dataDir, databaseUrl })))
  try {
    const probes = await startProbes(servers.map(({ url }) => url))
    const sent = await send(students, servers)
    const { taken, failures, tookMs } = sent
    const { worstMs, shown } = await probes.end(databaseUrl)
    const counted = await recount(databaseUrl, taken)
    const misplaced = await Promise.all(servers.map(({ url }) => wrongPlaces(databaseUrl, url)))
    const on = count === 1 ? 'on one server' : 'on two servers'
    const errors = await serverErrors(servers)
    await Promise.all(servers.map((server) => server.stop()))
    for (const failure of failures.slice(0, 3))
      bench.say(`  stopped by: ${failure instanceof ApiError ? `${failure.status} ${failure.code}` : String(failure)}`)
    return {
      figures: [
        figure(
          `${whole(taken.length)} students started, answered and finished ${on}`,
          tookMs,
          { under: WITHIN_MS },
          seconds,
        ),
        await besidePgbench(bench, databaseUrl, sent, on),
        none(`Students who were stopped, ${on}`, failures.length),
        none(`Answers lost, ${on}`, counted.lost),
        none(`Answers doubled, ${on}`, counted.doubled),
        none(`Replies with 5xx, ${on}`, errors),
        none(`Standings that differ from a recount, ${on}`, counted.wrong),
        none(`Rows of the boards that differ from a sort, ${on}`, sum(misplaced)),
        figure(`Commit of an answer to its showing on every server, the worst, ${on}`, worstMs, { under: 1_000 }, ms),
      ],
      notes: [
        `${on}: ${whole(sum(taken.map(({ answered }) => answered)))} answers, ${whole(sum(taken.map(({ lost }) => lost)))} sent ` +
          `again after a lost reply; ${CONNECTIONS} connections in all. The worst time is over ${whole(shown)} showings.`,
      ],
    }
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    await bench.cluster.drop(name)
  }
}

export async function storm(bench: Bench): Promise<Outcome> {
  const [one, two] = [await stormOn(bench, 1), await stormOn(bench, 2)]
  return {
    figures: [...one.figures, ...two.figures],
    notes: [
      ...one.notes,
      ...two.notes,
      `Wanted is under ${seconds(WITHIN_MS)} on a fast machine, or under ${ratio(OF_PGBENCH)} times pgbench on any.`,
      'All students start at once, and a quiz whose time is up stops its student.',
      "An answer shows when a watcher of its own reads over HTTP a rank that counts it; the time begins at the answer's clock, " +
        'which is read before its commit, so it is longer than the truth.',
    ],
  }
}
