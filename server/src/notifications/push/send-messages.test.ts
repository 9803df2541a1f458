// Tests push messages from the notification to the push service: who gets them, when, and that no phone rings twice. The sandbox's
// push service checks the protocol and our signature.
import { logOutStudent } from '@baobab/contract/accounts/endpoints.ts'
import { lagosDate } from '@baobab/contract/accounts/rules.ts'
import { pushText } from '@baobab/contract/notifications/text.ts'
import { and, eq, isNull } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { makeAdmin, makeStudent, type MadeAdmin } from '../../../test/factories.ts'
import { openStillTestApp } from '../../../test/harness.ts'
import { notificationCalls } from '../../../test/notifications.ts'
import { makeBrowser } from '../../../test/push.ts'
import { waitFor } from '../../../test/wait-for.ts'
import { endClockHold } from '../../platform/clock-check.ts'
import { createClock } from '../../platform/clock.ts'
import { lookupPublic } from '../../platform/push/push-service.ts'
import { pushMessages, pushSubscriptions } from '../tables.ts'
import { deleteOldPushMessages } from './delete-old-messages.ts'
import { pushSending, queuePushRound, type PushRound } from './queue-messages.ts'
import { sendPushMessages, startSending } from './send-messages.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

let admin: MadeAdmin
let calls: ReturnType<typeof notificationCalls>
const t = await openStillTestApp({ RATE_LIMIT_FACTOR: '0' })
/** 12:00 in Lagos on the day of the test, when messages are sent. */
const noon: Date = new Date(`${lagosDate(t.app.clock.now())}T12:00:00+01:00`)
beforeAll(async () => {
  t.app.clock.set(noon)
  admin = await makeAdmin(t)
  calls = notificationCalls(t, () => admin.token)
})

beforeEach(async () => {
  t.app.clock.set(noon)
  // Removes earlier browsers, so that a notification to all reaches only one test's browsers.
  await t.app.db.delete(pushSubscriptions)
})

/** Extends all logins by months, because these tests advance the clock by days. */
const stayLoggedIn = () => t.app.pool.query("update sessions set expires_at = now() + interval '60 days'")

async function makeSubscriber(changes: Parameters<typeof makeStudent>[1] = {}) {
  const [student, browser] = [await makeStudent(t, changes), makeBrowser(t)]
  const { subscription } = await browser.subscribe(student)
  await stayLoggedIn()
  return { student, browser, id: subscription._id }
}

const findMessages = (subscriptionId: string) =>
  t.app.db.select().from(pushMessages).where(eq(pushMessages.subscriptionId, subscriptionId))
const findDevice = async (id: string) =>
  (await t.app.db.select().from(pushSubscriptions).where(eq(pushSubscriptions.id, id)))[0]

/** Waits until no sendable messages are left for a device. */
const untilSent = (id: string) =>
  waitFor(async () => {
    const waiting = await t.app.db
      .select()
      .from(pushMessages)
      .where(and(eq(pushMessages.subscriptionId, id), isNull(pushMessages.sentAt)))
    expect(waiting).toEqual([])
  })

describe('a notification to one student', () => {
  it('rings on all of the student’s devices, without telling the push service anything about it', async () => {
    const { student, browser } = await makeSubscriber()
    const [other] = [await makeSubscriber()]
    await calls.send(student.username, { title: 'Ada, you have won' })
    await waitFor(() => expect(browser.texts()).toEqual(['You have a new notification']))
    expect(pushText.message).toBe('You have a new notification')
    const [message] = browser.received()
    expect(message).toMatchObject({ ttl: 86_400, urgency: 'normal', topic: 'new-notification' })
    expect(message?.subject).toBe('mailto:hello@baobab.example')
    expect(message?.body.includes('notification')).toBe(false)
    expect(other.browser.received()).toEqual([])
  })

  it('does not ring on a device that has been logged out', async () => {
    const [{ student, browser }, other] = [await makeSubscriber(), await makeSubscriber()]
    await t.as(student.token)(logOutStudent, {})
    await calls.send(student.username)
    await calls.send(other.student.username)
    await waitFor(() => expect(other.browser.received()).toHaveLength(1))
    expect(browser.received()).toEqual([])
  })

  it('does not ring again, whichever step is repeated', async () => {
    const { student, browser, id } = await makeSubscriber()
    await calls.send(student.username)
    await waitFor(() => expect(browser.received()).toHaveLength(1))
    await untilSent(id)
    await Promise.all([sendPushMessages(t.app), sendPushMessages(t.app), startSending(t.app)])
    t.app.clock.advance(HOUR_MS)
    await sendPushMessages(t.app)
    expect(browser.received()).toHaveLength(1)
  })

  it('is not sent again if the server stopped while it was on its way', async () => {
    const { student, browser, id } = await makeSubscriber()
    // For the jobs it is night; only the calls of this test see noon.
    t.app.clock.set(new Date(noon.getTime() + 9 * HOUR_MS))
    const clock = createClock()
    clock.set(noon)
    await calls.send(student.username)
    const stop = new Error('the server stops')
    const push = { ...t.app.push, send: () => Promise.reject(stop) }
    await expect(sendPushMessages({ ...t.app, clock, push })).rejects.toThrow(stop)
    await sendPushMessages({ ...t.app, clock })
    expect(await findMessages(id)).toMatchObject([{ sentAt: expect.any(Date) }])
    expect(browser.received()).toEqual([])
  })
})

