// Runs pgbench, PostgreSQL's own benchmark, with the statements of one answer.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { answerQuestion } from '@baobab/contract/quiz/endpoints.ts'
import type { Bench } from './bench.ts'
import { bytesOf } from './calls.ts'
import { attemptId, attemptIdOf, questionId, questionIdOf, quiz, RIGHT } from './seeded-ids.ts'
import { studentId, studentIdOf, tokenHash, tokenOf } from './seeded-ids.ts'
import { run } from './processes.ts'
import type { Range, Seed } from './seed.ts'
import { startServer } from './server.ts'
import { answerPath, forPgbench, statementsOf, type Varying } from './statements.ts'
import { openWire } from './wire.ts'
import { createHash } from 'node:crypto'

/** The number of connections in one server's pool. */
export const POOL = 10
export const QUESTIONS = 10
/** Rate limits are counted in the database, as for real students, but never reached. */
export const LIMITS = 1_000_000
const QUIET_MS = 2_000

const HEAD = `\\set i :i + 1
\\set student :first + :client_id * :share + :i / ${QUESTIONS}
\\set question :i % ${QUESTIONS}`

const setLog = async (seed: Seed, on: boolean) => {
  await seed.setting('log_statement', on ? 'all' : 'none')
  await seed.setting('log_error_verbosity', on ? 'default' : 'terse')
}

/** The requests of students who answer every question, one student after another. */
export async function answerRequests(url: string, { from, to }: Range, answer = RIGHT): Promise<Buffer[]> {
  const made: Buffer[] = []
  for (let student = from; student < to; student += 1) {
    const bytes = await bytesOf({ url, token: tokenOf(student) }, (call) =>
      Array.from({ length: QUESTIONS }, (_, n) =>
        call(answerQuestion, { params: quiz, body: { triviaId: questionIdOf(n), answer } }),
      ),
    )
    made.push(...bytes)
  }
  return made
}

/**
 * Sends a few answers to a server while PostgreSQL logs all statements, and writes the statements of one answer to a
 * script.
 * @returns the script's file and the statements, or undefined if the log cannot be read
 */
export async function writeScript(
  { cluster, folder }: Bench,
  { databaseUrl, seed, students }: { databaseUrl: string; seed: Seed; students: Range },
): Promise<{ file: string; statements: number } | undefined> {
  if ((await cluster.log()) === undefined) return undefined
  await setLog(seed, true)
  const server = await startServer({ dataDir: join(folder, 'traced'), databaseUrl, limits: LIMITS })
  const begin = (await cluster.log())?.length
  await delay(QUIET_MS)
  const middle = (await cluster.log())?.length
  const wire = await openWire(server.url)
  for (const request of await answerRequests(server.url, students)) await wire.send(request)
  wire.close()
  await server.stop()
  await setLog(seed, false)
  const log = (await cluster.log()) ?? ''

  const numbers = Array.from({ length: (students.to - students.from) * QUESTIONS }, (_, n) => n)
  const of = (make: (student: number) => string) => numbers.map((n) => make(students.from + Math.floor(n / QUESTIONS)))
  // The server reads sessions and attempts for several answers at a time; here answers run one after another.
  const inArray = (make: (student: number) => string) => of((n) => `{${make(n)}}`)
  const hashOf = (n: number) => createHash('sha256').update(tokenOf(n)).digest('base64url')
  const varying: Varying[] = [
    { values: inArray(hashOf), sql: `array[${tokenHash(':student')}]` },
    { values: inArray(studentIdOf), sql: `array[${studentId(':student')}]` },
    { values: of(studentIdOf), sql: studentId(':student') },
    { values: of(attemptIdOf), sql: attemptId(':student') },
    { values: numbers.map((n) => questionIdOf(n % QUESTIONS)), sql: questionId(':question') },
  ]
  const path = answerPath({
    quiet: statementsOf(log.slice(begin, middle)),
    busy: statementsOf(log.slice(middle)),
    answers: numbers.length,
  })
  const file = join(folder, 'answer.sql')
  await writeFile(file, [HEAD, ...path.map((runs) => forPgbench(runs, varying)), ''].join('\n'))
  return { file, statements: path.length }
}

/** Runs pgbench with as many connections as our pool. Returns answers per second. */
export async function pgbench(
  file: string,
  { databaseUrl, students, seconds }: { databaseUrl: string; students: Range; seconds: number },
): Promise<{ perSecond: number; transactions: number }> {
  const url = new URL(databaseUrl)
  const PGPASSWORD = decodeURIComponent(url.password)
  url.password = ''
  const share = Math.floor((students.to - students.from) / POOL)
  const variables = { i: -1, first: students.from, share }
  const out = await run(
    'pgbench',
    [
      ['-n', '-M', 'prepared', '-c', String(POOL), '-j', '2', '-T', String(seconds), '-f', file],
      Object.entries(variables).flatMap(([name, value]) => ['-D', `${name}=${value}`]),
      url.href,
    ].flat(),
    { env: { ...process.env, PGPASSWORD } },
  )
  return {
    perSecond: Number(/tps = ([\d.]+) \(without/.exec(out)?.[1]),
    transactions: Number(/actually processed: (\d+)/.exec(out)?.[1]),
  }
}
