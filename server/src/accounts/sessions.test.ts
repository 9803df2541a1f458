// Tests to the millisecond how long sessions last, and who can end them, with a stopped clock.
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { ADMIN_SESSION_MS, REMEMBERED_SESSION_MS, RESET_MS, SESSION_MS } from '@baobab/contract/accounts/rules.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeAdmin, makeStudent, type MadeStudent } from '../../test/factories.ts'
import { openTestApp } from '../../test/harness.ts'
import type { App } from '../platform/app.ts'
import {
  endSession,
  endSessions,
  findSessionOwner,
  listSessions,
  readSession,
  SESSIONS_ENDED_TOPIC,
  startSession,
} from './sessions.ts'
import { removeStaleAccounts } from './remove-stale-accounts.ts'
import { adminInvitations, admins, passwordResets, sessions, students } from './tables.ts'

const MINUTES = 60_000
const HOURS = 60 * MINUTES

let [student, other]: MadeStudent[] = []
let app: App
/** The time on the app's clock. */
let now: Date
/** What other servers were told. */
let published: string[][]
const after = (ms: number) => {
  now = new Date(now.getTime() + ms)
}

const t = await openTestApp()
const admin = await makeAdmin(t)
beforeAll(async () => {
  ;[student, other] = [await makeStudent(t), await makeStudent(t)]
  app = {
    ...t.app,
    clock: { ...t.app.clock, now: () => now },
    pubSub: {
      ...t.app.pubSub,
      publish: (tx, ...message) => {
        published.push(message)
        return t.app.pubSub.publish(tx, ...message)
      },
    },
  }
})

/** Removes what earlier tests left behind. Called by each test, so that it can be repeated on its own. */
async function begin() {
  now = new Date('2031-03-01T10:00:00Z')
  published = []
  await t.owner.query('drop trigger if exists refuse_update on sessions')
  await t.app.db.delete(sessions)
  await t.app.db.update(admins).set({ removedAt: null })
}

const me = () => ({ kind: 'student' as const, id: student?.id ?? '' })
const someoneElse = () => ({ kind: 'student' as const, id: other?.id ?? '' })
const theAdmin = () => ({ kind: 'admin' as const, id: admin.id })
const start = (owner: { kind: 'student' | 'admin'; id: string }, rememberMe = false) =>
  startSession(app, app.db, { ...owner, device: 'a phone', browserId: null as never, rememberMe })
const rowOf = async (id: string) => (await app.db.select().from(sessions).where(eq(sessions.id, id)))[0]
const lastActiveAt = async () =>
  (await app.db.select().from(students).where(eq(students.id, me().id)))[0]?.lastActiveAt?.getTime()

