// Servers are killed between a payment and whatever should follow it. The provider goes on, as the real one does; another
// server on the same database finds what was left.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@baobab/contract/client.ts'
import * as contract from '@baobab/contract/payments.ts'
import { openSandbox, type Sandbox } from '@baobab/sandbox/sandbox.ts'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createDatabase, type MailRead, type TestApp } from '../../test/harness.ts'
import { makeStudent, type MadeStudent } from '../../test/make.ts'
import { becomes, eventRows, jobsAbout, makeBareStudent, paymentRow } from '../../test/payments.ts'
import { createApp, type App } from '../app.ts'
import { readConfig } from '../platform/config.ts'
import { createLog } from '../platform/log.ts'
import { makePayLink } from './pay-link.ts'
import { isPaid } from './queries.ts'
import { reconcile } from './reconcile.ts'

const script = join(import.meta.dirname, '../../test/serve-payments.ts')

let dataDir: string
let database: Awaited<ReturnType<typeof createDatabase>>
let sandbox: Sandbox
let mailbox: FastifyInstance
/** Looks into the database and opens no jobs. */
let app: App & { close(): Promise<void> }
let t: TestApp
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'baobab-killed-'))
  database = await createDatabase()
  sandbox = await openSandbox({ dataDir, publicUrl: 'http://localhost:3000' })
  mailbox = Fastify()
  await mailbox.register(sandbox.plugin)
  app = await createApp({
    config: readConfig({ DATA_DIR: join(dataDir, 'own') }),
    databaseUrl: database.url,
    smtpUrl: sandbox.smtpUrl,
    paystack: sandbox.paystack,
    log: createLog({ level: 'silent' }),
  })
  t = { app } as unknown as TestApp
})
afterAll(async () => {
  await server?.kill()
  await app.close()
  await mailbox.close()
  await sandbox.close()
  await database.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

type Work = 'jobs' | 'no jobs'
type Server = { url: string; work: Work; kill(): Promise<void> }
/** The one that runs now, if any. */
let server: Server | undefined

/** The server that runs, or another one, which is from now on told by the provider. */
async function serverWith(work: Work = 'jobs'): Promise<Server> {
  if (server?.work === work) return server
  await server?.kill()
  const paystack = JSON.stringify(sandbox.paystack)
  const args = [script, database.url, mkdtempSync(join(dataDir, 'server-')), sandbox.smtpUrl, paystack, work]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  const kill = async () => {
    server = undefined
    child.kill('SIGKILL')
    await ended
  }
  const early = ended.then(() => Promise.reject(new Error('the server did not start')))
  const [line] = await Promise.race([once(child.stdout, 'data'), early])
  server = { url: `http://127.0.0.1:${Number(String(line))}`, work, kill }
  sandbox.sendMessagesTo(`${server.url}/api/payments/webhook`)
  return server
}

beforeEach(() => {
  sandbox.provider.messages = 'never'
})
afterEach(() => sandbox.provider.fault(undefined))

const as = ({ url }: Server, student?: MadeStudent) => createClient({ baseUrl: url, token: () => student?.token })

async function mailsTo(address: string): Promise<MailRead[]> {
  const reply = await mailbox.inject(`/sandbox/mailbox/messages?to=${encodeURIComponent(address)}`)
  return reply.json<MailRead[]>().filter(({ subject }) => subject.includes('receipt'))
}

/** One credit, by whom is told; one receipt that arrives; and the student is paid. */
async function expectOneCredit(student: MadeStudent, reference: string, source: string): Promise<void> {
  await becomes(t, reference, { state: 'succeeded' })
  const credits = (await eventRows(t, reference)).filter(({ kind }) => kind === 'succeeded')
  expect(credits.map((credit) => credit.source)).toEqual([source])
  expect(await isPaid(app.db, student.id)).toBe(true)
  expect(await jobsAbout(t, 'payment-receipts', (await paymentRow(t, reference)).id)).toBe(1)
  await vi.waitFor(async () => expect(await mailsTo(student.email)).toHaveLength(1), { timeout: 15_000, interval: 50 })
}

async function openAt(server: Server, student: MadeStudent): Promise<string> {
  return (await as(server, student)(contract.initializePayment, { body: { method: 'checkout' } })).reference
}

const wasAsked = (reference: string) =>
  vi.waitFor(() => expect(sandbox.provider.calls()).toContain(`GET /transaction/verify/${reference}`), {
    timeout: 10_000,
    interval: 2,
  })

describe('a server that is killed', { timeout: 90_000 }, () => {
  it('before anybody told it of the payment: the next one asks by itself', async () => {
    const student = await makeStudent(t)
    const first = await serverWith()
    const reference = await openAt(first, student)
    await first.kill()
    await sandbox.provider.pay(reference)
    await serverWith()
    app.clock.advance(61_000)
    await reconcile(app)
    await expectOneCredit(student, reference, 'reconcile')
  })

  it('while it asks for the student: the page asks the next one', async () => {
    const student = await makeStudent(t)
    const first = await serverWith()
    const reference = await openAt(first, student)
    await sandbox.provider.pay(reference)
    sandbox.provider.fault('hang')
    const lost = as(first, student)(contract.verifyPayment, { body: { reference } }).catch(() => 'no answer')
    await wasAsked(reference)
    await first.kill()
    expect(await lost).toBe('no answer')
    expect((await paymentRow(t, reference)).state).toBe('opened')
    sandbox.provider.fault(undefined)
    const second = await serverWith()
    const verified = await as(second, student)(contract.verifyPayment, { body: { reference } })
    expect(verified).toMatchObject({ success: true, pending: false })
    await sandbox.provider.send(reference, 'charge.success', 3)
    await expectOneCredit(student, reference, 'verify')
  })

  it('between its 200 to the provider and what it promised with it: the next one keeps the promise', async () => {
    const student = await makeStudent(t)
    const first = await serverWith('no jobs')
    const reference = await openAt(first, student)
    await sandbox.provider.pay(reference, { messages: 'at-once' })
    await first.kill()
    expect(sandbox.provider.transaction(reference)?.messages.map(({ sent }) => sent)).toEqual([1])
    expect((await eventRows(t, reference)).map(({ kind }) => kind)).toEqual(['opened', 'message'])
    await serverWith()
    await expectOneCredit(student, reference, 'webhook')
    expect((await eventRows(t, reference)).map(({ kind }) => kind)).toEqual(['opened', 'message', 'succeeded'])
  })

  it('in the middle of that promise: the payment is found by itself', async () => {
    const student = await makeStudent(t)
    const first = await serverWith()
    const reference = await openAt(first, student)
    sandbox.provider.fault('hang')
    await sandbox.provider.pay(reference, { messages: 'at-once' })
    await wasAsked(reference)
    await first.kill()
    sandbox.provider.fault(undefined)
    await serverWith()
    app.clock.advance(61_000)
    await reconcile(app)
    await expectOneCredit(student, reference, 'reconcile')
  })

  it('between the credit and the receipt: the next one mails it', async () => {
    const student = await makeStudent(t)
    const first = await serverWith('no jobs')
    const reference = await openAt(first, student)
    await sandbox.provider.pay(reference)
    await as(first, student)(contract.verifyPayment, { body: { reference } })
    await first.kill()
    expect(await mailsTo(student.email)).toEqual([])
    await serverWith()
    await expectOneCredit(student, reference, 'verify')
  })

  it('before the provider heard of the payment: nothing was charged, and the student pays with another', async () => {
    const student = await makeStudent(t)
    const first = await serverWith()
    sandbox.provider.fault('hang')
    const before = sandbox.provider.calls().length
    const lost = openAt(first, student).catch(() => 'no answer')
    await vi.waitFor(() => expect(sandbox.provider.calls().length).toBeGreaterThan(before), { interval: 2 })
    await first.kill()
    expect(await lost).toBe('no answer')
    sandbox.provider.fault(undefined)
    const second = await serverWith()
    const reference = await vi.waitFor(() => openAt(second, student), { timeout: 20_000, interval: 500 })
    await sandbox.provider.pay(reference, { messages: 'at-once' })
    await vi.waitFor(async () => expect(await isPaid(app.db, student.id)).toBe(true), { timeout: 10_000 })
  })
})

const ROUNDS = 3
const PARENTS = 8

type Paid = { studentId: string; reference: string }

/** A parent pays by a link; the page and the provider's message come at the same moment, again and again. */
async function payAndAsk(at: Server, paid: Paid[]): Promise<void> {
  const studentId = await makeBareStudent(t)
  const token = new URL((await makePayLink(app, studentId)).url).searchParams.get('link') ?? ''
  const body = { email: `${studentId}@parent.example`, method: 'checkout' } as const
  const { reference } = await as(at)(contract.initializeByLink, { params: { token }, body })
  paid.push({ studentId, reference })
  await sandbox.provider.pay(reference, { messages: 'twice' })
  for (;;) await as(at)(contract.verifyByLink, { params: { token }, body: { reference } })
}

it('SIGKILL at any moment while parents pay: each payment is credited exactly once', async () => {
  const paid: Paid[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const at = await serverWith('jobs')
    const before = paid.length
    const parents = Array.from({ length: PARENTS }, () => payAndAsk(at, paid).catch(() => undefined))
    await vi.waitFor(() => expect(paid.length).toBeGreaterThan(before), { timeout: 15_000, interval: 1 })
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 300))
    await at.kill()
    await Promise.all(parents)
  }
  await serverWith('jobs')
  // What a parent could not pay for because the server died is paid now.
  for (const { reference } of paid)
    if (sandbox.provider.transaction(reference)?.status !== 'success') await sandbox.provider.pay(reference)
  app.clock.advance(61_000)
  await reconcile(app)
  await vi.waitFor(
    async () => {
      for (const { studentId } of paid) expect(await isPaid(app.db, studentId)).toBe(true)
    },
    { timeout: 30_000, interval: 200 },
  )
  for (const { reference } of paid) {
    const events = await eventRows(t, reference)
    expect(events.filter(({ kind }) => kind === 'succeeded')).toHaveLength(1)
    expect(await jobsAbout(t, 'payment-receipts', (await paymentRow(t, reference)).id)).toBe(2)
  }
}, 120_000)
