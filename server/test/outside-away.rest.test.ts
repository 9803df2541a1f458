// Tests that with no external service reachable, everything that needs none works, mails wait, and payments stay open.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as accounts from '@baobab/contract/accounts/endpoints.ts'
import * as leaderboard from '@baobab/contract/leaderboard/endpoints.ts'
import { initializePayment } from '@baobab/contract/payments/endpoints.ts'
import { readStudentProfile } from '@baobab/contract/profile/endpoints.ts'
import { listDraws } from '@baobab/contract/scholarship/endpoints.ts'
import { listVideos } from '@baobab/contract/videos/endpoints.ts'
import { openSandbox, type Sandbox } from '@baobab/sandbox/sandbox.ts'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDrand } from '../src/platform/beacon/drand.ts'
import { runDueDraws } from '../src/scholarship/run-draw.ts'
import { openDatabaseProxy, type DatabaseProxy } from './database-proxy.ts'
import { makeDueDraw } from './draws.ts'
import { makeQuiz, makeStudent, PASSWORD, registration, type MadeQuiz, type MadeStudent } from './factories.ts'
import { createDatabase, type TestDatabase } from './create-database.ts'
import { startTestApp, type ReceivedMail, type TestApp } from './harness.ts'
import { refusal } from './refusal.ts'
import { quizCalls } from './take-quiz.ts'
import { waitFor } from './wait-for.ts'

const NOWHERE = 'http://127.0.0.1:9'
const HOURS_MS = 3_600_000

let t: TestApp
let database: TestDatabase
let student: MadeStudent
let quiz: MadeQuiz
let mailServer: Sandbox
let mailbox: FastifyInstance
/** The route to the mail server, which is cut. */
let line: DatabaseProxy
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'baobab-away-'))
  mailServer = await openSandbox({ dataDir: folder, publicUrl: 'http://localhost:3000' })
  mailbox = Fastify()
  await mailbox.register(mailServer.plugin)
  line = await openDatabaseProxy(mailServer.smtpUrl)
  line.disconnect()
  database = await createDatabase()
  const { url: databaseUrl, ownerUrl } = database
  // Replies contain codes only as long as no mail server is configured.
  const before = await startTestApp({}, { databaseUrl, ownerUrl })
  student = await makeStudent(before, {}, { isMailed: true })
  quiz = await makeQuiz(before)
  await before.close()
  const settings = {
    SMTP_URL: line.url,
    PAYSTACK_URL: NOWHERE,
    PAYSTACK_SECRET_KEY: 'sk_test_nowhere',
    PAYSTACK_PUBLIC_KEY: 'pk_test_nowhere',
    RATE_LIMIT_FACTOR: '0',
  }
  t = await startTestApp(settings, { databaseUrl, ownerUrl })
})
afterAll(async () => {
  await t.close()
  await database.drop()
  await line.close()
  await mailbox.close()
  await mailServer.close()
  await rm(folder, { recursive: true, force: true })
})

const readMails = async (to: string) =>
  (await mailbox.inject(`/sandbox/mailbox/messages?to=${encodeURIComponent(to)}`)).json<ReceivedMail[]>()

it('B-22 without the internet everything works except payments, mails and draw rounds', async () => {
  const call = t.as(student.token)
  expect(await quizCalls((token) => t.as(token)).answer(student, quiz, 0, 'right')).toMatchObject({ points: 10 })
  expect(await call(leaderboard.myRank, { query: { ageCategory: '11-20' } })).toMatchObject({ score: 10, rank: 1 })
  expect(await t.as()(listVideos, {})).toHaveLength(1)
  expect(await call(readStudentProfile, { params: { username: student.username } })).toBeDefined()
  const login = { body: { email: student.email, password: PASSWORD } }
  expect((await t.as()(accounts.logInStudent, login)).authToken).toBeDefined()

  expect(await refusal(call(initializePayment, { body: { method: 'checkout' } }))).toMatchObject({
    status: 503,
    code: 'provider_away',
  })
  const { month } = await makeDueDraw(t, [student.id])
  const drand = openDrand({ urls: [NOWHERE], chain: t.app.drand.chain }, t.app.log)
  await runDueDraws({ ...t.app, drand })
  const { draws } = await t.as()(listDraws, {})
  expect(draws.find((draw) => draw.month === month)).toMatchObject({ state: 'waiting', winner: null })
})

it('B-10 with the mail server down for six hours, mails are sent later, once each, and their codes are valid from then on', async () => {
  const form = registration()
  const { registration: reference } = await t.as()(accounts.registerStudent, { body: form })
  await t.as()(accounts.forgotPassword, { body: { email: student.email } })
  const readJobs = async () =>
    (
      await t.app.pool.query<{ state: string }>(
        `select state::text from pgboss.job where name = 'account-mails' and state in ('created', 'active', 'retry')`,
      )
    ).rows
  // Each mail was tried and is waiting.
  await waitFor(async () =>
    expect((await readJobs()).filter(({ state }) => state === 'retry').length).toBeGreaterThan(1),
  )
  t.app.clock.advance(6 * HOURS_MS)
  line.reconnect()
  await t.app.pool.query(`update pgboss.job set start_after = now() where name = 'account-mails'`)
  await waitFor(async () => expect(await readJobs()).toEqual([]))
  expect(await readMails(student.email)).toHaveLength(1)
  const mails = await readMails(form.email)
  expect(mails).toHaveLength(1)
  const code = /\b\d{6}\b/.exec(mails[0]?.subject ?? '')?.[0] ?? ''
  const body = { email: form.email, verificationToken: code, registration: reference }
  expect((await t.as()(accounts.verifyEmail, { body })).status).toBe('success')
})
