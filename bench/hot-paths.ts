// Requests whose cost must not grow with the tables: each is sent by a phone's client, and its statements and plans are read from
// PostgreSQL's log.
import { setTimeout as delay } from 'node:timers/promises'
import { logInAdmin, registerAdmin } from '@baobab/contract/accounts/admin.ts'
import { auditLog } from '@baobab/contract/audit/endpoints.ts'
import { createClient, type Caller } from '@baobab/contract/kernel/client.ts'
import { leaderboard, myRank, neighbours } from '@baobab/contract/leaderboard/endpoints.ts'
import { studentNotifications } from '@baobab/contract/notifications/endpoints.ts'
import { listAllPayments } from '@baobab/contract/payments/admin.ts'
import { answerQuestion, finishAttempt, listAttempts, startAttempt } from '@baobab/contract/quiz/endpoints.ts'
import { listStudents, studentDetails } from '@baobab/contract/students/endpoints.ts'
import { listVideos, saveProgress, watchVideo } from '@baobab/contract/videos/endpoints.ts'
import type { Cluster } from './cluster.ts'
import { listReads, parseExplained, type Explained } from './explained.ts'
import { RIGHT } from './grown-tables.ts'
import { CATEGORY, questionIdOf, tokenOf } from './seeded-ids.ts'

export type HotPath = {
  name: string
  /** The time of its statements in the database, and of the whole request, in milliseconds. */
  databaseMs: number
  requestMs: number
  /** The rows that its statements read from tables. */
  rows: number
  /** Large tables that it reads from beginning to end. */
  sequential: string[]
}

const ADMIN = { username: 'adanna', email: 'adanna@baobab.example', password: 'Mango7tree!' }
const ROUNDS = 5
const FLUSH_MS = 30
const MOST_TRIES = 100
/** Statements that the server runs all the time, besides requests. */
const isBackground = ({ text }: Explained) =>
  /pgboss|pg_current_snapshot|clock_state|pg_notify|^(begin|commit|rollback)/i.test(text)

type Person = { call: Caller; username: string; video: number }

/** Logs an admin in, and returns the admin's caller and a function that returns the n-th student. */
async function meet(url: string) {
  const stranger = createClient({ baseUrl: url })
  await stranger(registerAdmin, { body: ADMIN })
  const { authToken } = await stranger(logInAdmin, { body: { email: ADMIN.email, password: ADMIN.password } })
  const as = (token: string) => createClient({ baseUrl: url, token: () => token })
  return { admin: as(authToken), studentOf: (n: number) => as(tokenOf(n)) }
}

/** What a student and an admin request, each request once. */
function requestsOf(student: Person, admin: Caller, video: QuizVideo) {
  const { call, username } = student
  const params = { videoTitle: video.title, ageCategory: CATEGORY } as const
  const answer = (n: number) => ({ triviaId: questionIdOf(video.n * 10 + n), answer: RIGHT })
  const query = { ageCategory: CATEGORY } as const
  return {
    'save the progress of a video': () =>
      call(saveProgress, { params: { id: video.id }, body: { positionSeconds: 9 } }),
    'mark a video as watched': () => call(watchVideo, { params: { id: video.id } }),
    'start a quiz': () => call(startAttempt, { params }),
    'answer a question': () => call(answerQuestion, { params, body: answer(0) }),
    'answer another': () => call(answerQuestion, { params, body: answer(1) }),
    'finish a quiz': () => call(finishAttempt, { params }),
    'list own quizzes': () => call(listAttempts, {}),
    'read the own rank': () => call(myRank, { query }),
    'read the neighbours on the board': () => call(neighbours, { query }),
    'read the board': () => call(leaderboard, { query }),
    'read notifications': () => call(studentNotifications, { params: { username }, query: {} }),
    'list all videos': () => call(listVideos, {}),
    'admin: list students': () => admin(listStudents, { query: {} }),
    'admin: search students': () => admin(listStudents, { query: { search: 'bless' } }),
    'admin: read a student': () => admin(studentDetails, { params: { username } }),
    'admin: read the audit log': () => admin(auditLog, { query: {} }),
    'admin: list payments': () => admin(listAllPayments, { query: {} }),
  }
}

/** Reads the requests' statements from the log, once its last entry is complete. */
async function readStatements(cluster: Cluster, begin: number): Promise<Explained[]> {
  for (let tries = 1; ; tries += 1) {
    await delay(FLUSH_MS)
    try {
      const log = (await cluster.log())?.slice(begin) ?? ''
      return parseExplained(log).filter((statement) => !isBackground(statement))
    } catch (error) {
      if (!(error instanceof SyntaxError) || tries === MOST_TRIES) throw error
    }
  }
}

export type QuizVideo = { id: string; title: string; n: number }

/**
 * Sends each request a few times, each time as another student with another video.
 * @param options.url of a server whose statements are explained
 * @param options.find returns a student's name and a video that the student has not attempted
 * @param options.large the tables that must not be read from beginning to end
 */
export async function measureHotPaths(options: {
  cluster: Cluster
  url: string
  find: (round: number) => Promise<{ n: number; username: string; video: QuizVideo }>
  large: ReadonlySet<string>
}): Promise<HotPath[]> {
  const { cluster, url, find, large } = options
  const { admin, studentOf } = await meet(url)
  const rounds: HotPath[][] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const { n, username, video } = await find(round)
    const requests = requestsOf({ call: studentOf(n), username, video: video.n }, admin, video)
    const measured: HotPath[] = []
    for (const [name, send] of Object.entries(requests)) {
      const begin = (await cluster.log())?.length ?? 0
      const began = performance.now()
      await send()
      const requestMs = performance.now() - began
      const statements = await readStatements(cluster, begin)
      const reads = statements.flatMap(({ plan }) => listReads(plan))
      measured.push({
        name,
        requestMs,
        databaseMs: statements.reduce((sum, { ms }) => sum + ms, 0),
        rows: reads.reduce((sum, { rows }) => sum + rows, 0),
        sequential: reads.filter((read) => read.isSequential && large.has(read.table)).map(({ table }) => table),
      })
    }
    rounds.push(measured)
  }
  return combine(rounds)
}

/** The median of all rounds for times; the worst for rows read. */
function combine(rounds: readonly HotPath[][]): HotPath[] {
  const middle = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
  return (rounds[0] ?? []).map(({ name }, index) => {
    const all = rounds.flatMap((round) => round[index] ?? [])
    return {
      name,
      databaseMs: middle(all.map(({ databaseMs }) => databaseMs)),
      requestMs: middle(all.map(({ requestMs }) => requestMs)),
      rows: Math.max(...all.map(({ rows }) => rows)),
      sequential: [...new Set(all.flatMap(({ sequential }) => sequential))],
    }
  })
}
