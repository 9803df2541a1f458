// Kills servers between a payment and its consequences. The provider keeps running, and another server on the same database
// finishes the work.
import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createClient } from '@baobab/contract/kernel/client.ts'
import * as contract from '@baobab/contract/payments/endpoints.ts'
import { openSandbox, type Sandbox } from '@baobab/sandbox/sandbox.ts'
import { eq } from 'drizzle-orm'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createDatabase } from '../../test/create-database.ts'
import { type ReceivedMail, type TestApp } from '../../test/harness.ts'
import { makeStudent, type MadeStudent } from '../../test/factories.ts'
import { waitForPayment, eventRows, countPaymentJobs, makeBareStudent, paymentRow } from '../../test/payments.ts'
import { createApp } from '../app.ts'
import type { App } from '../platform/app.ts'
import { readConfig } from '../platform/config.ts'
import { createLog } from '../platform/log.ts'
import { INITIALIZE_WAIT_MS } from './find-or-create-payment.ts'
import { makePayLink } from './pay-link.ts'
import { hasAccess, listStudentPayments } from './queries.ts'
import { reconcile } from './reconcile.ts'
import { payments } from './tables.ts'
import { waitFor } from '../../test/wait-for.ts'

const script = join(import.meta.dirname, '../../test/serve-payments.ts')

let dataDir: string
let database: Awaited<ReturnType<typeof createDatabase>>
let sandbox: Sandbox
let mailbox: FastifyInstance
/** An app that reads the database and runs no jobs. */
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
/** The server that is running, if any. */
let server: Server | undefined

/** Returns the running server, or starts one and directs the provider's webhooks to it. */
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

async function mailsTo(address: string): Promise<ReceivedMail[]> {
  const reply = await mailbox.inject(`/sandbox/mailbox/messages?to=${encodeURIComponent(address)}`)
  return reply.json<ReceivedMail[]>().filter(({ subject }) => subject.includes('receipt'))
}

/** Expects one credit, from one of the given sources, one receipt, and access for the student. */
async function expectOneCredit(student: MadeStudent, reference: string, ...sources: string[]): Promise<void> {
  await waitForPayment(t, reference, { state: 'succeeded' })
  const credits = (await eventRows(t, reference)).filter(({ kind }) => kind === 'succeeded')
  expect(credits).toHaveLength(1)
  expect(sources).toContain(credits[0]?.source)
  expect(await hasAccess(app.db, student.id)).toBe(true)
  expect(await countPaymentJobs(t, 'payment-receipts', (await paymentRow(t, reference)).id)).toBe(1)
  await waitFor(async () => expect(await mailsTo(student.email)).toHaveLength(1))
}

async function openAt(server: Server, student: MadeStudent): Promise<string> {
  return (await as(server, student)(contract.initializePayment, { body: { method: 'checkout' } })).reference
}

async function opened(server: Server): Promise<{ student: MadeStudent; reference: string }> {
  const student = await makeStudent(t)
  return { student, reference: await openAt(server, student) }
}

const wasAsked = (reference: string) =>
  waitFor(() => expect(sandbox.provider.calls()).toContain(`GET /transaction/verify/${reference}`))

// Starting a server takes long, so each killed server covers several cases.

describe('a server killed before it has run any jobs', () => {
  let promised: { student: MadeStudent; reference: string }
  let credited: { student: MadeStudent; reference: string }
  async function serveUntilKilled(): Promise<void> {
    const first = await serverWith('no jobs')
    promised = await opened(first)
    credited = await opened(first)
    await sandbox.provider.pay(promised.reference, { messages: 'at-once' })
    await sandbox.provider.pay(credited.reference, { messages: 'never' })
    await as(first, credited.student)(contract.verifyPayment, { body: { reference: credited.reference } })
    await first.kill()
    const { reference } = promised
    expect(sandbox.provider.transaction(reference)?.messages.map(({ sent }) => sent)).toEqual([1])
    expect((await eventRows(t, reference)).map(({ kind }) => kind)).toEqual(['opened', 'message'])
    expect(await mailsTo(credited.student.email)).toEqual([])
    await serverWith('jobs')
  }
  beforeAll(serveUntilKilled)

  it('B-03 after replying 200 to a webhook but before running its job: the next server runs the job', async () => {
    const { student, reference } = promised
    await expectOneCredit(student, reference, 'webhook')
    expect((await eventRows(t, reference)).map(({ kind }) => kind)).toEqual(['opened', 'message', 'succeeded'])
  })

  it('B-03 between the credit and the receipt: the next server mails it', async () => {
    await expectOneCredit(credited.student, credited.reference, 'verify')
  })
})