describe('a session', () => {
  it.each([
    ['student', false, SESSION_MS, false],
    ['student', true, REMEMBERED_SESSION_MS, true],
    ['admin', false, ADMIN_SESSION_MS, false],
    ['admin', true, ADMIN_SESSION_MS, false],
  ] as const)('(%s, remembered: %s) ends after %i ms', async (kind, rememberMe, lifetimeMs, isRemembered) => {
    await begin()
    const owner = kind === 'student' ? me() : theAdmin()
    const { token, sessionId } = await start(owner, rememberMe)
    expect(await rowOf(sessionId)).toMatchObject({
      studentId: kind === 'student' ? owner.id : null,
      adminId: kind === 'admin' ? owner.id : null,
      device: 'a phone',
      isRemembered,
      createdAt: now,
      confirmedAt: now,
      lastSeenAt: now,
      expiresAt: new Date(now.getTime() + lifetimeMs),
    })
    const user =
      kind === 'student'
        ? { kind, id: owner.id, username: student?.username, sessionId, birth: '2012-05-01' }
        : { kind, id: owner.id, username: admin.username, roles: ['owner'], sessionId, confirmedAt: now }
    expect(await readSession(app, token)).toEqual(user)
    await app.db.update(sessions).set({ expiresAt: new Date(now.getTime() + 1) })
    expect(await readSession(app, token)).toEqual(user)
    expect(await findSessionOwner(app, sessionId)).toEqual({
      studentId: kind === 'student' ? owner.id : null,
      adminId: kind === 'admin' ? owner.id : null,
    })
    expect(await listSessions(app, owner)).toHaveLength(1)
    after(1)
    expect(await readSession(app, token)).toBeUndefined()
    expect(await findSessionOwner(app, sessionId)).toBeUndefined()
    expect(await listSessions(app, owner)).toEqual([])
  })

  it('opens the right account for each of many simultaneous callers', async () => {
    await begin()
    const owners = [me(), someoneElse(), theAdmin(), me()]
    const started = await Promise.all(owners.map((owner) => start(owner)))
    const ended = await start(me())
    await app.db.delete(sessions).where(eq(sessions.id, ended.sessionId))
    const tokens = [...started, ended].map(({ token }) => token)
    const users = await Promise.all([...tokens, 'unknown', ...tokens].map((token) => readSession(app, token)))
    const expected = [...started.map(({ sessionId }, n) => [sessionId, owners[n]?.id]), undefined]
    expect(users.map((user) => user && [user.sessionId, user.id])).toEqual([...expected, undefined, ...expected])
  })

  it('opens nothing for an admin whose access has ended', async () => {
    await begin()
    const { token } = await start(theAdmin())
    await app.db.update(admins).set({ removedAt: now })
    expect(await readSession(app, token)).toBeUndefined()
    await app.db.update(admins).set({ removedAt: null })
    expect(await readSession(app, token)).toMatchObject(theAdmin())
  })

  it('records its last use at most every five minutes, which extends a remembered session', async () => {
    await begin()
    const [short, long] = [await start(me()), await start(me(), true)]
    const startedAt = now.getTime()
    after(5 * MINUTES)
    for (const { token } of [short, long]) await readSession(app, token)
    for (const { sessionId } of [short, long]) expect((await rowOf(sessionId))?.lastSeenAt.getTime()).toBe(startedAt)
    after(1)
    for (const { token } of [short, long]) await readSession(app, token)
    expect(await rowOf(short.sessionId)).toMatchObject({ lastSeenAt: now, expiresAt: new Date(startedAt + SESSION_MS) })
    const expiresAt = new Date(now.getTime() + REMEMBERED_SESSION_MS)
    expect(await rowOf(long.sessionId)).toMatchObject({ lastSeenAt: now, expiresAt })
  })

  it('records once a day that its student is active, at login and later', async () => {
    await begin()
    await app.db.update(students).set({ lastActiveAt: new Date(now.getTime() - 24 * HOURS) })
    const elsewhere = await app.db.select().from(students).where(eq(students.id, someoneElse().id))
    await start(me())
    expect(await lastActiveAt()).toBe(now.getTime() - 24 * HOURS)
    after(1)
    const { token } = await start(me(), true)
    expect(await lastActiveAt()).toBe(now.getTime())
    after(24 * HOURS)
    await readSession(app, token)
    expect(await lastActiveAt()).toBe(now.getTime() - 24 * HOURS)
    after(6 * MINUTES)
    await readSession(app, token)
    expect(await lastActiveAt()).toBe(now.getTime())
    await start(theAdmin())
    expect(await app.db.select().from(students).where(eq(students.id, someoneElse().id))).toEqual(elsewhere)
  })

  it('can be read while writes fail, but programming errors are not hidden', async () => {
    await begin()
    const { token, sessionId } = await start(me())
    const startedAt = now
    after(6 * MINUTES)
    const full = { ...app, diskSpace: { ...app.diskSpace, isFull: () => true } }
    expect(await readSession(full, token)).toMatchObject(me())
    expect((await rowOf(sessionId))?.lastSeenAt).toEqual(startedAt)
    const failWith = (code: string) =>
      t.owner.query(`create or replace function refuse_update() returns trigger language plpgsql as
        'begin raise exception using errcode = ''${code}''; end'`)
    await failWith('53100')
    await t.owner.query(`create or replace trigger refuse_update before update on sessions
      execute function refuse_update()`)
    // A full disk, and a lock that was held for too long.
    for (const code of ['53100', '55P03']) {
      await failWith(code)
      expect(await readSession(app, token)).toMatchObject(me())
    }
    await failWith('22012')
    await expect(readSession(app, token)).rejects.toThrow('update')
    await t.owner.query('drop trigger refuse_update on sessions')
    expect((await rowOf(sessionId))?.lastSeenAt).toEqual(startedAt)
  })
})

