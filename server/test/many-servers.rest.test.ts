// Four servers behind nginx with an external PostgreSQL, a replica and an object store. They are started once for all tests; a
// fifth one in the tests' process creates their data.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { inspect } from 'node:util'
import * as accounts from '@baobab/contract/accounts/endpoints.ts'
import { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import { auditLog } from '@baobab/contract/audit/endpoints.ts'
import { createClient, type Caller } from '@baobab/contract/kernel/client.ts'
import { sendMessage, listMessages } from '@baobab/contract/contact/endpoints.ts'
import { linkToExport, listExports, startExport } from '@baobab/contract/exports/endpoints.ts'
import * as leaderboard from '@baobab/contract/leaderboard/endpoints.ts'
import { listNotifications, notifyAll } from '@baobab/contract/notifications/admin.ts'
import { liveNotifications } from '@baobab/contract/notifications/endpoints.ts'
import { initializePayment, listPayments } from '@baobab/contract/payments/endpoints.ts'
import { listAllPayments } from '@baobab/contract/payments/admin.ts'
import { listAttempts } from '@baobab/contract/quiz/endpoints.ts'
import { runDraw } from '@baobab/contract/scholarship/admin.ts'
import { disqualifyStudent, listStudents } from '@baobab/contract/students/endpoints.ts'
import { addBookmark, listVideos } from '@baobab/contract/videos/endpoints.ts'
import { listAdminVideos, UPLOADS_PATH, uploadVideo } from '@baobab/contract/videos/admin.ts'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditLines } from '../src/platform/audit/tables.ts'
import { drawEvents } from '../src/scholarship/tables.ts'
import { loadReplicationFacts } from '../src/telemetry/load-database-facts.ts'
import { resumableUploads } from '../src/videos/tables.ts'
import { startCluster, type Cluster, type ServerOfCluster } from './cluster.ts'
import { makeDueDraw } from './draws.ts'
import { makeAdmin, makeQuiz, makeStudent, type MadeAdmin, type MadeQuiz, type MadeStudent } from './factories.ts'
import { startTestApp, type TestApp } from './harness.ts'
import { hasNginx, startNginx } from './nginx.ts'
import { startObjectStore, type ObjectStore } from './object-store/start.ts'
import { loadEventKinds } from './payments.ts'
import { hasSystemPostgres, makePlace, query } from './system-postgres.ts'
import { refusal } from './refusal.ts'
import { quizCalls } from './take-quiz.ts'
import { videoBytes } from './videos.ts'
import { waitFor } from './wait-for.ts'

const MIB = 1_048_576
/** The pause between two of a student's requests under load. */
const PAUSE_MS = 100
const ageCategory = '11-20'

const toUrl = ({ port }: { port: number }) => `http://127.0.0.1:${port}`

/** As durable as in production, with connections for five servers. */
const clusterSettings = {
  fsync: 'on',
  wal_level: 'replica',
  max_connections: '300',
  archive_mode: 'on',
  archive_command: '/bin/true',
}

/** Returns the URLs of the product's database in a cluster, one for each of its two roles. */
const toUrls = (clusterUrl: string) => ({
  ownerUrl: clusterUrl.replace(/postgres$/, 'baobab'),
  url: clusterUrl.replace(/postgres$/, 'baobab').replace('owner@', 'baobab_app@'),
})

async function startPrimary(place: ReturnType<typeof makePlace>) {
  place.create('primary')
  const { url: clusterUrl } = await place.start('primary', clusterSettings)
  await query(clusterUrl, 'create role baobab_app login')
  await query(clusterUrl, 'create database baobab')
  await query(clusterUrl, 'grant pg_monitor to baobab_app')
  return { clusterUrl, ...toUrls(clusterUrl) }
}

async function startReplica(place: ReturnType<typeof makePlace>, primaryUrl: string) {
  place.copyAsReplica('replica', primaryUrl)
  const { url, stop } = await place.start('replica', clusterSettings, { isReplica: true })
  return { ...toUrls(url), stop }
}

