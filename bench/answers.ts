// Answers per second over HTTP, compared with pgbench running the same statements. Also compares students with equal scores with students
// with different scores: neither may wait for the other's locks.
import { join } from 'node:path'
import { figure, median, ms, ratio, skipped, whole, type Bench, type Figure, type Outcome } from './bench.ts'
import { query } from './cluster.ts'
import { drive, type Driven } from './driver.ts'
import { answerRequests, LIMITS, pgbench, POOL, QUESTIONS, writeScript } from './pgbench.ts'
import { versionOf } from './processes.ts'
import { whileCounting } from './processor-time.ts'
import { openSeed, type Range, type Seed } from './seed.ts'
import { startServer, type Server } from './server.ts'

const CONNECTIONS = 64
const ROUNDS = 3
/** An upper bound for answers per second on any machine. It decides how many students are seeded. */
const MOST_PER_SECOND = 6_000
const MOST_BY_PGBENCH = 12_000

const plans = {
  small: { seconds: 2, warmSeconds: 1 },
  usual: { seconds: 10, warmSeconds: 2 },
  full: { seconds: 10, warmSeconds: 2 },
}

type Opened = { bench: Bench; databaseUrl: string; seed: Seed; server: Server }

/** Returns numbers of students who have not been used before. */
export function createNumbers(first = 1_000) {
  let next = first
  return (count: number): Range => {
    const from = next
    next += count
    return { from, to: next }
  }
}
type Numbers = ReturnType<typeof createNumbers>

/** Seeds students with an open attempt, and with a score if one is given. */
export async function makeStudents(seed: Seed, range: Range, score?: string): Promise<void> {
  await seed.students(range)
  await seed.sessions(range)
  await seed.attempts(range)
  if (score !== undefined) await seed.standings(range, score)
  await seed.settle()
}

/** The students for one round: an equal number for each connection. */
export function shareStudents(numbers: Numbers, { size }: Bench) {
  const { seconds, warmSeconds } = plans[size]
  const each = Math.ceil(((seconds + warmSeconds) * MOST_PER_SECOND) / CONNECTIONS / QUESTIONS)
  return { each, range: numbers(each * CONNECTIONS) }
}

type Round = Driven & { serverMs: number; driverMs: number }

/** Runs one round over HTTP, and returns the processor time per answer too. */
export async function overHttp(
  { bench, server }: Pick<Opened, 'bench' | 'server'>,
  { each, range }: ReturnType<typeof shareStudents>,
): Promise<Round> {
  const requests = await Promise.all(
    Array.from({ length: CONNECTIONS }, (_, n) =>
      answerRequests(server.url, { from: range.from + n * each, to: range.from + (n + 1) * each }),
    ),
  )
  const load = { url: server.url, requests, repeat: false, ...plans[bench.size] }
  const { result, ms: serverMs } = await whileCounting(server.pid, () => whileCounting(process.pid, () => drive(load)))
  const driven = result.result
  return { ...driven, serverMs: serverMs / driven.sent, driverMs: result.ms / driven.sent }
}

const answersIn = async (databaseUrl: string) =>
  Number((await query<{ n: string }>(databaseUrl, 'select count(*) as n from answers'))[0]?.n)

/**
 * Runs one round of pgbench. Throws unless every transaction stored an answer: otherwise something else was measured.
 */
async function byPgbench(
  { bench, databaseUrl, seed }: Omit<Opened, 'server'>,
  file: string,
  numbers: Numbers,
): Promise<number> {
  const seconds = plans[bench.size].seconds
  const students = numbers(Math.ceil((seconds * MOST_BY_PGBENCH) / QUESTIONS))
  await makeStudents(seed, students)
  const before = await answersIn(databaseUrl)
  const { perSecond, transactions } = await pgbench(file, { databaseUrl, students, seconds })
  const taken = (await answersIn(databaseUrl)) - before
  if (taken !== transactions) throw new Error(`pgbench ran ${transactions} transactions and took ${taken} answers.`)
  return perSecond
}

/** Writes the script of one answer. Returns undefined without pgbench or PostgreSQL's log. */
async function prepareScript({ bench, databaseUrl, seed }: Omit<Opened, 'server'>, numbers: Numbers) {
  if (!versionOf('pgbench')) return undefined
  const students = numbers(5)
  await makeStudents(seed, students)
  return writeScript(bench, { databaseUrl, seed, students })
}

/**
 * Returns the answers per second of one round of pgbench in a database with the bench's quiz; undefined without pgbench or
 * PostgreSQL's log.
 * @param first from this number on, there are no students in the database
 */
