// Tests an update, with servers of the previous and the current release side by side on one database, and then the way back.
// Each server is a process running its release's code.
import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import * as accounts from '@baobab/contract/accounts/endpoints.ts'
import { logInAdmin, registerAdmin } from '@baobab/contract/accounts/admin.ts'
import { createClient, type Caller } from '@baobab/contract/kernel/client.ts'
import { leaderboard, myRank } from '@baobab/contract/leaderboard/endpoints.ts'
import { studentNotifications } from '@baobab/contract/notifications/endpoints.ts'
import { notifyAll } from '@baobab/contract/notifications/admin.ts'
import { formatTap, TAP_HEADER } from '@baobab/contract/quiz/answer-tap.ts'
import * as contract from '@baobab/contract/quiz/endpoints.ts'
import { listStudents } from '@baobab/contract/students/endpoints.ts'
import { listVideos, saveProgress, watchVideo } from '@baobab/contract/videos/endpoints.ts'
import { setVisibility } from '@baobab/contract/videos/admin.ts'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { findFreePort } from '../src/platform/free-port.ts'
import { ADMIN_PASSWORD, PASSWORD, newAdminName, registration } from './factories.ts'
import { feignDurability } from './feign-durability.ts'
import { extractPreviousRelease, previousRelease, whyMissing } from './previous-release.ts'
import { refusal } from './refusal.ts'
import { waitFor } from './wait-for.ts'

const here = fileURLToPath(new URL('../..', import.meta.url))
const ageCategory = '11-20'

/** A release's server. `as` calls it with this release's contract, like pages loaded from it. */
type Server = { as: (token?: string) => Caller; stop(): Promise<number | null> }
type Student = { username: string; email: string; token: string }

