// Kills the primary of a replicated PostgreSQL while students answer: `npm run faults -- failover`. A replica takes over. The
// server must continue without help, with everything that it acknowledged, exactly once.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { registerAdmin } from '@baobab/contract/accounts/admin.ts'
import { createClient } from '@baobab/contract/kernel/client.ts'
import { myRank } from '@baobab/contract/leaderboard/endpoints.ts'
import { sendNotification } from '@baobab/contract/notifications/admin.ts'
import { liveNotifications } from '@baobab/contract/notifications/endpoints.ts'
import { query } from '../../bench/cluster.ts'
import { answerRequests, QUESTIONS } from '../../bench/pgbench.ts'
import { openSeed, type Range } from '../../bench/seed.ts'
import { CATEGORY, questionIdOf, studentId, studentIdOf, tokenOf } from '../../bench/seeded-ids.ts'
import { openWire, type Wire } from '../../bench/wire.ts'
import { ADMIN, asAdmin } from '../people.ts'
import { root, startNewProduct, type Product } from '../product.ts'
import { startPatroni, type Member, type PatroniCluster } from './patroni.ts'

type Options = {
  rounds: number
  perSecond: number
  /** Whether the server reaches the database through HAProxy. */
  withHaproxy?: boolean
  print: (line: string) => void
}

export type Failovers = {
  /** What was wrong; empty if all promises were kept. */
  wrong: string[]
  /** The longest time without an acknowledged answer in each round, in seconds. */
  pauses: number[]
}

/** How long each part may take to work again. */
const PATIENCE_MS = 180_000
/** How many students a round may use up. */
const STUDENTS = 5_000
const CONNECTIONS = 50
const RETRY_MS = 200

type Acknowledged = { student: number; question: number; request: Buffer; body: string; at: number }

/** Runs rounds, in each of which the primary dies. */
export async function runFailovers({ rounds, perSecond, withHaproxy = false, print }: Options): Promise<Failovers> {
  const cluster = await startPatroni({ withHaproxy })
  const env = { DATABASE_URL: cluster.serverUrl, DATABASE_MIGRATION_URL: cluster.ownerUrl, RATE_LIMIT_FACTOR: '0' }
  const outcome: Failovers = { wrong: [], pauses: [] }
  const product = await startNewProduct(env).catch(async (error: unknown) => {
    await cluster.close()
    throw error
  })
  try {
    await createClient({ baseUrl: product.url })(registerAdmin, { body: ADMIN })
    await withSeed(cluster, (seed) => seed.quiz(QUESTIONS))
    for (let round = 0; round < rounds; round += 1) {
      const students = { from: round * STUDENTS, to: (round + 1) * STUDENTS }
      const { wrong, pause, line } = await runRound({ product, cluster, students, perSecond, env })
      print(`failover ${round + 1} of ${rounds}: ${line}: ${wrong.length === 0 ? 'ok' : 'BROKEN'}`)
      for (const one of wrong) print(`  ${one}`)
      outcome.wrong.push(...wrong.map((one) => `failover ${round + 1}: ${one}`))
      outcome.pauses.push(pause)
    }
    return outcome
  } finally {
    await product.remove()
    await cluster.close()
  }
}

async function withSeed(
  cluster: PatroniCluster,
  work: (seed: Awaited<ReturnType<typeof openSeed>>) => Promise<void>,
): Promise<void> {
  const seed = await openSeed(cluster.urlOf(await cluster.untilWhole()))
  try {
    await work(seed)
  } finally {
    await seed.close()
  }
}

type Round = {
  product: Product
  cluster: PatroniCluster
  students: Range
  perSecond: number
  env: Record<string, string>
}