describe('a server killed while it is working', () => {
  let next: Server
  let asking: { student: MadeStudent; reference: string }
  let silent: { student: MadeStudent; reference: string }
  let settling: { student: MadeStudent; reference: string }
  let unheard: MadeStudent
  async function serveUntilKilled(): Promise<void> {
    const first = await serverWith('jobs')
    asking = await opened(first)
    silent = await opened(first)
    settling = await opened(first)
    unheard = await makeStudent(t)
    await sandbox.provider.pay(asking.reference, { messages: 'never' })
    const initialized = () => sandbox.provider.calls().filter((call) => call.includes('initialize')).length
    const before = initialized()
    sandbox.provider.fault('hang')
    const body = { reference: asking.reference }
    const lost = [
      as(first, asking.student)(contract.verifyPayment, { body }).catch(() => 'no answer'),
      openAt(first, unheard).catch(() => 'no answer'),
    ]
    await sandbox.provider.pay(settling.reference, { messages: 'at-once' })
    await wasAsked(asking.reference)
    await wasAsked(settling.reference)
    await waitFor(() => expect(initialized()).toBe(before + 1))
    await first.kill()
    expect(await Promise.all(lost)).toEqual(['no answer', 'no answer'])
    for (const { reference } of [asking, silent, settling])
      expect((await paymentRow(t, reference)).state).toBe('opened')
    sandbox.provider.fault(undefined)
    await sandbox.provider.pay(silent.reference, { messages: 'never' })
    next = await serverWith('jobs')
  }
  beforeAll(serveUntilKilled)

  const askByItself = async () => {
    app.clock.advance(61_000)
    await reconcile(app)
  }

  it('B-03 while it asks the provider for the student: the page asks the next server', async () => {
    const { student, reference } = asking
    const verified = await as(next, student)(contract.verifyPayment, { body: { reference } })
    expect(verified).toMatchObject({ success: true, pending: false })
    await sandbox.provider.send(reference, 'charge.success', 3)
    await expectOneCredit(student, reference, 'verify')
  })

  it('B-03 before it was notified of the payment: the next server asks on its own', async () => {
    await askByItself()
    await expectOneCredit(silent.student, silent.reference, 'reconcile')
  })

  it('B-03 in the middle of a webhook’s job: the payment is found by the next server', async () => {
    await askByItself()
    // On a slow machine the provider's silence fails the job before the server is killed, and the next server repeats it.
    await expectOneCredit(settling.student, settling.reference, 'reconcile', 'webhook')
  })

  it('before the provider opened the payment: nothing was charged, and the student pays with a new one', async () => {
    const [left] = await listStudentPayments(app.db, unheard.id)
    if (!left) throw new Error('the server left no payment')
    expect(left).toMatchObject({ state: 'opened', accessCode: null, nextAskAt: null })
    expect(sandbox.provider.transaction(left.reference)).toBeUndefined()
    // Backdates the payment until callers no longer wait for a server that may still be opening it.
    const openedAt = new Date(left.openedAt.getTime() - INITIALIZE_WAIT_MS)
    await app.db.update(payments).set({ openedAt }).where(eq(payments.id, left.id))
    const reference = await openAt(next, unheard)
    expect(reference).not.toBe(left.reference)
    await sandbox.provider.pay(reference, { messages: 'at-once' })
    await expectOneCredit(unheard, reference, 'webhook')
    await askByItself()
    expect(sandbox.provider.calls()).not.toContain(`GET /transaction/verify/${left.reference}`)
  })
})

/** The test's title contains this delay; set `KILL_AFTER_MS` to repeat a failure. */
const killAfterMs = Number(process.env['KILL_AFTER_MS'] ?? randomInt(300))
const PARENTS = 8

type Paid = { studentId: string; reference: string }

/** Pays as a parent with a link and verifies the payment repeatedly, while the provider sends its webhook twice. */
async function payAndAsk(at: Server, paid: Paid[]): Promise<void> {
  const studentId = await makeBareStudent(t)
  const token = new URL((await makePayLink(app, studentId)).url).searchParams.get('link') ?? ''
  const body = { email: `${studentId}@parent.example`, method: 'checkout' } as const
  const { reference } = await as(at)(contract.initializeByLink, { params: { token }, body })
  paid.push({ studentId, reference })
  await sandbox.provider.pay(reference, { messages: 'twice' })
  for (;;) await as(at)(contract.verifyByLink, { params: { token }, body: { reference } })
}

it(`B-03 SIGKILL ${killAfterMs} ms after the first of many parents began to pay: each payment is credited exactly once`, async () => {
  const paid: Paid[] = []
  const at = await serverWith('jobs')
  const parents = Array.from({ length: PARENTS }, () => payAndAsk(at, paid).catch(() => undefined))
  await waitFor(() => expect(paid.length).toBeGreaterThan(0))
  await delay(killAfterMs)
  await at.kill()
  await Promise.all(parents)
  await serverWith('jobs')
  // Pays the payments that failed earlier because the server was killed.
  for (const { reference } of paid)
    if (sandbox.provider.transaction(reference)?.status !== 'success') await sandbox.provider.pay(reference)
  app.clock.advance(61_000)
  await reconcile(app)
  await waitFor(
    async () => {
      for (const { studentId } of paid) expect(await hasAccess(app.db, studentId)).toBe(true)
    },
    { interval: 200 },
  )
  for (const { reference } of paid) {
    const events = await eventRows(t, reference)
    expect(events.filter(({ kind }) => kind === 'succeeded')).toHaveLength(1)
    expect(await countPaymentJobs(t, 'payment-receipts', (await paymentRow(t, reference)).id)).toBe(2)
  }
})
