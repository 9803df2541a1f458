// Tests that admins see which mails failed and why, and can resend them.
import * as contract from '@baobab/contract/notifications/admin.ts'
import { notificationsAdminText } from '@baobab/contract/notifications/text.ts'
import { and, eq, isNotNull } from 'drizzle-orm'
import { afterEach, expect, it } from 'vitest'
import { students } from '../../accounts/tables.ts'
import { auditLines } from '../../platform/audit/tables.ts'
import { makeAdmin, makeStudent, unique } from '../../../test/factories.ts'
import { type TestApp, openTestApp } from '../../../test/harness.ts'
import { notificationCalls } from '../../../test/notifications.ts'
import { refusal } from '../../../test/refusal.ts'
import { waitFor } from '../../../test/wait-for.ts'
import { notificationMails } from '../tables.ts'

const hasFailed = isNotNull(notificationMails.failedAt)

const t = await openTestApp()
const admin = await makeAdmin(t)
const calls = notificationCalls(t, () => admin.token)
const deliver: TestApp['app']['mailer']['send'] = t.app.mailer.send.bind(t.app.mailer)
afterEach(() => void (t.app.mailer.send = deliver))

/** Makes the mail server permanently refuse mails to these addresses, naming them as real servers do. */
function refuseMailsTo(...addresses: string[]): void {
  t.app.mailer.send = async (mail) => {
    if (!addresses.includes(mail.to)) return deliver(mail)
    throw Object.assign(new Error(`Can't send mail: 550 5.1.1 <${mail.to}> mailbox unavailable`), {
      code: 'EENVELOPE',
      responseCode: 550,
    })
  }
}

const list = (query: { limit?: number; cursor?: string } = {}) => t.as(admin.token)(contract.listFailedMails, { query })
const sendAgain = (notificationId: string, username?: string) =>
  t.as(admin.token)(contract.sendMailsAgain, { params: { notificationId }, body: username ? { username } : {} })
const findCounts = async (id: string) =>
  (await calls.listAll()).allNotifications.flatMap(({ notifications }) => notifications).find(({ _id }) => _id === id)

it('shows failed mails with a reason that contains no address, counts them, and resends them', async () => {
  const student = await makeStudent(t)
  refuseMailsTo(student.email)
  const title = `Refused ${unique()}`
  const { notification } = await calls.send(student.username, { title, method: 'in-app+email' })
  const { mails, total } = await waitFor(async () => {
    const reply = await list()
    expect(reply.mails).toHaveLength(1)
    return reply
  })
  expect(total).toBe(1)
  expect(mails[0]).toMatchObject({
    notification: notification._id,
    notificationId: notification.notificationId,
    title,
    username: student.username,
    email: student.email,
    reason: expect.stringContaining('550 5.1.1'),
  })
  expect(mails[0]?.reason).not.toContain(student.email)
  expect(await findCounts(notification._id)).toMatchObject({ mailed: 0, mailsFailed: 1 })

  t.app.mailer.send = deliver
  const again = await sendAgain(notification._id)
  expect(again).toEqual({ message: 'The email is being sent again.', mails: 1 })
  await t.mails(student.email, title)
  await waitFor(async () => expect((await list()).mails).toEqual([]))
  expect(await findCounts(notification._id)).toMatchObject({ mailed: 1, mailsFailed: 0 })
  const lines = await t.app.db.select().from(auditLines).where(eq(auditLines.subject, notification._id))
  expect(lines.find(({ action }) => action === 'notification.mailed_again')?.details).toEqual({ mails: 1 })
  expect(await refusal(sendAgain(notification._id))).toMatchObject({
    status: 404,
    message: 'This email is no longer among the failed ones.',
  })
})

it('resends only the mail to one student, and says so if it fails again', async () => {
  const [one, other] = [await makeStudent(t), await makeStudent(t)]
  refuseMailsTo(one.email, other.email)
  const title = `Both refused ${unique()}`
  const { notification } = await calls.sendToAll({ title, method: 'in-app+email' })
  await waitFor(async () => expect((await list()).mails).toHaveLength(2))
  refuseMailsTo(other.email)
  await sendAgain(notification._id, one.username)
  await t.mails(one.email, title)
  await waitFor(async () => expect((await list()).mails.map(({ username }) => username)).toEqual([other.username]))
  const [before] = (await list()).mails
  await sendAgain(notification._id, other.username)
  await waitFor(async () => {
    const [after] = (await list()).mails
    expect(after?.username).toBe(other.username)
    expect(after?.failedAt).not.toBe(before?.failedAt)
  })
  expect(await findCounts(notification._id)).toMatchObject({ mailsFailed: 1 })
})

it('skips students who have since turned such emails off, and says so if none are left', async () => {
  const [one, off] = [await makeStudent(t), await makeStudent(t)]
  refuseMailsTo(one.email, off.email)
  const { notification } = await calls.sendToAll({ title: `Optional ${unique()}`, method: 'in-app+email' })
  const ofThis = async () => (await list()).mails.filter((mail) => mail.notification === notification._id)
  await waitFor(async () => expect(await ofThis()).toHaveLength(2))
  await t.app.db.update(students).set({ optionalMailsOffAt: new Date() }).where(eq(students.id, off.id))
  t.app.mailer.send = deliver
  expect(await refusal(sendAgain(notification._id, off.username))).toMatchObject({
    status: 404,
    message: notificationsAdminText.noMailsWanted,
  })
  expect(await sendAgain(notification._id, one.username)).toMatchObject({ mails: 1 })
  await waitFor(async () => expect((await ofThis()).map(({ username }) => username)).not.toContain(one.username))
})

it('is paged correctly even if mails to one student failed at the same time', async () => {
  const student = await makeStudent(t)
  refuseMailsTo(student.email)
  const ids: string[] = []
  for (let n = 0; n < 3; n += 1)
    ids.push((await calls.send(student.username, { title: `Same ${n}`, method: 'in-app+email' })).notification._id)
  const ofStudent = eq(notificationMails.studentId, student.id)
  await waitFor(async () => expect(await t.app.db.$count(notificationMails, and(ofStudent, hasFailed))).toBe(3))
  // Later than all others, so that they are first in the list.
  const failedAt = new Date(t.app.clock.now().getTime() + 60_000)
  await t.app.db.update(notificationMails).set({ failedAt }).where(ofStudent)
  const first = await list({ limit: 1 })
  const second = await list({ limit: 2, cursor: first.nextCursor ?? '' })
  const seen = [...first.mails, ...second.mails].map(({ notification }) => notification)
  expect(seen.toSorted()).toEqual(ids.toSorted())
})

it('is paged', async () => {
  const made = [await makeStudent(t), await makeStudent(t), await makeStudent(t)]
  refuseMailsTo(...made.map(({ email }) => email))
  for (const { username } of made) await calls.send(username, { title: `Paged ${unique()}`, method: 'in-app+email' })
  const all = await waitFor(async () => {
    const { mails } = await list()
    expect(mails.map(({ username }) => username)).toEqual(expect.arrayContaining(made.map(({ username }) => username)))
    return mails
  })
  const first = await list({ limit: 2 })
  const second = await list({ limit: 2, cursor: first.nextCursor ?? '' })
  expect([...first.mails, ...second.mails].map(({ username }) => username)).toEqual(
    all.slice(0, 4).map(({ username }) => username),
  )
  expect(second.total).toBeNull()
})
