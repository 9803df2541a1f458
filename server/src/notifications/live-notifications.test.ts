// Tests the stream of unread counts over real sockets: the events an open page receives from this server and from another.
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { lagosDate } from '@baobab/contract/accounts/rules.ts'
import * as sessionContract from '@baobab/contract/accounts/sessions.ts'
import * as accounts from '@baobab/contract/accounts/endpoints.ts'
import { endMaintenance, startMaintenance } from '@baobab/contract/maintenance/endpoints.ts'
import * as contract from '@baobab/contract/notifications/endpoints.ts'
import { eraseAccount } from '@baobab/contract/privacy/endpoints.ts'
import { eq } from 'drizzle-orm'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deriveResetToken } from '../accounts/account-mails.ts'
import { forgotPassword } from '../accounts/reset-password.ts'
import { readSession } from '../accounts/sessions.ts'
import { passwordResets, sessions } from '../accounts/tables.ts'
import type { StudentUser } from '../platform/http/auth.ts'
import { startTestApp, type TestApp } from '../../test/harness.ts'
import { limitStreams } from '../../test/limit-streams.ts'
import { makeAdmin, makeStudent, PASSWORD, type MadeAdmin, type MadeStudent } from '../../test/factories.ts'
import { notificationCalls } from '../../test/notifications.ts'
import { openUnreadStreams } from './live-notifications.ts'
import { createNotification } from './create-notification.ts'
import { waitFor } from '../../test/wait-for.ts'

let [t, other]: [TestApp, TestApp] = [] as never
let admin: MadeAdmin
let calls: ReturnType<typeof notificationCalls>
let [here, there] = ['', '']
beforeAll(async () => {
  t = await startTestApp()
  other = await startTestApp({}, t)
  admin = await makeAdmin(t)
  calls = notificationCalls(t, () => admin.token)
  here = await t.http.listen({ port: 0, host: '127.0.0.1' })
  there = await other.http.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await other.close()
  await t.close()
})

/** Opens a student's stream at a server; `counts` returns the counts received so far. */
async function listen(address: string, token: string) {
  const request = get(address + contract.liveNotifications.path, { headers: { authorization: `Bearer ${token}` } })
  const [reply] = (await once(request, 'response')) as [IncomingMessage]
  reply.on('error', () => undefined)
  let received = ''
  reply.setEncoding('utf8').on('data', (text: string) => (received += text))
  return {
    reply,
    received: () => received,
    counts: () => [...received.matchAll(/^data: (.*)$/gm)].map((line) => JSON.parse(line[1] ?? '').unread),
    ended: new Promise((resolve) => reply.once('close', resolve)),
    leave: () => request.destroy(),
  }
}

const waitForCounts = (stream: { counts(): number[] }, counts: number[]) =>
  waitFor(() => expect(stream.counts()).toEqual(counts))

it('sends the count immediately and after each notification, whichever server the page is connected to', async () => {
  const [student, stranger] = [await makeStudent(t), await makeStudent(t)]
  const streams = [await listen(here, student.token), await listen(there, student.token)] as const
  const quiet = await listen(there, stranger.token)
  expect(streams[0].reply.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
  })
  for (const stream of [...streams, quiet]) await waitForCounts(stream, [0])
  await calls.send(student.username)
  for (const stream of streams) await waitForCounts(stream, [0, 1])
  await calls.sendToAll()
  for (const stream of streams) await waitForCounts(stream, [0, 1, 2])
  await waitForCounts(quiet, [0, 1])
  for (const stream of [...streams, quiet]) stream.leave()
})

it('sends a new count to the students in a category after a notification to it', async () => {
  const year = Number(lagosDate(t.app.clock.now()).slice(0, 4))
  const [teen, child] = [await makeStudent(t), await makeStudent(t, { birth: `${year - 8}-01-01` })]
  const streams = { teen: await listen(here, teen.token), child: await listen(there, child.token) }
  await waitForCounts(streams.teen, [0])
  await waitForCounts(streams.child, [0])
  await calls.sendToAll({ ageCategory: '5-10' })
  await waitForCounts(streams.child, [0, 1])
  await calls.sendToAll()
  await waitForCounts(streams.teen, [0, 1])
  for (const stream of Object.values(streams)) stream.leave()
})

it("sends a new count to the student's other pages after one was read", async () => {
  const student = await makeStudent(t)
  const { notification } = await calls.send(student.username)
  const stream = await listen(here, student.token)
  await waitForCounts(stream, [1])
  await calls.read(student, notification._id)
  await waitForCounts(stream, [1, 0])
  stream.leave()
})

