// What students do on a usual day, in random order: log in, look for videos and watch them, take quizzes, read the board, pay, and read
// notifications; plus an admin who writes to all of them.
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { logInAdmin, registerAdmin } from '@baobab/contract/accounts/admin.ts'
import { logInStudent, logOutStudent } from '@baobab/contract/accounts/endpoints.ts'
import { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import { createClient, type Caller } from '@baobab/contract/kernel/client.ts'
import { leaderboard, myRank, neighbours } from '@baobab/contract/leaderboard/endpoints.ts'
import { notifyAll } from '@baobab/contract/notifications/admin.ts'
import {
  liveNotifications,
  readAllNotifications,
  studentNotifications,
  unreadNotifications,
} from '@baobab/contract/notifications/endpoints.ts'
import { initializePayment, listPayments, verifyPayment } from '@baobab/contract/payments/endpoints.ts'
import { addBookmark, listVideos, removeBookmark, saveProgress, watchVideo } from '@baobab/contract/videos/endpoints.ts'
import type { Bench } from './bench.ts'
import type { ConnectionPool } from './connection-pool.ts'
import { CATEGORY, tokenOf } from './seeded-ids.ts'
import type { Range } from './seed.ts'
import { startServer } from './server.ts'
import { takeQuiz, type Taken } from './virtual-student.ts'

/** How many students do something at the same time. */
const WORKERS = 16
const LONGEST_PAUSE_MS = 400
const STREAM_MS = 2_000
const NOTIFY_EVERY_MS = 60_000
const RANGE = { range: 'bytes=0-65535' }
const ADMIN = { username: 'adanna', email: 'adanna@baobab.example', password: 'Mango7tree!' }

export type MixedLoad = {
  url: string
  pool: ConnectionPool
  /** Students who keep coming back, with the admin's password. */
  regulars: Range
  /** Students who take their quiz and pay once. */
  newcomers: Range
}

export type MixedOutcome = {
  done: Record<string, number>
  taken: Taken[]
  failures: string[]
}

const callerOf = (url: string, token?: string): Caller => createClient({ baseUrl: url, token: () => token })
const query = { ageCategory: CATEGORY } as const
const anyItem = <T>(list: readonly T[]): T | undefined => list[Math.floor(Math.random() * list.length)]
const anyOf = ({ from, to }: Range) => from + Math.floor(Math.random() * (to - from))

async function logIn({ url, regulars }: MixedLoad): Promise<void> {
  const body = { email: `s${anyOf(regulars)}@example.com`, password: ADMIN.password }
  const { authToken } = await callerOf(url)(logInStudent, { body })
  await callerOf(url, authToken)(logOutStudent, {})
}

/** Watches the start of a video. */
async function watch({ url, regulars }: MixedLoad): Promise<void> {
  const call = callerOf(url, tokenOf(anyOf(regulars)))
  const videos = await call(listVideos, { query: {} })
  const video = anyItem(videos.filter(({ videoUrl }) => videoUrl !== undefined))
  if (!video?.videoUrl) throw new Error('No video can be played.')
  const params = { id: video._id }
  const reply = await fetch(new URL(video.videoUrl, url), { headers: RANGE })
  if (reply.status !== 206) throw new Error(`A part of a video: ${reply.status}.`)
  await reply.arrayBuffer()
  await call(saveProgress, { params, body: { positionSeconds: 2 } })
  await call(watchVideo, { params })
  await call(addBookmark, { params })
  await call(removeBookmark, { params })
}

async function readBoard({ url, regulars }: MixedLoad): Promise<void> {
  const call = callerOf(url, tokenOf(anyOf(regulars)))
  await call(leaderboard, { query })
  await call(myRank, { query })
  await call(neighbours, { query })
}

async function pay({ url }: MixedLoad, student: number): Promise<void> {
  const call = callerOf(url, tokenOf(student))
  const { reference, accessCode } = await call(initializePayment, { body: { method: 'checkout' } })
  const checkout = `${url}/sandbox/paystack/checkout/${accessCode}`
  await (
    await fetch(checkout, { method: 'POST', body: new URLSearchParams({ do: 'arrive' }), redirect: 'manual' })
  ).text()
  const { success } = await call(verifyPayment, { body: { reference } })
  const { isPaid } = await call(listPayments, {})
  if (!success || !isPaid) throw new Error('A payment did not arrive.')
}

async function readNotifications({ url, regulars }: MixedLoad): Promise<void> {
  const student = anyOf(regulars)
  const call = callerOf(url, tokenOf(student))
  await call(unreadNotifications, {})
  await call(studentNotifications, { params: { username: `s${student}` }, query: {} })
  await call(readAllNotifications, {})
  const headers = { authorization: `Bearer ${tokenOf(student)}` }
  const stream = await fetch(url + liveNotifications.path, { headers, signal: AbortSignal.timeout(STREAM_MS) })
  if (!stream.ok) throw new Error(`A stream of notifications: ${stream.status}.`)
  // Ended by the signal.
  await stream.text().catch(() => undefined)
}

/** Creates a bench's database and its server's data folder, with the tables and the first admin. */
export async function prepareServer({ cluster, folder }: Bench, name: string) {
  const place = { databaseUrl: await cluster.create(name), dataDir: join(folder, name) }
  const first = await startServer(place)
  // Any caller on this machine may register as the first admin.
  await callerOf(first.url)(registerAdmin, { body: ADMIN })
  await first.stop()
  return place
}

async function enterAsAdmin(url: string): Promise<Caller> {
  const { authToken } = await callerOf(url)(logInAdmin, { body: { email: ADMIN.email, password: ADMIN.password } })
  return callerOf(url, authToken)
}

/** Repeats each activity according to its weight. */
function repeatByWeight(weights: Record<string, readonly [number, () => Promise<unknown>]>) {
  return Object.entries(weights).flatMap(([name, [weight, work]]) =>
    Array.from({ length: weight }, () => ({ name, work })),
  )
}

/** Runs the load until `until` on the clock of `performance.now()`. Failures are collected, and nothing stops it early. */
export async function runMixedLoad(load: MixedLoad, until: number): Promise<MixedOutcome> {
  const outcome: MixedOutcome = { done: {}, taken: [], failures: [] }
  let next = load.newcomers.from
  const newcomer = () => {
    if (next >= load.newcomers.to) throw new Error('The load ran out of students: seed more.')
    return next++
  }
  const activities = repeatByWeight({
    logins: [2, () => logIn(load)],
    videos: [4, () => watch(load)],
    quizzes: [3, async () => outcome.taken.push(await takeQuiz(newcomer(), [load]))],
    boards: [3, () => readBoard(load)],
    payments: [1, async () => pay(load, newcomer())],
    notifications: [1, () => readNotifications(load)],
  })
  const attempt = async (name: string, work: () => Promise<unknown>) => {
    try {
      await work()
      outcome.done[name] = (outcome.done[name] ?? 0) + 1
    } catch (error) {
      const what = error instanceof ApiError ? `${error.status} ${error.code}` : String(error)
      outcome.failures.push(`${name}: ${what}`)
    }
  }
  const act = async () => {
    while (performance.now() < until) {
      const chosen = anyItem(activities)
      if (chosen) await attempt(chosen.name, chosen.work)
      await delay(Math.random() * LONGEST_PAUSE_MS)
    }
  }
  const asAdmin = await enterAsAdmin(load.url)
  const notify = async () => {
    for (let n = 1; performance.now() < until; n += 1) {
      const body = { title: `Notification ${n}`, update: 'quiz', description: 'Read me.', method: 'in-app' } as const
      await attempt('notifications to all', () => asAdmin(notifyAll, { body }))
      await delay(Math.max(0, Math.min(NOTIFY_EVERY_MS, until - performance.now())))
    }
  }
  await Promise.all([notify(), ...Array.from({ length: WORKERS }, act)])
  return outcome
}
