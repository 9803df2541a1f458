// Starts the whole app on its own database and calls it over HTTP, as a phone does.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSandbox, type Sandbox } from '@baobab/sandbox/sandbox.ts'
import { createClient, type Caller } from '@baobab/contract/kernel/client.ts'
import type { FastifyInstance, InjectOptions } from 'fastify'
import pg from 'pg'
import { afterAll, expect } from 'vitest'
import { createApp } from '../src/app.ts'
import type { App } from '../src/platform/app.ts'
import { createHttp } from '../src/http.ts'
import { startJobs } from '../src/jobs.ts'
import { createClock } from '../src/platform/clock.ts'
import { readConfig } from '../src/platform/config.ts'
import { prepareDatabase } from '../src/platform/database/prepare-database.ts'
import { createLog } from '../src/platform/log.ts'
import { createDatabase, type TestDatabase } from './create-database.ts'
import { createStillClock } from './still-clock.ts'
import { waitFor } from './wait-for.ts'

export type ReceivedMail = { to: string; subject: string; text: string; html: string; date: string }

export type ReceivedText = { to: string; text: string; at: string }

export type TestApp = {
  app: App
  http: FastifyInstance
  /** The app's own URL, whose role may not change ledgers or tables. */
  databaseUrl: string
  /** The URL of the sandbox's mail server. */
  smtpUrl: string
  /** The URL of the role that owns the tables. */
  ownerUrl: string
  /** Connections with the role that owns the tables, for changes that a test makes directly in the database. */
  owner: pg.Pool
  sandbox: Sandbox
  /** Controls the sandbox's payment provider, which uses the app's clock. */
  provider: Sandbox['provider']
  /** The app's settings for the payment provider. */
  paystack: Sandbox['paystack']
  /** Returns a typed API client with this token, or without one, that calls from this network address. */
  as(token?: string, address?: string): Caller
  /** Waits until a number in E.164 has `count` text messages that contain a text, and returns all of them, newest first. */
  texts(to: string, contains: string, count?: number): Promise<ReceivedText[]>
  /** Waits until an address has `count` mails with a subject and returns all of them, newest first. */
  mails(to: string, subject: string, count?: number): Promise<ReceivedMail[]>
  close(): Promise<void>
  /** Closes the app and keeps its database, which other apps can start with. */
  closeAndKeep(): Promise<KeptDatabase>
}

/** What an app has left behind: its database, as a template for others, and the time it was closed. */
export type KeptDatabase = { name: string; closedAt: Date; drop(): Promise<void> }

/** Tests send many requests at once, and must not fail because the machine is too busy to serve them in a second, or in twenty. */
const PATIENT_MS = 300_000

type Options = { isPatient?: boolean; kept?: KeptDatabase; standsStill?: boolean; runsSchedules?: boolean }

/** One for all apps, because creating a chain's key takes a tenth of a start. */
export const drandSeed = Buffer.alloc(48, 'chain')

type Primary = Pick<TestApp, 'databaseUrl' | 'ownerUrl'> & Partial<TestApp> & { databaseFolder?: string }

/** Returns a `fetch` for the contract's client that calls the server without a socket. */
function createFetch(http: FastifyInstance, app: App, remoteAddress = '127.0.0.1') {
  return async (url: string, init: RequestInit): Promise<Response> => {
    // The ranking in memory lags behind the database, and tests expect to read what they have just written.
    if (url.startsWith('/api/leaderboard')) await app.ranking.follow()
    const request = new Request(`http://localhost${url}`, init)
    const payload = init.body ? Buffer.from(await request.arrayBuffer()) : undefined
    const reply = await http.inject({
      method: init.method as NonNullable<InjectOptions['method']>,
      url,
      remoteAddress,
      headers: Object.fromEntries(request.headers),
      ...(payload ? { payload } : {}),
    })
    const headers = Object.entries(reply.headers).map(([name, value]): [string, string] => [name, String(value)])
    return new Response(new Uint8Array(reply.rawPayload), { status: reply.statusCode, headers })
  }
}

/** Starts an app for all tests in a file, and closes it after the last one. */
export const openTestApp = (...options: Parameters<typeof startTestApp>): Promise<TestApp> =>
  closeAfterTests(startTestApp(...options))

/** Does the same with an app whose clock is stopped until a test moves it. */
export const openStillTestApp = (settings: Record<string, string> = {}): Promise<TestApp> =>
  closeAfterTests(startStillTestApp(settings))

async function closeAfterTests(starting: Promise<TestApp>): Promise<TestApp> {
  const t = await starting
  afterAll(() => t.close())
  return t
}

/** Starts an app whose clock is stopped until the test moves it. */
export const startStillTestApp = (settings: Record<string, string> = {}): Promise<TestApp> =>
  startTestApp(settings, undefined, { standsStill: true })