export async function measurePgbench(bench: Bench, databaseUrl: string, first: number): Promise<number | undefined> {
  const seed = await openSeed(databaseUrl)
  try {
    const opened = { bench, databaseUrl, seed }
    const numbers = createNumbers(first)
    const script = await prepareScript(opened, numbers)
    return script && (await byPgbench(opened, script.file, numbers))
  } finally {
    await seed.close()
  }
}

async function besidePgbench(opened: Opened, numbers: Numbers): Promise<Outcome> {
  const { bench, seed } = opened
  const reference = versionOf('pgbench')
  const script = await prepareScript(opened, numbers)
  const http: Round[] = []
  const bare: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const share = shareStudents(numbers, bench)
    await makeStudents(seed, share.range)
    http.push(await overHttp(opened, share))
    if (script) bare.push(await byPgbench(opened, script.file, numbers))
    bench.say(`  answers ${whole(http.at(-1)?.perSecond ?? 0)}/s, pgbench ${whole(bare.at(-1) ?? 0)}/s`)
  }
  const rate = median(http.map(({ perSecond }) => perSecond))
  const slowest = Math.max(...http.map(({ p99 }) => p99))
  const what = `Answers over HTTP (${CONNECTIONS} connections) / pgbench -M prepared (${POOL} connections)`
  const install = reference
    ? "POSTGRES_LOG must name PostgreSQL's log"
    : 'apt-get install postgresql-contrib, and pgbench on the path'
  const compared: Figure = script
    ? figure(what, median(http.map(({ perSecond }, n) => perSecond / (bare[n] ?? Number.NaN))), { least: 0.7 })
    : skipped(what, 'at least 0.70', install)
  return {
    figures: [
      compared,
      figure('p99 of an answer, the worst round', slowest, { under: 100 }, ms),
      figure('p99 of an answer / p50, the worst round', Math.max(...http.map(({ p50, p99 }) => p99 / p50)), {
        under: 3,
      }),
    ],
    notes: [
      `Answers over HTTP: ${whole(rate)}/s in the middle of ${ROUNDS} rounds; p50 ${ms(median(http.map(({ p50 }) => p50)))}.`,
      `Processor time of one answer: server ${ms(median(http.map(({ serverMs }) => serverMs)))}, driver ${ms(median(http.map(({ driverMs }) => driverMs)))}.`,
      ...(script
        ? [
            `${reference}: ${whole(median(bare))} answers/s, ${script.statements} statements each, as PostgreSQL logged them.`,
          ]
        : []),
    ],
  }
}

async function besideEachOther(opened: Opened, numbers: Numbers): Promise<Outcome> {
  const { bench, seed } = opened
  const rates: { same: number; different: number }[] = []
  const rateOf = async (score: (first: number, each: number) => string) => {
    const share = shareStudents(numbers, bench)
    await makeStudents(seed, share.range, score(share.range.from, share.each))
    return (await overHttp(opened, share)).perSecond
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    // Each connection answers for one student at a time, so students who answer simultaneously are 1,000 points apart.
    const different = await rateOf((first, each) => `((n - ${first}) / ${each} * 1000)::integer`)
    const same = await rateOf(() => '500')
    rates.push({ same, different })
    bench.say(`  one score ${whole(same)}/s, ${CONNECTIONS} scores ${whole(different)}/s`)
  }
  const shares = rates.map(({ same, different }) => same / different)
  const what = `Answers for students of one score / of ${CONNECTIONS} different scores`
  return {
    figures: [figure(what, median(shares), { least: 0.8 })],
    notes: [`One score against different ones, each round: ${shares.map(ratio).join(', ')}.`],
  }
}

export async function answers(bench: Bench): Promise<Outcome> {
  const databaseUrl = await bench.cluster.create('answers')
  // The first server runs the migrations.
  await (await startServer({ dataDir: join(bench.folder, 'answers'), databaseUrl })).stop()
  const seed = await openSeed(databaseUrl)
  await seed.quiz(QUESTIONS)
  const server = await startServer({ dataDir: join(bench.folder, 'answers'), databaseUrl, limits: LIMITS })
  try {
    const opened = { bench, databaseUrl, seed, server }
    const numbers = createNumbers()
    const [first, second] = [await besidePgbench(opened, numbers), await besideEachOther(opened, numbers)]
    return { figures: [...first.figures, ...second.figures], notes: [...first.notes, ...second.notes] }
  } finally {
    await server.stop()
    await seed.close()
    await bench.cluster.drop('answers')
  }
}
