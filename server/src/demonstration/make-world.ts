// Creates a demonstration world by living through it: every event goes through the product's own API at its own time, so that
// points, payments and draws are as real as the product makes them.
import { setTimeout as delay } from 'node:timers/promises'
import { registerAdmin, inviteAdmin, logInAdmin } from '@baobab/contract/accounts/admin.ts'
import { logInStudent, registerStudent, verifyEmail } from '@baobab/contract/accounts/endpoints.ts'
import { createClient, type Caller } from '@baobab/contract/kernel/client.ts'
import { sendMessage } from '@baobab/contract/contact/endpoints.ts'
import { myLeague } from '@baobab/contract/leagues/endpoints.ts'
import { notifyAll } from '@baobab/contract/notifications/admin.ts'
import { initializePayment, verifyPayment } from '@baobab/contract/payments/endpoints.ts'
import { listQuestionsWithAnswers } from '@baobab/contract/quiz/admin.ts'
import * as quiz from '@baobab/contract/quiz/endpoints.ts'
import { reportQuestion } from '@baobab/contract/quiz/endpoints.ts'
import { adminRoles } from '@baobab/contract/accounts/rules.ts'
import { confirmWinner, scholarshipOverview } from '@baobab/contract/scholarship/admin.ts'
import { claimPrize, listPrizes, recordAgreement } from '@baobab/contract/scholarship/prize.ts'
import { changeSettings } from '@baobab/contract/settings/endpoints.ts'
import { listVideos, reportPlayed, watchVideo, type Video } from '@baobab/contract/videos/endpoints.ts'
import type { Sandbox } from '@baobab/sandbox/sandbox.ts'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { deriveInvitationToken } from '../accounts/account-mails.ts'
import { closeWeeks } from '../leagues/close-weeks.ts'
import type { App } from '../platform/app.ts'
import { freezeList } from '../scholarship/freeze-list.ts'
import { publishDueRules } from '../scholarship/publish-rules.ts'
import { runDueDraws } from '../scholarship/run-draw.ts'
import { strikeDueDraws } from '../scholarship/strike-out.ts'
import { adminName, emailOf, makeLogins, type DemoLogins } from './logins.ts'
import { seededRandom } from '../platform/seeded-random.ts'
import { planWorld, type DemoEvent, type DemoStudent } from './plan.ts'
import { finishDemonstration } from './prepare-demonstration.ts'

type World = {
  app: App
  http: Server
  provider: Sandbox['provider']
  logins: DemoLogins
  /** The students' callers by username, with the time of their login. */
  sessions: Map<string, { call: Caller; at: number }>
  videos: Video[]
  /** Students join leagues from here on. If they had joined from the start, so few students would be spread over all tiers. */
  leaguesSince: Date
  /** The correct answers, by question. */
  answers: Map<string, string>
}

const DAY_MS = 24 * 3_600_000
const PRIZE_KOBO = 10_000_000
/** Sessions last thirty days. */
const LOGIN_AGAIN_MS = 20 * DAY_MS

/** Addresses reserved for documentation (RFC 5737). */
const addressOf = (n: number) => `198.51.100.${1 + (n % 250)}`

/** A server that takes calls without a socket. */
type Server = Pick<FastifyInstance, 'inject'>

/** How many times a call is tried while the server is too busy for it, as on a slow machine. */
const TRIES = 5

/** Returns a client that calls the server from an address without a socket. */
function createCaller(http: Server, address: string, token?: string): Caller {
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const request: InjectOptions = {
      method: init.method as NonNullable<InjectOptions['method']>,
      url,
      remoteAddress: address,
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(typeof init.body === 'string' ? { payload: init.body } : {}),
    }
    let reply = await http.inject(request)
    for (let tries = 1; reply.statusCode === 503 && tries < TRIES; tries += 1) {
      await delay(Number(reply.headers['retry-after']) * 1_000)
      reply = await http.inject(request)
    }
    return new Response(reply.rawPayload.length > 0 ? new Uint8Array(reply.rawPayload) : null, {
      status: reply.statusCode,
      headers: Object.entries(reply.headers).map(([name, value]): [string, string] => [name, String(value)]),
    })
  }
  return createClient({ fetch, token: () => token })
}

/**
 * Fills an empty database that has the starter content, with the clock set to the beginning of the world. The clock is right
 * again afterwards.
 * @param onProgress is called with the completed share, from 0 to 1
 */