describe.skipIf(!hasSystemPostgres || !hasNginx)('many servers', () => {
  let place: ReturnType<typeof makePlace>
  let replica: Awaited<ReturnType<typeof startReplica>>
  let store: ObjectStore
  /** The server in this process, which also reads lists from the replica. */
  let t: TestApp
  let cluster: Cluster
  let balancer: Awaited<ReturnType<typeof startNginx>>
  let admin: MadeAdmin
  let quiz: MadeQuiz

  beforeAll(async () => {
    place = makePlace()
    store = await startObjectStore()
    const primary = await startPrimary(place)
    replica = await startReplica(place, primary.clusterUrl)
    const storage = { ...store.settings, DATABASE_READ_URL: replica.url }
    const database = { databaseUrl: primary.url, ownerUrl: primary.ownerUrl }
    t = await startTestApp({ ...storage, DATABASE_URL: primary.url }, database)
    admin = await makeAdmin(t)
    quiz = await makeQuiz(t, { count: 10 })
    cluster = await startCluster(t, 4, storage)
    balancer = await startNginx({ apps: cluster.servers.map(toUrl), filesDir: '/nowhere' })
  })
  afterAll(async () => {
    await balancer?.close()
    await cluster?.close()
    await t?.close()
    await store?.close()
    await place?.close()
  })

  const server = (n: number): ServerOfCluster => {
    const found = cluster.servers[n % cluster.servers.length]
    if (!found) throw new Error('There are no servers.')
    return found
  }
  /** Makes a call on every server, and returns the replies. */
  const onAll = <Reply>(token: string | undefined, call: (as: Caller) => Promise<Reply>) =>
    Promise.all(cluster.servers.map(({ as }) => call(as(token))))
  const answerOn = (n: number) => quizCalls((token) => server(n).as(token)).answer

  it('report a replica and the archive of the log', async () => {
    await t.owner.query('select pg_switch_wal()')
    await waitFor(async () =>
      expect(await loadReplicationFacts(t.app.db)).toEqual({
        replicas: 1,
        lagSeconds: expect.any(Number),
        archive: { isFailing: false, ageSeconds: expect.any(Number) },
      }),
    )
  })

  it('recognise a session started on another server, until it ends on any of them', async () => {
    const { email } = await makeStudent(t)
    const body = { email, password: 'Mango7tree' }
    const { authToken } = await server(0).as()(accounts.logInStudent, { body })
    expect(await onAll(authToken, (as) => as(listAttempts, {}))).toHaveLength(4)
    await server(1).as(authToken)(accounts.logOutStudent, {})
    const refused = await onAll(authToken, (as) => refusal(as(listAttempts, {})))
    expect(refused.map(({ status }) => status)).toEqual([401, 401, 401, 401])
  })

  it('share the limits of accounts and mailboxes', async () => {
    const body = { firstName: 'Ada', lastName: 'Obi', email: 'ada@flood.example', message: 'Hello.' }
    const sent = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        server(n)
          .as()(sendMessage, { body })
          .then(
            () => 200,
            ({ status }: { status: number }) => status,
          ),
      ),
    )
    expect(sent.toSorted((a, b) => a - b)).toEqual([...Array(5).fill(200), ...Array(7).fill(429)])
  })

  it('B-14 show the same ranks, and tell open pages on every server about a change', async () => {
    const student = await makeStudent(t)
    const pages = await Promise.all(cluster.servers.map(({ url }) => listen(url + leaderboard.liveBoard.path)))
    await answerOn(2)(student, quiz, 0, 'right')
    await waitFor(async () => {
      const boards = await Promise.all(cluster.servers.map(({ url }) => fetch(url + leaderboard.leaderboard.path)))
      const [first, ...others] = boards.map((board) => board.headers.get('etag'))
      expect(others).toEqual([first, first, first])
      expect(await boards[0]?.text()).toContain(student.username)
      for (const page of pages) expect(page.received).toContain(String(first).slice(3, -1))
    })
    for (const page of pages) page.leave()
    const ranks = await onAll(student.token, (as) => as(leaderboard.myRank, { query: { ageCategory } }))
    expect(new Set(ranks.map(({ rank, score }) => `${rank} ${score}`))).toEqual(new Set(['1 10']))
  })

  it('do each job once: a notification reaches each student once, by mail and on open pages on every server', async () => {
    const student = await makeStudent(t)
    const pages = await Promise.all(
      cluster.servers.map(({ url }) =>
        listen(url + liveNotifications.path, { authorization: `Bearer ${student.token}` }),
      ),
    )
    const body = {
      title: 'Once for all',
      update: 'announcement',
      description: 'Read me.',
      method: 'in-app+email',
    } as const
    await server(1).as(admin.token)(notifyAll, { body })
    await t.mails(student.email, body.title)
    await waitFor(async () => {
      const { rows } = await t.app.pool.query(
        `select from pgboss.job where state in ('created', 'active', 'retry') and start_after <= now()
         and name like '%noti%'`,
      )
      expect(rows).toEqual([])
    })
    expect(await t.mails(student.email, body.title)).toHaveLength(1)
    await waitFor(() => {
      for (const page of pages) expect(page.received).toMatch(/1/)
    })
    for (const page of pages) page.leave()
  })

  it('B-14 credit a payment opened on one server and reported to the others once', async () => {
    const student = await makeStudent(t)
    t.sandbox.sendMessagesTo(`${server(1).url}/api/payments/webhook`)
    const { reference } = await server(0).as(student.token)(initializePayment, { body: { method: 'checkout' } })
    await t.provider.pay(reference)
    await waitFor(async () => {
      const lists = await onAll(student.token, (as) => as(listPayments, {}))
      expect(lists.map(({ isPaid }) => isPaid)).toEqual([true, true, true, true])
    })
    expect((await loadEventKinds(t, reference)).filter((kind) => kind === 'succeeded')).toHaveLength(1)
  })

  it('B-14 draw a month’s winner once, even if an admin starts the draw on all of them', async () => {
    const entrants = [await makeStudent(t), await makeStudent(t), await makeStudent(t)]
    const { id, month } = await makeDueDraw(
      t,
      entrants.map((entrant) => entrant.id),
    )
    const run = (as: Caller) => as(runDraw, { params: { month } }).catch(({ code }: { code: string }) => code)
    const outcomes = await onAll(admin.token, run)
    for (const outcome of outcomes)
      expect([{ message: expect.any(String) as unknown }, 'already_drawn']).toContainEqual(outcome)
    const events = await t.app.db.select().from(drawEvents).where(eq(drawEvents.drawId, id))
    expect(events.filter(({ kind }) => kind === 'drawn')).toHaveLength(1)
    const isAboutDraw = and(eq(auditLines.subject, id), eq(auditLines.action, 'draw.drawn'))
    expect(await t.app.db.$count(auditLines, isAboutDraw)).toBe(1)
  })

  describe('with a replica', () => {
    const isReplica = () =>
      t.app.readDatabase.read(async (db) => {
        const { rows } = await db.execute<{ isReplica: boolean }>(sql`select pg_is_in_recovery() as "isReplica"`)
        return rows[0]?.isReplica
      })
    // A replica that lagged behind, as on a busy machine, is not used for five seconds.
    const waitForReplica = () => waitFor(async () => expect(await isReplica()).toBe(true))
    const readAudit = (n: number) => server(n).as(admin.token)(auditLog, { query: {} })

    it('read every list from it', async () => {
      await waitForReplica()
      const as = t.as(admin.token)
      const lists = [
        as(listStudents, { query: {} }),
        as(listAllPayments, { query: {} }),
        as(auditLog, { query: {} }),
        as(listMessages, { query: {} }),
        as(listNotifications, { query: {} }),
        as(listAdminVideos, { query: {} }),
        t.as()(listVideos, {}),
      ]
      for (const list of lists) expect(await list).toBeDefined()
      const body = { what: 'students', format: 'csv', filters: { filter: 'all' } } as const
      const { export: file } = await as(startExport, { body })
      await waitFor(async () => {
        const { exports } = await as(listExports, {})
        expect(exports.find(({ _id }) => _id === file._id)).toMatchObject({ state: 'ready' })
      })
      expect((await as(linkToExport, { params: { exportId: file._id } })).url).toContain('/downloads/')
    })

    it('show an admin on every server what was just written on another, even while the replica is behind', async () => {
      await waitForReplica()
      await query(replica.ownerUrl, 'select pg_wal_replay_pause()')
      const { username, id, token } = await makeStudent(t)
      const body = { reason: 'Two accounts.' }
      await server(0).as(admin.token)(disqualifyStudent, { params: { username }, body })
      const logs = await Promise.all([0, 1, 2, 3].map(readAudit))
      for (const { lines } of logs) expect(lines.map(({ subject }) => subject?._id)).toContain(id)
      await server(1).as(token)(addBookmark, { params: { id: quiz.video.id } })
      const lists = await onAll(token, (as) => as(listVideos, {}))
      for (const videos of lists)
        expect(videos.find(({ _id }) => _id === quiz.video.id)).toMatchObject({ isBookmarked: true })
      expect(await isReplica()).toBe(false)
      await query(replica.ownerUrl, 'select pg_wal_replay_resume()')
      await waitForReplica()
    })

    it('read lists from the primary once it has stopped', async () => {
      await waitForReplica()
      await replica.stop()
      expect(await isReplica()).toBe(false)
      for (const { lines } of await Promise.all([0, 1, 2, 3].map(readAudit))) expect(lines.length).toBeGreaterThan(0)
    })
  })

  it('B-18 B-16 can be restarted one after another under load: no request fails, and no answer is lost', async () => {
    const pair = [server(0), server(1)]
    const front = await startNginx({ apps: pair.map(toUrl), filesDir: '/nowhere' })
    const load = startLoad(front.url, await makeStudents(20))
    for (const restarted of pair) {
      await load.waitForReplies(40)
      expect(await restarted.stop('SIGTERM')).toBe(0)
      await load.waitForReplies(40)
      await restarted.start()
    }
    await load.waitForReplies(40)
    const { requests, repeated, failures, points } = await load.stop()
    await front.close()
    process.stdout.write(
      `rolling restart of two servers: ${requests} requests, ${repeated} repeated, ${failures.length} failed; ${points.size} students answered\n`,
    )
    expect(failures).toEqual([])
    expect(repeated).toBeLessThan(requests / 100)
    for (const [student, expected] of points) {
      const scores = await onAll(student.token, (as) => as(leaderboard.myRank, { query: { ageCategory } }))
      expect(scores.map(({ score }) => score)).toEqual(Array(4).fill(expected))
    }
  })

  it('B-02 continue an upload whose server was killed in the middle of a chunk', async () => {
    const head = videoBytes()
    const box = randomBytes(9 * MIB - head.length)
    box.writeUInt32BE(box.length)
    box.write('free', 4)
    const bytes = Buffer.concat([head, box])
    const begun = await tus(server(0), 'POST', UPLOADS_PATH, { 'upload-length': String(bytes.length) })
    const path = begun.headers.get('location') ?? ''
    const id = path.slice(UPLOADS_PATH.length + 1)
    // Sends the first piece and part of the second one, and never ends.
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new Uint8Array(bytes.subarray(0, 6 * MIB))),
    })
    const broken = tus(server(0), 'PATCH', path, { 'upload-offset': '0' }, body).catch(() => undefined)
    const storedBytes = async () =>
      (await t.app.db.select().from(resumableUploads).where(eq(resumableUploads.id, id)))[0]?.storedBytes ?? 0
    await waitFor(async () => expect(await storedBytes()).toBeGreaterThan(0))
    await server(0).stop('SIGKILL')
    await broken
    // The killed server's lease ends after ten seconds; until then the others reply that the upload is busy.
    const offset = await waitFor(async () => {
      const reply = await tus(server(1), 'HEAD', path)
      expect(reply.status).toBe(200)
      return Number(reply.headers.get('upload-offset'))
    })
    expect(offset).toBe(await storedBytes())
    const rest = new Blob([new Uint8Array(bytes.subarray(offset))]).stream()
    expect((await tus(server(2), 'PATCH', path, { 'upload-offset': String(offset) }, rest)).status).toBe(204)
    const form = { body: { title: 'Sent in pieces', upload: id } }
    const { video } = await server(3).as(admin.token)(uploadVideo, form)
    expect(video).toMatchObject({ sizeBytes: bytes.length, durationSeconds: 2 })
    expect(await t.app.files.list('uploads')).toEqual([])
  })

  const tus = (
    { url }: ServerOfCluster,
    method: string,
    path: string,
    headers: Record<string, string> = {},
    body?: ReadableStream,
  ) =>
    fetch(url + path, {
      method,
      headers: {
        authorization: `Bearer ${admin.token}`,
        'tus-resumable': '1.0.0',
        ...(body && { 'content-type': 'application/offset+octet-stream' }),
        ...headers,
      },
      ...(body && { body, duplex: 'half' as const }),
    })

  async function makeStudents(count: number): Promise<MadeStudent[]> {
    const made: MadeStudent[] = []
    for (let n = 0; n < count; n += 1) made.push(await makeStudent(t))
    return made
  }

  /** Starts students who take a quiz, answer by answer, and look at lists in between, until the load stops. */
  function startLoad(url: string, students: readonly MadeStudent[]) {
    const failures: string[] = []
    const points = new Map<MadeStudent, number>()
    let requests = 0
    let isStopping = false
    let repeated = 0
    const repeat = (call: () => Promise<unknown>) => {
      repeated += 1
      return call()
    }
    const count = async (what: string, call: () => Promise<unknown>) => {
      requests += 1
      await call()
        .catch((error: unknown) => (isUnanswered(error) ? repeat(call) : Promise.reject(error)))
        .catch((error: unknown) => failures.push(`${what}: ${inspect(error)}`))
      await delay(PAUSE_MS)
    }
    const read = async (path: string) => {
      // A separate connection for each request, like another visitor's.
      const reply = await fetch(url + path, { headers: { connection: 'close' } })
      await reply.arrayBuffer()
      if (reply.status !== 200) throw new Error(String(reply.status))
    }
    const calls = quizCalls((token) => balancedCaller(url, token))
    const act = async (first: number) => {
      for (let n = first; !isStopping; n += 4) {
        const student = students[n]
        if (student) await count('start', () => calls.start(student, quiz))
        for (let question = 0; question < 10 && !isStopping; question += 1) {
          if (student)
            await count('answer', async () => {
              const { points: won } = await calls.answer(student, quiz, question, 'right')
              points.set(student, (points.get(student) ?? 0) + won)
            })
          await count('videos', () => read(listVideos.path))
          await count('board', () => read(leaderboard.leaderboard.path))
        }
      }
    }
    const running = [0, 1, 2, 3].map(act)
    return {
      waitForReplies: (more: number) => {
        const wanted = requests + more
        return waitFor(() => expect(requests).toBeGreaterThanOrEqual(wanted))
      },
      async stop() {
        isStopping = true
        await Promise.all(running)
        return { requests, repeated, failures, points }
      },
    }
  }
})

/**
 * Returns whether a request got no reply. A connection that arrives at the instant a server closes its port is reset, and nginx
 * does not then send a POST to another server. Pages retry it, as here, and get the same reply as the first time.
 */
const isUnanswered = (error: unknown) => error instanceof ApiError && (error.status === 0 || error.status === 502)

const balancedCaller = (url: string, token: string | undefined) => createClient({ baseUrl: url, token: () => token })

/** Opens an event stream and appends its data to `received` as it arrives. */
async function listen(url: string, headers: Record<string, string> = {}) {
  const request = get(url, { headers })
  const [reply] = (await once(request, 'response')) as [IncomingMessage]
  reply.on('error', () => undefined)
  const stream = { received: '', leave: () => request.destroy() }
  reply.setEncoding('utf8').on('data', (text: string) => (stream.received += text))
  return stream
}