async function runRound({ product, cluster, students, perSecond, env }: Round) {
  await withSeed(cluster, async (seed) => {
    await seed.students(students)
    await seed.sessions(students)
    await seed.attempts(students)
  })
  const old = await cluster.untilWhole()
  const answering = startAnswering(product.url, { students, perSecond })
  const untilCount = (count: number) => until(`${count} answers`, async () => answering.acknowledged.length >= count)
  await untilCount(2 * perSecond)
  const killedAt = performance.now()
  await old.kill()
  await until('another primary', async () => (await findPrimary(cluster)) !== undefined)
  // Waits for more answers than could have been in flight.
  await untilCount(answering.acknowledged.length + 3 * perSecond)
  const { acknowledged, faults } = await answering.stop()
  const primary = await findPrimary(cluster)
  const url = cluster.urlOf(primary ?? old)
  const stored = await readStored(url, students)
  const lost = acknowledged.filter(({ student, question }) => !stored.answers.has(`${student} ${question}`))
  const wrong = [
    ...faults,
    ...lost.map(({ student, question }) => `lost: question ${question} of student ${student}`),
    ...stored.doubled,
    ...(await compareReplies(product.url, acknowledged)),
    ...(await compareRanks(product.url, url, acknowledged)),
    ...(await tryNews(product, students.from)),
  ]
  old.start()
  await cluster.untilWhole()
  wrong.push(...(await verify({ ...env, DATA_DIR: product.dataDir })))
  const pause = findLongestPause(acknowledged, killedAt)
  const line = `${old.name} died, ${primary?.name} took over, answers again after ${pause.toFixed(1)} s, ${acknowledged.length} acknowledged`
  return { wrong, pause, line }
}

async function findPrimary(cluster: PatroniCluster): Promise<Member | undefined> {
  const roles = await Promise.all(cluster.members.map((member) => member.role()))
  return cluster.members[roles.indexOf('primary')]
}

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + PATIENCE_MS
  while (!(await holds().catch(() => false))) {
    if (performance.now() > end) throw new Error(`Waited in vain: ${what}.`)
    await delay(50)
  }
}

/**
 * Sends right answers at a steady rate. Like a phone, it sends an answer again until the server acknowledges it, and falls behind while
 * there is no server.
 */
function startAnswering(url: string, { students, perSecond }: { students: Range; perSecond: number }) {
  const acknowledged: Acknowledged[] = []
  const faults: string[] = []
  let isStopping = false
  let next = students.from
  const everyMs = (CONNECTIONS / perSecond) * 1_000

  const work = async (n: number) => {
    let wire: Wire | undefined
    const send = async (request: Buffer): Promise<string | undefined> => {
      while (!isStopping) {
        try {
          wire ??= await openWire(url)
          const { status, body } = await wire.send(request)
          if (status === 200) return body.toString()
          if (status !== 503) faults.push(`a reply was ${status}: ${body.toString().slice(0, 200)}`)
        } catch {
          wire?.close()
          wire = undefined
        }
        await delay(RETRY_MS)
      }
      return undefined
    }
    let due = performance.now() + (n / CONNECTIONS) * everyMs
    while (!isStopping) {
      if (next >= students.to) throw new Error('There are no more students to answer.')
      const student = next++
      for (const [question, request] of (await answerRequests(url, { from: student, to: student + 1 })).entries()) {
        await delay(Math.max(0, due - performance.now()))
        const body = await send(request)
        if (body !== undefined) acknowledged.push({ student, question, request, body, at: performance.now() })
        due = Math.max(due + everyMs, performance.now() - 1_000)
      }
    }
    wire?.close()
  }
  const running = Promise.all(Array.from({ length: CONNECTIONS }, (_, n) => work(n)))
  return {
    acknowledged,
    async stop() {
      isStopping = true
      await running
      return { acknowledged, faults }
    },
  }
}

/** Returns the longest time without an acknowledged answer after the primary died, in seconds. */
function findLongestPause(acknowledged: readonly Acknowledged[], killedAt: number): number {
  const times = [killedAt, ...acknowledged.map(({ at }) => at).filter((at) => at > killedAt)].toSorted((a, b) => a - b)
  const pauses = times.slice(1).map((at, index) => at - (times[index] ?? at))
  return Math.max(0, ...pauses) / 1_000
}

