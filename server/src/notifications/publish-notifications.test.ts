// Tests that each scheduled notification is published once, however many servers are running.
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/harness.ts'
import { makeAdmin, makeStudent, type MadeAdmin, type MadeStudent } from '../../test/factories.ts'
import { inMinutes, notificationCalls, makeNotificationForm } from '../../test/notifications.ts'
import { publishDueNotifications } from './publish-notifications.ts'
import { createNotification } from './create-notification.ts'
import { notifications } from './tables.ts'

let [t, other]: [TestApp, TestApp] = [] as never
let admin: MadeAdmin
let student: MadeStudent
let calls: ReturnType<typeof notificationCalls>
beforeAll(async () => {
  t = await startTestApp()
  other = await startTestApp({}, t)
  admin = await makeAdmin(t)
  student = await makeStudent(t)
  calls = notificationCalls(t, () => admin.token)
})
afterAll(async () => {
  await other.close()
  await t.close()
})

const advance = (minutes: number) => [t, other].forEach(({ app }) => app.clock.advance(minutes * 60_000))

describe('a scheduled notification', () => {
  it('is published at its time and not before', async () => {
    await calls.send(student.username, { title: 'At its time', publishAt: inMinutes(t, 10) })
    advance(9)
    expect(await publishDueNotifications(t.app)).toBe(0)
    expect(await calls.unread(student)).toBe(0)
    advance(2)
    expect(await publishDueNotifications(t.app)).toBe(1)
    expect((await calls.list(student)).notifications).toMatchObject([{ title: 'At its time' }])
  })

  it('is published once by two servers at the same time', async () => {
    for (let n = 0; n < 250; n += 1)
      await t.app.db.transaction((tx) =>
        createNotification(t.app, tx, {
          to: { studentId: student.id },
          title: `Race ${n}`,
          description: 'Once.',
          type: 'announcement',
          method: 'in-app',
          publishAt: new Date(t.app.clock.now().getTime() + 60_000),
        }),
      )
    advance(2)
    const counts = await Promise.all([t, other, t, other].map(({ app }) => publishDueNotifications(app)))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(250)
    expect(await publishDueNotifications(t.app)).toBe(0)
  })

  it('is either canceled or published if both happen simultaneously', async () => {
    const ids = await Promise.all(
      Array.from({ length: 20 }, async (_, n) => {
        const { notification } = await calls.send(student.username, {
          title: `Canceled ${n}`,
          publishAt: inMinutes(t, 1),
        })
        return notification._id
      }),
    )
    advance(2)
    const [outcomes] = await Promise.all([
      Promise.allSettled(ids.map((id) => calls.cancel(id))),
      publishDueNotifications(t.app),
      publishDueNotifications(other.app),
    ])
    await publishDueNotifications(t.app)
    const rows = await t.app.db
      .select()
      .from(notifications)
      .where(sql`title like 'Canceled%'`)
    for (const [at, id] of ids.entries()) {
      const row = rows.find((one) => one.id === id)
      const isCanceled = outcomes[at]?.status === 'fulfilled'
      expect([row?.publishedAt === null, row?.canceledAt !== null]).toEqual([isCanceled, isCanceled])
    }
  })

  it('is published either with a simultaneous change or without it', async () => {
    const { notification } = await calls.send(student.username, { title: 'Old title', publishAt: inMinutes(t, 1) })
    advance(2)
    const [changed] = await Promise.allSettled([
      calls.change(notification._id, makeNotificationForm({ title: 'New title' })),
      publishDueNotifications(other.app),
    ])
    const title = changed.status === 'fulfilled' ? 'New title' : 'Old title'
    const { notifications } = await calls.list(student, { limit: 100 })
    expect(notifications.find(({ _id }) => _id === notification._id)?.title).toBe(title)
  })
})

it('a notification created by another feature exists only if its transaction commits', async () => {
  const newcomer = await makeStudent(t)
  const notification = { to: { studentId: newcomer.id }, title: 'Paid', description: 'Thank you.' }
  const rest = { type: 'payment', method: 'in-app' } as const
  const rolled = t.app.db.transaction(async (tx) => {
    await createNotification(t.app, tx, { ...notification, ...rest })
    throw new Error('the payment failed')
  })
  await expect(rolled).rejects.toThrow('the payment failed')
  expect(await calls.unread(newcomer)).toBe(0)
  await t.app.db.transaction((tx) => createNotification(t.app, tx, { ...notification, ...rest }))
  expect((await calls.list(newcomer)).notifications).toMatchObject([{ title: 'Paid', update: 'payment' }])
})