/**
 * Starts an app with its sandbox on its own database, with the rate limits of a development machine.
 * @param settings environment variables that differ from the defaults
 * @param primary an app to share the database with, like a second server, or a database that the test has opened
 * @param options.isPatient whether requests wait and work for as long as a busy machine needs, or only as long as in production
 * @param options.kept a database to start with a copy of; the app's clock continues from then
 * @param options.standsStill whether the clock is stopped until the test moves it
 * @param options.runsSchedules whether schedules and repeated work run automatically; otherwise a slow test's data would be
 * changed by work it did not ask for
 */
export async function startTestApp(
  settings: Record<string, string> = {},
  primary?: Primary,
  { isPatient = true, kept, standsStill = false, runsSchedules = false }: Options = {},
): Promise<TestApp> {
  const database: TestDatabase = primary
    ? { name: '', url: primary.databaseUrl, ownerUrl: primary.ownerUrl, drop: async () => {} }
    : await createDatabase(kept?.name)
  const dataDir = mkdtempSync(join(tmpdir(), 'baobab-app-'))
  const config = readConfig({
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    PUBLIC_URL: 'http://localhost:3000',
    ...settings,
  })
  const clock = standsStill ? await createStillClock(database.ownerUrl) : createClock()
  if (kept) clock.set(kept.closedAt)
  const sandbox = await openSandbox({ dataDir, publicUrl: config.publicUrl, now: () => clock.now(), drandSeed })
  // A second server uses the first one's provider, which sends its webhooks to the first server.
  const { provider, paystack } = { ...sandbox, ...primary }
  const { drand, identityProviders, push, phones } = primary?.sandbox ?? sandbox
  const log = createLog({ level: config.logLevel })
  if (primary && !primary.app)
    await prepareDatabase({ url: database.url, sessionUrl: database.url, migrationUrl: database.ownerUrl }, log)
  const app = await createApp({
    config,
    databaseUrl: database.url,
    waitMs: isPatient ? PATIENT_MS : undefined,
    databaseFolder: primary?.databaseFolder,
    smtpUrl: config.smtpUrl ?? sandbox.smtpUrl,
    inboundMail: config.inboundMail ?? sandbox.inboundMail,
    sms: config.sms.provider ?? phones.settings,
    paystack: config.paystack ?? paystack,
    identityProviders: { ...identityProviders, ...config.identityProviders },
    pushUrl: push.url,
    drand: { urls: [drand.url], chain: drand.chain },
    runsSchedules,
    log,
    clock,
  })
  const http = await createHttp(app, sandbox.plugin)
  await startJobs(app)
  await http.ready()
  sandbox.sendMessagesTo(async ({ body, signature }) => {
    const headers = { 'content-type': 'application/json', 'x-paystack-signature': signature }
    const reply = await http.inject({ method: 'POST', url: '/api/payments/webhook', headers, payload: body })
    return reply.statusCode
  })
  phones.sendReportsTo(async ({ path, headers, body }) => {
    const reply = await http.inject({ method: 'POST', url: `/api/sms/reports${path}`, headers, payload: body })
    return reply.statusCode
  })
  // Without parallel workers: for a query over all tables PostgreSQL would start two processes, which costs more than the
  // query.
  const options = '-c max_parallel_workers_per_gather=0'
  const owner = new pg.Pool({ connectionString: database.ownerUrl, max: 4, options })
  // A test may end connections; without a listener, that event would crash the process.
  owner.on('error', () => undefined)
  const close = async () => {
    await http.close()
    await app.close()
    await sandbox.close()
    await owner.end()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return {
    app,
    http,
    databaseUrl: database.url,
    smtpUrl: sandbox.smtpUrl,
    ownerUrl: database.ownerUrl,
    owner,
    provider,
    paystack,
    sandbox,
    as: (token, address) => createClient({ fetch: createFetch(http, app, address), token: () => token }),
    mails: (to, subject, count = 1) =>
      waitFor(async () => {
        const reply = await http.inject(`/sandbox/mailbox/messages?to=${encodeURIComponent(to)}`)
        const found = reply.json<ReceivedMail[]>().filter((mail) => mail.subject.includes(subject))
        expect(found.length).toBeGreaterThanOrEqual(count)
        return found
      }),
    texts: (to, contains, count = 1) =>
      waitFor(async () => {
        const found = phones.messages(to).filter(({ text }) => text.includes(contains))
        expect(found.length).toBeGreaterThanOrEqual(count)
        return found
      }),
    async close() {
      await close()
      await database.drop()
    },
    async closeAndKeep() {
      const closedAt = clock.now()
      await close()
      return { name: database.name, closedAt, drop: () => database.drop() }
    },
  }
}