/** Reads the students' answers, and every sign that one was credited twice. */
async function readStored(url: string, { from, to }: Range) {
  const numbers = `(select n, ${studentId('n')} as student_id from generate_series(${from}, ${to - 1}) as n) as seeded`
  const answers = await query<{ student: number; question: string }>(
    url,
    `select n as student, question_id as question from ${numbers}
     join attempts using (student_id) join answers on attempt_id = attempts.id`,
  )
  const questions = new Map(Array.from({ length: QUESTIONS }, (_, n) => [questionIdOf(n), n]))
  const wrongScores = await query<{ student: number; score: number; won: number }>(
    url,
    `select n as student, score, won::integer from ${numbers} join standings using (student_id) join (
       select attempts.student_id, sum(points) as won from attempts join answers on attempt_id = attempts.id group by 1
     ) as earned using (student_id) where score <> won`,
  )
  const twice = await query<{ attempt: string }>(
    url,
    `select attempt_id as attempt from standing_changes where question_id is not null
     group by attempt_id, question_id having count(*) > 1`,
  )
  return {
    answers: new Set(answers.map(({ student, question }) => `${student} ${questions.get(question)}`)),
    doubled: [
      ...wrongScores.map(({ student, score, won }) => `student ${student} has ${score} points, and won ${won}`),
      ...twice.map(({ attempt }) => `the attempt ${attempt} was credited twice for one question`),
    ],
  }
}

/** How many of the last answers are sent again, and how many ranks are compared. */
const SAMPLE = 40

/** Sends the last answers again: the replies must be the acknowledged ones. */
async function compareReplies(url: string, acknowledged: readonly Acknowledged[]): Promise<string[]> {
  const wire = await openWire(url)
  const wrong: string[] = []
  for (const { request, body, student } of acknowledged.slice(-SAMPLE)) {
    const again = await wire.send(request)
    if (again.body.toString() !== body) wrong.push(`student ${student} got another reply to the same answer`)
  }
  wire.close()
  return wrong
}

/** Compares ranks from the server's memory with a count in the database. A line that the server has skipped stays wrong. */
async function compareRanks(url: string, databaseUrl: string, acknowledged: readonly Acknowledged[]) {
  const wrong: string[] = []
  const sample = new Set(acknowledged.slice(-SAMPLE).map(({ student }) => student))
  for (const student of sample) {
    const [counted] = await query<{ rank: number }>(
      databaseUrl,
      `select 1 + count(*)::integer as rank from standings where stands and age_category = '${CATEGORY}'
       and score > (select score from standings where student_id = $1)`,
      [studentIdOf(student)],
    )
    const ask = createClient({ baseUrl: url, token: () => tokenOf(student) })
    let rank: number | null = null
    await until('a rank', async () => {
      rank = (await ask(myRank, { query: { ageCategory: CATEGORY } })).rank
      return rank === counted?.rank
    }).catch(() => wrong.push(`student ${student} is shown rank ${rank}, and has ${counted?.rank}`))
  }
  return wrong
}

/** Sends a student a notification: it must reach the open page (LISTEN) and the mailbox (jobs). */
async function tryNews(product: Product, student: number): Promise<string[]> {
  const closing = new AbortController()
  const reply = await fetch(product.url + liveNotifications.path, {
    headers: { authorization: `Bearer ${tokenOf(student)}` },
    signal: closing.signal,
  })
  const reader = reply.body?.pipeThrough(new TextDecoderStream()).getReader()
  let received = ''
  const reading = (async () => {
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) received += part.value
  })().catch(() => undefined)
  const wrong: string[] = []
  try {
    await until('an open page', async () => received !== '')
    const before = received.length
    const { call } = await asAdmin(product.url)
    const title = `After the failover ${crypto.randomUUID()}`
    const content = { title, update: 'announcement', description: 'Hello.', method: 'in-app+email' } as const
    await call(sendNotification, { body: { username: `s${student}`, ...content } })
    await until('the page', async () => received.length > before).catch(() => wrong.push('an open page was not told'))
    const isMailed = async () => {
      const mails = (await (await fetch(`${product.url}/sandbox/mailbox/messages`)).json()) as { subject: string }[]
      return mails.some(({ subject }) => subject.includes(title))
    }
    await until('the mail', isMailed).catch(() => wrong.push('a mail did not arrive'))
  } finally {
    closing.abort()
    await reading
  }
  return wrong
}

/** Runs `npm run verify`. @returns the lines about what is broken */
async function verify(settings: Record<string, string>): Promise<string[]> {
  const child = spawn(process.execPath, ['server/src/verify.ts'], { cwd: root, env: { ...process.env, ...settings } })
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return code === 0 ? [] : `${output}${errors}`.split('\n').filter((line) => line !== '' && !line.startsWith('ok '))
}