export async function makeWorld(
  { app, http, sandbox }: { app: App; http: Server; sandbox: Pick<Sandbox, 'provider'> },
  { now, onProgress }: { now: Date; onProgress: (share: number) => void },
): Promise<void> {
  const logins = await makeLogins(app)
  const { provider } = sandbox
  const leaguesSince = new Date(now.getTime() - 14 * DAY_MS)
  // The product asks about each payment itself. Webhooks would arrive after the clock has moved on.
  provider.messages = 'never'
  const world: World = {
    app,
    http,
    provider,
    logins,
    sessions: new Map(),
    videos: [],
    leaguesSince,
    answers: new Map(),
  }
  try {
    await publishDueRules(app)
    await addAdmins(world)
    await learnContent(world)
    const events = planWorld(now)
    for (const [index, event] of events.entries()) {
      app.clock.set(event.at)
      await live(world, event)
      onProgress((index + 1) / events.length)
    }
  } finally {
    app.clock.advance(-app.clock.offsetMs())
    provider.messages = 'at-once'
  }
  await closeWeeks(app)
  await finishDemonstration(app)
}

/** Returns a caller without a login, on this machine like the admins. */
const anyone = ({ http }: World, address = '127.0.0.1') => createCaller(http, address)

async function asOwner(world: World): Promise<Caller> {
  const body = { email: emailOf(adminName('owner')), password: world.logins.adminPassword }
  const { authToken } = await anyone(world)(logInAdmin, { body })
  return createCaller(world.http, '127.0.0.1', authToken)
}

/** Adds an admin with each role; the first one is the owner, who sets what a month's winner gets. */
async function addAdmins(world: World): Promise<void> {
  const { app, logins } = world
  for (const role of adminRoles) {
    const username = adminName(role)
    const [email, password] = [emailOf(username), logins.adminPassword]
    let invitation: string | undefined
    if (role !== 'owner') {
      const { invitation: sent } = await (await asOwner(world))(inviteAdmin, { body: { email, role } })
      invitation = deriveInvitationToken(app, sent._id)
    }
    await anyone(world)(registerAdmin, { body: { username, email, password, ...(invitation && { invitation }) } })
  }
  const call = await asOwner(world)
  await call(changeSettings, { body: { prizeKobo: PRIZE_KOBO } })
}

/** Reads the videos in order, and the answers to their questions. */
async function learnContent(world: World): Promise<void> {
  world.videos = await anyone(world)(listVideos, {})
  const call = await asOwner(world)
  for (const { _id: videoId } of world.videos)
    for (const ageCategory of ['5-10', '11-20'] as const) {
      const { questions } = await call(listQuestionsWithAnswers, { query: { videoId, ageCategory } })
      for (const { _id, correctAnswer } of questions) world.answers.set(_id, correctAnswer)
    }
}

async function live(world: World, event: DemoEvent): Promise<void> {
  switch (event.kind) {
    case 'join':
      return join(world, event.student)
    case 'pay':
      return pay(world, event)
    case 'quiz':
      return takeQuiz(world, event)
    case 'report':
      return report(world, event.student)
    case 'message':
      return write(world, event)
    case 'notification': {
      const { title, description } = event
      const body = { title, description, update: 'announcement', method: 'in-app' } as const
      await (
        await asOwner(world)
      )(notifyAll, { body })
      return
    }
    case 'freeze':
      // Not all the lists that are due: those start with the month in which the database was created.
      await freezeList(world.app, event.month)
      return
    case 'strike':
      return strikeDueDraws(world.app)
    case 'draw':
      return runDueDraws(world.app)
    case 'confirm':
      return confirm(world, event.month)
  }
}

async function join(world: World, { username, birth, gender, avatar }: DemoStudent): Promise<void> {
  const n = world.sessions.size
  const email = emailOf(username)
  const call = anyone(world, addressOf(n))
  const { verificationToken } = await call(registerStudent, {
    body: {
      username,
      email,
      birth,
      gender,
      avatar,
      number: `+23480000000${String(n).padStart(2, '0')}`,
      address: '1 Sample Street, Lagos',
      password: world.logins.studentPassword,
    },
  })
  await call(verifyEmail, { body: { email, verificationToken } })
  world.sessions.set(username, { call, at: 0 })
}