it('recounts after messages between servers may have been lost', async () => {
  const student = await makeStudent(t)
  const stream = await listen(there, student.token)
  await waitForCounts(stream, [0])
  const silent = { ...t.app, pubSub: { ...t.app.pubSub, publish: async () => undefined } }
  const content = { title: 'Unheard', description: 'x', type: 'announcement', method: 'in-app' } as const
  await t.app.db.transaction((tx) => createNotification(silent, tx, { to: { studentId: student.id }, ...content }))
  await t.app.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'baobab news' and datname = current_database()`,
  )
  await waitFor(() => expect(stream.counts()).toEqual([0, 1]))
  stream.leave()
})

it('is refused to a ninth open page for one account, which is told when to try again', async () => {
  const [student, stranger] = [await makeStudent(t), await makeStudent(t)]
  const streams = await Promise.all(Array.from({ length: 8 }, () => listen(here, student.token)))
  const { reply } = await listen(here, student.token)
  expect([reply.statusCode, reply.headers['retry-after']]).toEqual([429, '30'])
  const other = await listen(here, stranger.token)
  await waitForCounts(other, [0])
  streams[0]?.leave()
  await waitFor(async () => {
    const next = await listen(here, student.token)
    expect(next.reply.statusCode).toBe(200)
    streams.push(next)
  })
  for (const stream of [...streams, other]) stream.leave()
})

it('requires a logged-in student', async () => {
  expect((await listen(here, admin.token)).reply.statusCode).toBe(403)
  expect((await listen(here, 'x'.repeat(43))).reply.statusCode).toBe(401)
})

describe('a stream ends as soon as its session does', () => {
  const newPassword = 'Papaya9tree'
  const logInAgain = async ({ email }: MadeStudent) =>
    (await t.as()(accounts.logInStudent, { body: { email, password: PASSWORD } })).authToken
  const reset = async ({ id, email }: MadeStudent) => {
    await forgotPassword(t.app, { email })
    const [row] = await t.app.db.select().from(passwordResets).where(eq(passwordResets.studentId, id))
    const token = deriveResetToken(t.app, row?.id ?? '')
    await t.as()(accounts.resetPassword, { body: { email, token, newPassword } })
  }
  const logOutElsewhere = async (student: MadeStudent) => {
    const call = t.as(await logInAgain(student))
    const { sessions } = await call(sessionContract.listSessions, {})
    const sessionId = sessions.find(({ isCurrent }) => !isCurrent)?._id ?? ''
    await call(sessionContract.endSession, { params: { sessionId } })
  }

  it.each<[string, (student: MadeStudent) => Promise<unknown>]>([
    ['logout', ({ token }) => t.as(token)(accounts.logOutStudent, {})],
    ['logout from another device', logOutElsewhere],
    [
      'logout of all other devices',
      async (student) => t.as(await logInAgain(student))(sessionContract.endOtherSessions, {}),
    ],
    ['a password reset', reset],
    ['erasure', ({ token }) => t.as(token)(eraseAccount, { body: { password: PASSWORD } })],
  ])('by %s, on every server', async (_, endSession) => {
    const [student, stranger] = [await makeStudent(t), await makeStudent(t)]
    const streams = [await listen(here, student.token), await listen(there, student.token)] as const
    const other = await listen(there, stranger.token)
    for (const stream of [...streams, other]) await waitForCounts(stream, [0])
    await endSession(student)
    for (const stream of streams) await stream.ended
    await calls.send(stranger.username)
    await waitForCounts(other, [0, 1])
    other.leave()
  })

  it('even if it ends while the stream is being opened', async () => {
    const student = await makeStudent(t)
    const user = await readSession(t.app, student.token)
    const http = Fastify({ forceCloseConnections: 'idle' })
    const live = openUnreadStreams(t.app, { limits: limitStreams() })
    http.get(contract.liveNotifications.path, async (_, reply) => live.open(user as StudentUser, reply))
    http.addHook('preClose', async () => live.close())
    const address = await http.listen({ port: 0, host: '127.0.0.1' })
    await t.as(student.token)(accounts.logOutStudent, {})
    await (
      await listen(address, student.token)
    ).ended
    await http.close()
  })

  it('even if messages between servers are lost', async () => {
    const student = await makeStudent(t)
    const stream = await listen(there, student.token)
    await waitForCounts(stream, [0])
    await t.app.db.delete(sessions).where(eq(sessions.studentId, student.id))
    await t.app.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'baobab news' and datname = current_database()`,
    )
    await stream.ended
  })
})

/** Opens a separate server with a fast heartbeat. */
async function openWithFastHeartbeat(student: MadeStudent) {
  const http = Fastify({ forceCloseConnections: 'idle' })
  const live = openUnreadStreams(t.app, { limits: limitStreams(), heartbeatMs: 20 })
  http.get(contract.liveNotifications.path, async (_, reply) => {
    const user = await readSession(t.app, student.token)
    if (user?.kind !== 'student') throw new Error('no student')
    return live.open(user, reply)
  })
  http.addHook('preClose', async () => live.close())
  return { http, live, address: await http.listen({ port: 0, host: '127.0.0.1' }) }
}

it('sends heartbeats while nothing changes, and ends at logout', async () => {
  const student = await makeStudent(t)
  const { http, live, address } = await openWithFastHeartbeat(student)
  const stream = await listen(address, student.token)
  await waitFor(() => expect(stream.received().match(/^:$/gm)?.length).toBeGreaterThanOrEqual(3))
  expect(live.count()).toBe(1)
  await t.as(student.token)(accounts.logOutStudent, {})
  await stream.ended
  await waitFor(() => expect(live.count()).toBe(0))
  await http.close()
})

it('a closing server ends its streams without waiting for them', async () => {
  const student = await makeStudent(t)
  const { http, address } = await openWithFastHeartbeat(student)
  const stream = await listen(address, student.token)
  // The page stays connected, so a server that waited for it would never close.
  await http.close()
  await stream.ended
})

it('tells pages on every server when maintenance starts and ends', async () => {
  const student = await makeStudent(t)
  const streams = [await listen(here, student.token), await listen(there, student.token)] as const
  for (const stream of streams) await waitForCounts(stream, [0])
  const asOwner = t.as(admin.token)
  const expectedEndAt = new Date(t.app.clock.now().getTime() + 60_000).toISOString()
  await asOwner(startMaintenance, { body: { expectedEndAt } })
  const newest = (stream: (typeof streams)[number]) => stream.received().split('event: maintenance\n').at(-1)
  for (const stream of streams) await waitFor(() => expect(newest(stream)).toContain('"phase":"on"'))
  const late = await listen(there, student.token)
  await waitFor(() => expect(newest(late)).toContain('"phase":"on"'))
  await asOwner(endMaintenance, {})
  for (const stream of [...streams, late]) {
    await waitFor(() => expect(newest(stream)).toContain('{"maintenance":null}'))
    stream.leave()
  }
})
