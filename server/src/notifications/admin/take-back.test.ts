// Tests that a notification sent to many by mistake can be taken back for half a minute.
import { TAKE_BACK_SECONDS } from '@baobab/contract/notifications/text.ts'
import { changeNotification, notifyAll } from '@baobab/contract/notifications/admin.ts'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { makeAdmin, makeStudent } from '../../../test/factories.ts'
import { openStillTestApp } from '../../../test/harness.ts'
import { inMinutes, makeNotificationForm, notificationCalls } from '../../../test/notifications.ts'
import { refusal } from '../../../test/refusal.ts'
import { publishDueNotifications } from '../publish-notifications.ts'

const t = await openStillTestApp()
const admin = await makeAdmin(t)
const student = await makeStudent(t)
const calls = notificationCalls(t, () => admin.token)

const sendToAll = (form = makeNotificationForm()) => t.as(admin.token)(notifyAll, { body: { ...form, takeBack: true } })

it('waits half a minute before it is published', async () => {
  const { message, notification } = await sendToAll()
  expect(message).toBe('It will be sent in 30 seconds. Until then you can take it back.')
  expect(notification).toMatchObject({ state: 'scheduled', canTakeBack: true, sentBy: admin.username })
  t.app.clock.advance(TAKE_BACK_SECONDS * 1_000 - 1)
  expect(await publishDueNotifications(t.app)).toBe(0)
  t.app.clock.advance(1)
  expect(new Date(notification.date)).toEqual(t.app.clock.now())
  await publishDueNotifications(t.app)
  expect((await calls.list(student)).notifications[0]?.title).toBe(notification.title)
  expect(await refusal(calls.cancel(notification._id))).toMatchObject({ status: 409, code: 'notice_published' })
})

it('has its own publishing job, because the schedule runs only every minute', async () => {
  await sendToAll()
  const { rows } = await t.app.db.execute<{ seconds: number }>(sql`
    select extract(epoch from start_after - created_on)::float8 as seconds from pgboss.job
    where name = 'notices-to-take-back' order by created_on desc limit 1`)
  expect(rows[0]?.seconds).toBeCloseTo(TAKE_BACK_SECONDS + 1, 0)
})

it('reaches nobody if it is taken back, and can then be sent again', async () => {
  const form = makeNotificationForm()
  const { notification } = await sendToAll(form)
  await calls.cancel(notification._id)
  const again = await sendToAll(form)
  expect(again.notification._id).not.toBe(notification._id)
  await calls.cancel(again.notification._id)
  t.app.clock.advance(60_000)
  await publishDueNotifications(t.app)
  expect((await calls.list(student)).notifications.map(({ title }) => title)).not.toContain(form.title)
})

it('is a single notification if the form is submitted twice', async () => {
  const form = makeNotificationForm()
  const [first, second] = await Promise.all([sendToAll(form), sendToAll(form)])
  expect(second.notification._id).toBe(first.notification._id)
})

it('also waits if a scheduled one is sent now', async () => {
  const form = makeNotificationForm()
  const { notification } = await calls.sendToAll({ ...form, publishAt: inMinutes(t, 60) })
  expect(notification.canTakeBack).toBe(false)
  const changed = await t.as(admin.token)(changeNotification, {
    params: { notificationId: notification._id },
    body: { ...form, takeBack: true },
  })
  expect(changed.notification).toMatchObject({ state: 'scheduled', canTakeBack: true })
})

it('is sent at once if the caller does not ask for the wait', async () => {
  const { message, notification } = await calls.sendToAll()
  expect(message).toBe('Notification sent to all users!')
  expect(notification).toMatchObject({ state: 'published', canTakeBack: false })
})