describe.skipIf(whyMissing !== undefined)(`an update from ${previousRelease.tag} (${whyMissing ?? 'tried'})`, () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'baobab-upgrade-'))
  const name = `u_${randomUUID().replaceAll('-', '')}`
  const toUrl = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href
  const running = new Set<ChildProcess>()
  let release: ReturnType<typeof extractPreviousRelease>
  let owner: pg.Client
  let before: Server
  let after: Server
  let admin: Record<'before' | 'after', Caller>

  /** Starts a release's server in development, and waits until it is ready. @throws its output if it exits */
  async function start(folder: string): Promise<Server> {
    const port = await findFreePort()
    const url = `http://127.0.0.1:${port}`
    const env = {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: join(dataDir, String(port)),
      FILES_DIR: join(dataDir, 'files'),
      DATABASE_URL: toUrl(inject('serverUrl')),
      DATABASE_MIGRATION_URL: toUrl(inject('ownerUrl')),
      LOG_LEVEL: 'error',
    }
    const main = join(folder, 'server/src/main.ts')
    const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'ignore', 'pipe'] })
    running.add(child)
    let output = ''
    child.stderr.on('data', (part) => (output += String(part)))
    const isReady = () =>
      fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
    while (!(await isReady())) {
      if (child.exitCode !== null) throw new Error(`exit code ${child.exitCode}: ${output}`)
      await delay(50)
    }
    return {
      as: (token) => createClient({ baseUrl: url, token: () => token }),
      async stop() {
        const exited = once(child, 'exit')
        child.kill('SIGTERM')
        await exited
        return child.exitCode
      },
    }
  }

  beforeAll(async () => {
    release = extractPreviousRelease()
    const root = new pg.Client({ connectionString: inject('ownerUrl') })
    await root.connect()
    await root.query(`create database ${name}`)
    await root.end()
    owner = new pg.Client({ connectionString: toUrl(inject('ownerUrl')) })
    await owner.connect()
    await feignDurability(owner)
    before = await start(release.folder)
    const email = `${newAdminName()}@baobab.example`
    const account = { username: newAdminName(), email, password: ADMIN_PASSWORD }
    await before.as()(registerAdmin, { body: account })
    const { authToken } = await before.as()(logInAdmin, { body: { email, password: ADMIN_PASSWORD } })
    // The first of the new servers migrates while the old one is serving.
    after = await start(here)
    admin = { before: before.as(authToken), after: after.as(authToken) }
  })
  afterAll(async () => {
    for (const child of running) child.kill('SIGKILL')
    await owner?.end()
    const root = new pg.Client({ connectionString: inject('ownerUrl') })
    await root.connect()
    await root.query(`drop database if exists ${name} with (force)`)
    await root.end()
    release?.remove()
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 })
  })

  /** Registers on one server, and verifies and logs in on the other. */
  async function makeStudent(first: Server, second: Server): Promise<Student> {
    const form = registration()
    const { verificationToken } = await first.as()(accounts.registerStudent, { body: form })
    await second.as()(accounts.verifyEmail, { body: { email: form.email, verificationToken } })
    const { authToken } = await second.as()(accounts.logInStudent, { body: { email: form.email, password: PASSWORD } })
    return { username: form.username, email: form.email, token: authToken }
  }

  /** Returns a video's question ids with their correct answers. */
  async function loadKey(videoId: string): Promise<{ id: string; answer: string }[]> {
    const { rows } = await owner.query<{ id: string; answer: string }>(
      'select id, correct_answer as answer from questions where video_id = $1 and age_category = $2 order by position',
      [videoId, ageCategory],
    )
    return rows
  }

  /** Watches a video and takes its quiz, alternating between the two servers with each request. */
  async function takeQuiz(student: Student, first: Server, second: Server): Promise<number> {
    const [one, other] = [first.as(student.token), second.as(student.token)]
    const [video] = await one(listVideos, {})
    if (!video) throw new Error('There are no videos.')
    await other(saveProgress, { params: { id: video._id }, body: { positionSeconds: 7 } })
    await one(watchVideo, { params: { id: video._id } })
    const found = (await other(listVideos, {})).find(({ _id }) => _id === video._id)
    expect(found).toMatchObject({ isWatched: true, positionSeconds: 7 })
    const params = { videoTitle: video.title, ageCategory } as const
    const started = await one(contract.startAttempt, { params })
    expect(await other(contract.startAttempt, { params })).toMatchObject({ deadline: started.deadline })
    const key = await loadKey(video._id)
    for (const [n, { id, answer }] of key.slice(1).entries()) {
      const call = n % 2 === 0 ? one : other
      const body = { triviaId: id, answer }
      // The new page's header, which the old server ignores.
      const headers = { [TAP_HEADER]: formatTap({ tappedAt: Date.now() - 1_000, sentAt: Date.now() }) }
      expect(await call(contract.answerQuestion, { params, body }, { headers })).toMatchObject({ points: 10 })
    }
    const score = 10 * (key.length - 1)
    expect(await other(contract.finishAttempt, { params })).toMatchObject({ score })
    return score
  }

  it.each([
    ['the old server', 'the new one', () => [before, after] as const],
    ['the new server', 'the old one', () => [after, before] as const],
  ])('B-19 a student starts on %s and continues on %s: register, watch, answer, ranks', async (_a, _b, order) => {
    const [first, second] = order()
    const student = await makeStudent(first, second)
    const score = await takeQuiz(student, first, second)
    for (const server of [before, after]) {
      await server.as()(accounts.logInStudent, { body: { email: student.email, password: PASSWORD } })
      await waitFor(async () => {
        expect(await server.as(student.token)(myRank, { query: { ageCategory } })).toMatchObject({ score, rank: 1 })
        const board = await server.as()(leaderboard, { query: { ageCategory } })
        expect(board).toContainEqual(expect.objectContaining({ username: student.username, score }))
      })
    }
    for (const call of [admin.before, admin.after]) {
      const { studentData } = await call(listStudents, { query: { search: student.username } })
      expect(studentData.map(({ username }) => username)).toEqual([student.username])
    }
  })

  it('B-19 what one server publishes or hides, the other does too: drafts, scheduled videos, messages to some', async () => {
    const [inside, outside] = [await makeStudent(before, after), await makeStudent(after, before)]
    await owner.query("update students set school = 'Unity School' where username = $1", [inside.username])
    const [, draft, planned] = await before.as()(listVideos, {})
    const later = new Date(Date.now() + 86_400_000).toISOString()
    for (const [call, id, body] of [
      [admin.after, draft?._id ?? '', { publish: 'draft' }],
      [admin.before, planned?._id ?? '', { publish: 'later', publishAt: later }],
    ] as const)
      await call(setVisibility, { params: { id }, body })
    const content = { update: 'announcement', description: 'Read me.', method: 'in-app' } as const
    await admin.after(notifyAll, { body: { ...content, title: 'To some', segment: { school: 'Unity School' } } })
    await admin.before(notifyAll, { body: { ...content, title: 'To all' } })
    const readTitles = async (server: Server, { username, token }: Student) => {
      const { notifications } = await server.as(token)(studentNotifications, { params: { username }, query: {} })
      return notifications.map(({ title }) => title).filter((title) => title.startsWith('To '))
    }
    for (const server of [before, after]) {
      const ids = (await server.as(outside.token)(listVideos, {})).map(({ _id }) => _id)
      expect(ids).not.toContain(draft?._id)
      expect(ids).not.toContain(planned?._id)
      const params = { videoTitle: draft?.title ?? '', ageCategory } as const
      expect(await refusal(server.as(outside.token)(contract.startAttempt, { params }))).toMatchObject({ status: 404 })
      await waitFor(async () => expect((await readTitles(server, inside)).toSorted()).toEqual(['To all', 'To some']))
      await waitFor(async () => expect(await readTitles(server, outside)).toEqual(['To all']))
    }
  })

  it('B-19 the way back: an older release starts on a newer schema that removed nothing, and everything keeps working', async () => {
    expect(await after.stop()).toBe(0)
    expect(await before.stop()).toBe(0)
    // v0.1.0 refuses every newer schema. Then the way back is tested with this release, on a schema like the next one's.
    const knowsWayBack = existsSync(join(release.folder, 'server/src/platform/database/schema-rules.ts'))
    const outcome = await start(release.folder).catch((error: Error) => error)
    expect(outcome instanceof Error ? outcome.message : '').toMatch(
      knowsWayBack ? /^$/ : /^exit code 78: The database belongs to a newer version/,
    )
    if (outcome instanceof Error)
      await owner.query(`alter table students add column later text;
        insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 4102444800000)`)
    const back = outcome instanceof Error ? await start(here) : outcome
    const student = await makeStudent(back, back)
    const score = await takeQuiz(student, back, back)
    await waitFor(async () =>
      expect(await back.as(student.token)(myRank, { query: { ageCategory } })).toMatchObject({ score }),
    )
    expect(await back.stop()).toBe(0)
  })
})