describe('a notification to many', () => {
  it('rings for students who had already joined', async () => {
    const subscribers = await Promise.all(Array.from({ length: 5 }, () => makeSubscriber()))
    const { notification } = await calls.sendToAll()
    t.app.clock.advance(1)
    const late = await makeSubscriber()
    for (const { browser } of subscribers) await waitFor(() => expect(browser.received()).toHaveLength(1))
    await queuePushRound(t.app, { noticeId: notification._id, after: null })
    await sendPushMessages(t.app)
    for (const { browser } of subscribers) expect(browser.received()).toHaveLength(1)
    expect(late.browser.received()).toEqual([])
  })

  it('is queued in batches, once per device, even if a batch is repeated', async () => {
    const subscribers = await Promise.all(Array.from({ length: 5 }, () => makeSubscriber()))
    const { notification } = await calls.sendToAll()
    for (const { browser } of subscribers) await waitFor(() => expect(browser.received()).toHaveLength(1))
    await t.app.db.delete(pushMessages)
    const rounds: PushRound[] = [{ noticeId: notification._id, after: null }]
    const send = async (_: unknown, __: unknown, data: object) => {
      if ('noticeId' in data) rounds.push(data as PushRound)
    }
    const app = { ...t.app, jobs: { ...t.app.jobs, send } }
    await queuePushRound(app, { noticeId: notification._id, after: null }, 2)
    rounds.pop()
    // The list grows while it is being read: each batch queues the next one.
    for (const round of rounds) await queuePushRound(app, round, 2)
    expect(rounds).toHaveLength(3)
    const queued = (await t.app.db.select().from(pushMessages)).map(({ subscriptionId }) => subscriptionId)
    expect(queued.toSorted()).toEqual(subscribers.map(({ id }) => id).toSorted())
  })

  it('to a category rings for the students in it', async () => {
    const [teen, young] = [await makeSubscriber(), await makeSubscriber({ birth: '2013-01-01' })]
    const { notification } = await calls.sendToAll({ ageCategory: '5-10' })
    await queuePushRound(t.app, { noticeId: notification._id, after: null })
    expect(await findMessages(teen.id)).toEqual([])
    await calls.sendToAll({ ageCategory: '11-20' })
    await waitFor(() => expect(young.browser.received()).toHaveLength(1))
    await waitFor(() => expect(teen.browser.received()).toHaveLength(1))
  })
})

describe('at night', () => {
  const night = () => new Date(noon.getTime() + 9 * HOUR_MS)
  const morning = () => new Date(noon.getTime() + 19 * HOUR_MS)

  it('nothing rings, and in the morning one message covers everything', async () => {
    const { student, browser, id } = await makeSubscriber()
    t.app.clock.set(night())
    for (let i = 0; i < 3; i += 1) await calls.send(student.username)
    await sendPushMessages(t.app)
    await startSending(t.app)
    expect(await findMessages(id)).toHaveLength(3)
    expect(browser.received()).toEqual([])
    t.app.clock.set(new Date(morning().getTime() - MINUTE_MS))
    await sendPushMessages(t.app)
    expect(browser.received()).toEqual([])
    t.app.clock.set(morning())
    await startSending(t.app)
    await waitFor(() => expect(browser.texts()).toEqual([pushText.message]))
    await untilSent(id)
    await sendPushMessages(t.app)
    expect(browser.received()).toHaveLength(1)
  })

  it('messages waiting behind slow ones do not ring once night has begun', async () => {
    const { student, browser, id } = await makeSubscriber()
    t.app.clock.set(night())
    await calls.send(student.username)
    // The first read of the clock returns the last second of the evening. All later reads return the night.
    let looks = 0
    const now = () => new Date(noon.getTime() + 8 * HOUR_MS - (looks++ === 0 ? 1_000 : 0))
    await sendPushMessages({ ...t.app, clock: { ...t.app.clock, now } })
    expect(browser.received()).toEqual([])
    expect(await findMessages(id)).toMatchObject([{ sentAt: null }])
  })

  it('notifications read by the morning do not ring', async () => {
    const { student, browser } = await makeSubscriber()
    const other = await makeSubscriber()
    t.app.clock.set(night())
    const { notification } = await calls.send(student.username)
    await calls.send(other.student.username)
    await calls.read(student, notification._id)
    t.app.clock.set(morning())
    await sendPushMessages(t.app)
    await waitFor(() => expect(other.browser.received()).toHaveLength(1))
    expect(browser.received()).toEqual([])
  })
})

