// Kills the database process and fills its disk while the app is running.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sendMessage } from '@baobab/contract/contact/endpoints.ts'
import { readStudentProfile } from '@baobab/contract/profile/endpoints.ts'
import pg from 'pg'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { startEmbeddedPostgres } from '../src/platform/database/embedded/embedded-postgres.ts'
import { makeAdmin, makeStudent, type MadeStudent } from './factories.ts'
import { startTestApp, type TestApp } from './harness.ts'
import { canMount, fillDisk, mountDisk } from './mount-disk.ts'
import { isPosix, postmasterPid } from './platform/data-folder.ts'
import { waitFor } from './wait-for.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

/** Opens an app on a separate embedded database in a folder. */
async function openApp(dataDir: string, giveUpMs?: number) {
  const [onDown, onLost] = [vi.fn<(reason: Error) => void>(), vi.fn<(reason: Error) => void>()]
  const embedded = await startEmbeddedPostgres({ dataDir, onDown, onLost, giveUpMs })
  closing.push(() => embedded.stop())
  const t = await startTestApp(
    {},
    {
      databaseUrl: embedded.serverUrl,
      ownerUrl: embedded.url,
      databaseFolder: embedded.folder,
    },
  )
  closing.push(() => t.close())
  return { t, embedded, onDown, onLost }
}

const readOwnProfile = (t: TestApp, { token, username }: MadeStudent) =>
  t.http.inject({
    url: readStudentProfile.path.replace(':username', username),
    headers: { authorization: `Bearer ${token}` },
  })
let visitors = 0
/** Sends a message as a new visitor, because one address may send only a few. */
const contact = (t: TestApp) =>
  t.http.inject({
    method: 'POST',
    remoteAddress: `10.0.${Math.floor((visitors += 1) / 250)}.${(visitors % 250) + 1}`,
    url: sendMessage.path,
    payload: {
      firstName: 'Ada',
      lastName: 'Obi',
      email: `${crypto.randomUUID()}@school.example`,
      message: 'Good morning, Baobab.',
    },
  })

it.runIf(isPosix)(
  'B-07 a killed PostgreSQL is restarted, and requests get 503 with Retry-After until then',
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'baobab-killed-'))
    closing.push(() => rm(dataDir, { recursive: true, force: true }))
    const { t, embedded, onDown } = await openApp(dataDir)
    const student = await makeStudent(t)
    process.kill(await postmasterPid(embedded.folder), 'SIGKILL')
    const outcomes = new Set<string>()
    await waitFor(async () => {
      expect(onDown).toHaveBeenCalled()
      const reply = await readOwnProfile(t, student)
      outcomes.add(`${reply.statusCode} ${reply.headers['retry-after'] ?? ''}`)
      expect(reply.statusCode).toBe(200)
    })
    expect([...outcomes].toSorted()).toEqual(['200 ', '503 2'])
    expect((await contact(t)).statusCode).toBe(200)
    // Jobs, messages between servers and the ranking have also found the database again.
    await makeStudent(t, {}, { isMailed: true })
    await t.app.ranking.follow()
  },
)

it('B-09 reads continue while an external database refuses every write because its disk is full', async () => {
  const t = await startTestApp()
  closing.push(() => t.close())
  const [student, admin] = [await makeStudent(t), await makeAdmin(t)]
  await t.owner.query(`
    create function refuse_write() returns trigger language plpgsql
    as $$ begin raise exception 'No space left on device' using errcode = '53100'; end $$`)
  for (const table of ['sessions', 'audit_lines', 'rate_limits', 'contact_messages'])
    await t.owner.query(`create trigger refused before insert or update on ${table} execute function refuse_write()`)
  // The next request updates a session last seen long ago, and admins' reads are audited.
  t.app.clock.advance(10 * 60_000)
  expect((await readOwnProfile(t, student)).statusCode).toBe(200)
  expect((await readOwnProfile(t, { ...student, token: admin.token })).statusCode).toBe(200)
  expect((await contact(t)).statusCode).toBe(507)
})

describe.runIf(canMount)('on a separate disk, as root', () => {
  async function mount(): Promise<string> {
    const { folder, unmount } = await mountDisk(256)
    closing.push(unmount)
    return folder
  }

  it('B-09 a full disk refuses writes with 507 and serves reads, and recovers when there is space', async () => {
    const disk = await mount()
    const { t, embedded, onDown } = await openApp(join(disk, 'data'))
    const student = await makeStudent(t)
    // The next request updates a session last seen long ago.
    t.app.clock.advance(10 * 60_000)
    fillDisk(disk)
    await waitFor(() => expect(t.app.diskSpace.isFull()).toBe(true))
    expect((await contact(t)).statusCode).toBe(507)
    expect((await contact(t)).json()).toMatchObject({ message: 'Storage is full. Please try again later.' })
    const expectReads = async () => {
      expect((await readOwnProfile(t, student)).statusCode).toBe(200)
      expect((await t.http.inject('/api/videos')).statusCode).toBe(200)
      expect((await t.http.inject('/api/leaderboard')).statusCode).toBe(200)
    }
    for (let times = 0; times < 20; times += 1) await expectReads()
    expect(onDown).not.toHaveBeenCalled()

    // The reserve is enough for a PostgreSQL that is killed in the meantime.
    process.kill(await postmasterPid(embedded.folder), 'SIGKILL')
    await waitFor(expectReads)
    await rm(join(disk, 'filler'))
    await waitFor(async () => expect((await contact(t)).statusCode).toBe(200), { interval: 200 })
  })

  it('B-09 a PostgreSQL that ended because its log is full starts again once there is space', async () => {
    const disk = await mount()
    const { t, embedded, onDown, onLost } = await openApp(join(disk, 'data'), 1)
    const student = await makeStudent(t)
    fillDisk(disk)
    await waitFor(() => expect(t.app.diskSpace.isFull()).toBe(true))
    fillDisk(disk, 'reserve')
    await waitFor(
      async () => {
        await fillLog(embedded.url).catch(() => undefined)
        expect(onDown).toHaveBeenCalled()
      },
      { interval: 200 },
    )
    for (const name of ['filler', 'reserve']) await rm(join(disk, name))
    await waitFor(
      async () => {
        const { statusCode } = await contact(t)
        const reason = statusCode === 200 ? undefined : onDown.mock.calls.at(-1)?.[0].message
        expect({ statusCode, reason }).toEqual({ statusCode: 200 })
      },
      { interval: 200 },
    )
    expect((await readOwnProfile(t, student)).statusCode).toBe(200)
    expect(onLost).not.toHaveBeenCalled()
  })
})

/** Writes only to the write-ahead log until PostgreSQL exits. */
async function fillLog(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  try {
    await client.connect()
    for (;;) await client.query("select pg_logical_emit_message(true, '', repeat('x', 1000000))")
  } finally {
    await client.end().catch(() => undefined)
  }
}