describe('the nightly cleanup', () => {
  it('deletes sessions and reset links that have expired, and invitations 30 days after that', async () => {
    await begin()
    for (const table of [passwordResets, adminInvitations]) await app.db.delete(table)
    const [late, current] = [await start(me()), await start(me())]
    const expireAt = (id: string, expiresAt: Date) =>
      app.db.update(sessions).set({ expiresAt }).where(eq(sessions.id, id))
    const before = (ms: number) => new Date(now.getTime() - ms)
    await expireAt(late.sessionId, before(1))
    await expireAt(current.sessionId, now)
    await app.db.insert(passwordResets).values([
      { studentId: me().id, tokenHash: 'late', madeAt: before(RESET_MS + 1) },
      { studentId: me().id, tokenHash: 'kept', madeAt: before(RESET_MS) },
    ])
    const to = { email: 'a@b.example', emailKey: 'a@b.example', role: 'support', invitedBy: admin.id } as const
    await app.db.insert(adminInvitations).values([
      { ...to, tokenHash: 'late', createdAt: now, expiresAt: before(30 * 24 * HOURS + 1) },
      { ...to, tokenHash: 'kept', createdAt: now, expiresAt: before(30 * 24 * HOURS) },
    ])
    await removeStaleAccounts(app)
    expect((await app.db.select().from(sessions)).map(({ id }) => id)).toEqual([current.sessionId])
    expect((await app.db.select().from(passwordResets)).map(({ tokenHash }) => tokenHash)).toEqual(['kept'])
    expect((await app.db.select().from(adminInvitations)).map(({ tokenHash }) => tokenHash)).toEqual(['kept'])
  })
})

describe('the sessions of a user', () => {
  it('are listed by last use', async () => {
    await begin()
    const mine = []
    for (let n = 0; n < 3; n += 1) {
      mine.push((await start(me())).sessionId)
      after(MINUTES)
      await start(someoneElse())
      await start(theAdmin())
    }
    expect((await listSessions(app, me())).map(({ id }) => id)).toEqual(mine.toReversed())
    expect(await listSessions(app, theAdmin())).toHaveLength(3)
  })

  it.each(['student', 'admin'] as const)(
    '(%s) can end one by one, all but one or all together, but never those of other users',
    async (kind) => {
      await begin()
      const owner = kind === 'student' ? me() : theAdmin()
      const ids = []
      for (let n = 0; n < 4; n += 1) ids.push((await start(owner)).sessionId)
      const [current = '', second = ''] = ids
      const foreign = (await start(someoneElse())).sessionId
      const count = async () => (await listSessions(app, owner)).length
      for (const id of [foreign, randomUUID(), `${second}0`, ''])
        expect(await endSession(app, app.db, owner, id)).toBe(false)
      expect([await count(), published]).toEqual([4, []])
      expect(await endSession(app, app.db, owner, second)).toBe(true)
      expect(await endSession(app, app.db, owner, second)).toBe(false)
      expect([await count(), published]).toEqual([3, [[SESSIONS_ENDED_TOPIC, owner.id]]])
      expect(await endSessions(app, app.db, owner, { except: current })).toBe(2)
      expect((await listSessions(app, owner)).map(({ id }) => id)).toEqual([current])
      expect(published).toHaveLength(2)
      expect(await endSessions(app, app.db, owner, { except: undefined })).toBe(1)
      expect([await count(), published]).toEqual([0, Array(3).fill([SESSIONS_ENDED_TOPIC, owner.id])])
      expect(await listSessions(app, someoneElse())).toHaveLength(1)
    },
  )
})