it('nothing rings while the date is doubtful, because the hour may be wrong too', async () => {
  const { student, browser, id } = await makeSubscriber()
  t.app.clock.advance(40 * DAY_MS)
  await calls.send(student.username)
  await waitFor(async () => {
    const { rows } = await t.app.pool.query(`select from pgboss.job where name = $1 and state < 'completed'`, [
      pushSending.name,
    ])
    expect(rows).toEqual([])
  })
  expect(browser.received()).toEqual([])
  expect(await findMessages(id)).toMatchObject([{ sentAt: null }])
  await t.app.db.transaction((tx) => endClockHold(t.app, tx))
  await startSending(t.app)
  await waitFor(() => expect(browser.received()).toHaveLength(1))
})

describe('a push service', () => {
  /** Makes the service refuse the messages for one browser during a test. */
  const setFault = (browser: { id: string }, fault: { status: number; retryAfter?: string }) => {
    t.sandbox.push.setFault(fault, browser.id)
    onTestFinished(() => t.sandbox.push.setFault(undefined, browser.id))
  }

  it.each([404, 410])('that no longer knows a browser (%s) ends its subscription', async (status) => {
    const { student, browser, id } = await makeSubscriber()
    setFault(browser, { status })
    await calls.send(student.username)
    await waitFor(async () => expect(await findDevice(id)).toBeUndefined())
    expect(await findMessages(id)).toEqual([])
  })

  it('that asks for a pause gets one, and then the message', async () => {
    const { student, browser, id } = await makeSubscriber()
    setFault(browser, { status: 429, retryAfter: '600' })
    await calls.send(student.username)
    await waitFor(async () => expect(await findDevice(id)).toMatchObject({ failures: 1 }))
    expect(await findMessages(id)).toMatchObject([{ sentAt: null }])
    t.sandbox.push.setFault(undefined, browser.id)
    const { retryAt } = (await findDevice(id)) ?? {}
    t.app.clock.set(new Date((retryAt?.getTime() ?? 0) - 1))
    expect(t.app.clock.now().getTime() - noon.getTime()).toBeGreaterThan(9 * MINUTE_MS)
    await sendPushMessages(t.app)
    expect(browser.received()).toEqual([])
    t.app.clock.advance(1)
    await sendPushMessages(t.app)
    await waitFor(() => expect(browser.received()).toHaveLength(1))
    await waitFor(async () =>
      expect(await findDevice(id)).toMatchObject({ failures: 0, failingSince: null, retryAt: null }),
    )
  })

  it('that is unavailable is retried, without holding up other devices', async () => {
    const [{ student, browser, id }, other] = [await makeSubscriber(), await makeSubscriber()]
    setFault(browser, { status: 503 })
    await calls.send(student.username)
    await calls.send(other.student.username)
    await waitFor(() => expect(other.browser.received()).toHaveLength(1))
    await waitFor(async () => expect(await findDevice(id)).toMatchObject({ failures: 1 }))
    t.sandbox.push.setFault(undefined, browser.id)
    t.app.clock.advance(2 * MINUTE_MS)
    await sendPushMessages(t.app)
    expect(browser.texts()).toEqual([pushText.message])
  })

  it('that is no longer on the list is not called', async () => {
    const { student, id } = await makeSubscriber()
    const elsewhere = 'http://127.0.0.1:1/sandbox/push/abc'
    await t.app.db.update(pushSubscriptions).set({ endpoint: elsewhere }).where(eq(pushSubscriptions.id, id))
    await calls.send(student.username)
    await waitFor(async () => expect(await findDevice(id)).toBeUndefined())
  })

  it('that fails for 14 days loses the device', async () => {
    const { student, browser, id } = await makeSubscriber()
    setFault(browser, { status: 503 })
    const since = new Date(noon.getTime() - 14 * DAY_MS + HOUR_MS)
    await t.app.db
      .update(pushSubscriptions)
      .set({ failingSince: since, failures: 60 })
      .where(eq(pushSubscriptions.id, id))
    await calls.send(student.username)
    await waitFor(async () => expect(await findDevice(id)).toMatchObject({ failures: 61, failingSince: since }))
    t.app.clock.advance(7 * HOUR_MS)
    await sendPushMessages(t.app)
    await waitFor(async () => expect(await findDevice(id)).toBeUndefined())
  })

  it('that permanently refuses a message does not get it again', async () => {
    const { student, browser, id } = await makeSubscriber()
    setFault(browser, { status: 413 })
    await calls.send(student.username)
    await waitFor(async () => expect(await findDevice(id)).toMatchObject({ failures: 1 }))
    expect(await findMessages(id)).toMatchObject([{ sentAt: expect.any(Date) }])
  })

  it('W-15 whose name resolves to a private network is not called', async () => {
    const reason = await new Promise((resolve) => lookupPublic('localhost', {}, (error) => resolve(error)))
    expect(reason).toMatchObject({ message: 'the push service is in a private network' })
  })
})

it('old messages are deleted, but newer ones stay', async () => {
  const { student, browser, id } = await makeSubscriber()
  await calls.send(student.username)
  await waitFor(() => expect(browser.received()).toHaveLength(1))
  t.app.clock.advance(14 * DAY_MS)
  await deleteOldPushMessages(t.app)
  expect(await findMessages(id)).toHaveLength(1)
  t.app.clock.advance(2 * DAY_MS)
  await deleteOldPushMessages(t.app)
  expect(await findMessages(id)).toEqual([])
})