/** Returns the student's caller, logged in again if the last login was long ago. */
async function as(world: World, { username }: Pick<DemoStudent, 'username'>): Promise<Caller> {
  const { app, http, logins, sessions } = world
  const session = sessions.get(username)
  const now = app.clock.now().getTime()
  if (session && now - session.at < LOGIN_AGAIN_MS) return session.call
  const address = addressOf([...sessions.keys()].indexOf(username))
  const { authToken } = await createCaller(http, address)(logInStudent, {
    body: { email: emailOf(username), password: logins.studentPassword, rememberMe: true },
  })
  const call = createCaller(http, address, authToken)
  sessions.set(username, { call, at: now })
  return call
}

async function pay(world: World, { student, outcome }: DemoEvent & { kind: 'pay' }): Promise<void> {
  const call = await as(world, student)
  const { reference } = await call(initializePayment, { body: { method: 'checkout' } })
  if (outcome === 'open') return
  await world.provider.pay(reference)
  await call(verifyPayment, { body: { reference } })
  if (outcome === 'paid') return
  world.app.clock.advance(DAY_MS)
  world.provider.messages = 'at-once'
  await world.provider.refund(reference)
  world.provider.messages = 'never'
}

async function takeQuiz(world: World, event: DemoEvent & { kind: 'quiz' }): Promise<void> {
  const { student, video: n, seed } = event
  const { app, videos, answers } = world
  const video = videos[n]
  if (!video) return
  const call = await as(world, student)
  const random = seededRandom(seed)
  await watch(world, call, video)
  const params = { videoTitle: video.title, ageCategory: student.ageCategory }
  const { questions } = await call(quiz.startAttempt, { params })
  for (const { _id: triviaId, options } of questions) {
    app.clock.advance(6_000 + random() * 9_000)
    const right = answers.get(triviaId) ?? ''
    const wrong = options.filter((option) => option !== right)
    const answer = random() < student.skill ? right : (wrong[Math.floor(random() * wrong.length)] ?? right)
    await call(quiz.answerQuestion, { params, body: { triviaId, answer } })
  }
  await call(quiz.finishAttempt, { params })
  if (event.at > world.leaguesSince) await call(myLeague, {})
}

async function watch({ app }: World, call: Caller, { _id: id, durationSeconds }: Video): Promise<void> {
  const seconds = Math.ceil(durationSeconds ?? 0)
  await call(reportPlayed, { params: { id }, body: { ranges: [] } })
  app.clock.advance(seconds * 1_000)
  if (seconds > 0) await call(reportPlayed, { params: { id }, body: { ranges: [{ from: 0, to: seconds }] } })
  await call(watchVideo, { params: { id } })
}

async function report(world: World, student: DemoStudent): Promise<void> {
  const call = await as(world, student)
  const params = { videoTitle: world.videos[0]?.title ?? '', ageCategory: student.ageCategory }
  const { questions } = await call(quiz.reviewAttempt, { params })
  const triviaId = questions[0]?._id ?? ''
  await call(reportQuestion, { params: { ...params, triviaId }, body: { reason: 'unclear', text: 'Who is meant?' } })
}

async function write(world: World, { student, text }: DemoEvent & { kind: 'message' }): Promise<void> {
  const body = { firstName: 'Sample', lastName: 'Student', email: emailOf(student.username), message: text }
  await anyone(world)(sendMessage, { body })
}

async function claim(world: World, { username, month }: { username: string; month: string }): Promise<void> {
  const call = await as(world, { username })
  const guardian = {
    guardianName: 'Sample Parent',
    guardianPhone: '+2348000000099',
    guardianEmail: '',
    guardianAgrees: true,
  }
  const body = { ...guardian, publicName: '', password: world.logins.studentPassword }
  await call(claimPrize, { params: { month }, body })
}

async function confirm(world: World, month: string): Promise<void> {
  const call = await asOwner(world)
  const { draws } = await call(scholarshipOverview, {})
  const draw = draws.find((one) => one.month === month)
  const username = draw?.winner?.name
  if (!username) return
  const params = { month }
  await claim(world, { username, month })
  const prize = (await call(listPrizes, {})).find((one) => one.month === month)
  if (prize?.claim && prize.agreement === 'missing')
    await call(recordAgreement, { params, body: { version: prize.claim.version } })
  await call(confirmWinner, { params })
}
