import { desc, eq } from 'drizzle-orm'
import { lagosDate } from '@baobab/contract/accounts/rules.ts'
import { logInStudent } from '@baobab/contract/accounts/endpoints.ts'
import * as contract from '@baobab/contract/notifications/endpoints.ts'
import { listNotifications, sendNotification, testNotification } from '@baobab/contract/notifications/admin.ts'
import { exportData } from '@baobab/contract/privacy/endpoints.ts'
import { describe, expect, it } from 'vitest'
import { refusal } from '../../test/refusal.ts'
import { openTestApp } from '../../test/harness.ts'
import { makeAdmin, makeStudent, makeVideo, PASSWORD } from '../../test/factories.ts'
import { inMinutes, notificationCalls, makeNotificationForm } from '../../test/notifications.ts'
import { students } from '../accounts/tables.ts'
import { eraseAccount } from '../privacy/erase-account.ts'
import { auditLines } from '../platform/audit/tables.ts'
import { videos } from '../videos/tables.ts'
import { notificationReads, notifications } from './tables.ts'
import { publishDueNotifications } from './publish-notifications.ts'
import { waitForLockWaits } from '../../test/lock-waits.ts'

const t = await openTestApp()
const admin = await makeAdmin(t)
const calls = notificationCalls(t, () => admin.token)

const readTitles = async (student: { token: string; username: string }) =>
  (await calls.list(student)).notifications.map(({ title }) => title)
const auditLinesOf = (subject: string) =>
  t.app.db.select().from(auditLines).where(eq(auditLines.subject, subject)).orderBy(auditLines.seq)

describe('a notification to one student', () => {
  it('is published immediately for this student only, and its audit line does not contain its text', async () => {
    const [student, other] = [await makeStudent(t), await makeStudent(t)]
    const { message, notification } = await calls.send(student.username, { title: 'You won', update: 'scholarship' })
    expect(message).toBe('Notification sent successfully!')
    expect(notification).toMatchObject({ username: student.username, state: 'published', ageCategory: null, mailed: 0 })
    const { notifications, unread } = await calls.list(student)
    expect(unread).toBe(1)
    expect(notifications).toEqual([
      {
        _id: notification._id,
        notificationId: expect.stringMatching(/^N-\d+$/),
        username: student.username,
        title: 'You won',
        date: notification.date,
        description: 'Answer today.\nThe draw is on Monday.',
        update: 'scholarship',
        method: 'in-app',
        videoId: null,
        isRead: false,
      },
    ])
    expect(await readTitles(other)).toEqual([])
    const lines = await auditLinesOf(notification._id)
    expect(lines).toMatchObject([{ action: 'notification.sent', adminId: admin.id, details: { student: student.id } }])
    expect(JSON.stringify(lines)).not.toContain('You won')
  })

  it('is not written if the account is erased at the same moment', async () => {
    const student = await makeStudent(t)
    const sent = await t.app.db.transaction(async (tx) => {
      await tx.update(students).set({ erasedAt: t.app.clock.now() }).where(eq(students.id, student.id))
      // The request starts before the erasure commits, so the username is still found.
      const sending = Promise.allSettled([calls.send(student.username, { title: 'Too late' })])
      await waitForLockWaits(t.owner, { query: 'for share' })
      return { sending }
    })
    expect(await sent.sending).toMatchObject([
      { status: 'rejected', reason: { status: 404, message: 'No student has this username.' } },
    ])
    expect(await t.app.db.select().from(notifications).where(eq(notifications.studentId, student.id))).toEqual([])
  })

  it('is refused with an error on the username if no student has it', async () => {
    const error = await refusal(calls.send('nobody99'))
    expect(error).toMatchObject({ status: 404, message: 'No student has this username.' })
    expect(error.errors).toEqual([{ path: 'username', message: 'No student has this username.' }])
  })

  it('can name a video, which the app and the mail open', async () => {
    const student = await makeStudent(t)
    const { id: videoId } = await makeVideo(t)
    const about = { title: 'New video', videoId, method: 'in-app+email' as const }
    const { notification } = await calls.send(student.username, about)
    expect((await calls.list(student)).notifications).toMatchObject([{ videoId }])
    // The same text about another video is another notification.
    const other = await calls.send(student.username, { ...about, videoId: null })
    expect(other.notification._id).not.toBe(notification._id)
    const texts = (await t.mails(student.email, 'New video', 2)).map(({ text }) => text)
    expect(texts.filter((text) => text.includes(`/student/videos?video=${videoId}`))).toHaveLength(1)
  })

  it('is not tested with an id that a job cannot store', async () => {
    const body = { title: 'The draw is near', description: 'Answer today.', videoId: 'half a pair: \udebf' }
    const { status, errors } = await refusal(t.as(admin.token)(testNotification, { body }))
    expect({ status, paths: errors.map(({ path }) => path) }).toEqual({ status: 400, paths: ['videoId'] })
  })

  it('is refused if students cannot open its video when it is sent', async () => {
    const student = await makeStudent(t)
    const refused = async (videoId: string, publishAt?: string) => {
      const form = { videoId, ...(publishAt !== undefined && { publishAt }) }
      return (await refusal(calls.send(student.username, form))).errors
    }
    const unknown = [{ path: 'videoId', message: 'Please choose a video from the list.' }]
    const hidden = [
      {
        path: 'videoId',
        message: 'Students cannot open this video at that time. Publish it first, or choose another one.',
      },
    ]
    const deleted = await makeVideo(t, { deletedAt: t.app.clock.now() })
    for (const id of ['the broken pot', crypto.randomUUID(), deleted.id]) expect(await refused(id)).toEqual(unknown)
    const draft = await makeVideo(t, { isDraft: true })
    const scheduled = await makeVideo(t, { publishAt: new Date(inMinutes(t, 60)) })
    expect(await refused(draft.id, inMinutes(t, 90))).toEqual(hidden)
    expect(await refused(scheduled.id)).toEqual(hidden)
    expect(await refused(scheduled.id, inMinutes(t, 30))).toEqual(hidden)
    const toAll = calls.sendToAll({ videoId: scheduled.id })
    expect((await refusal(toAll)).errors).toEqual(hidden)
    const later = { videoId: scheduled.id, publishAt: inMinutes(t, 90) }
    const { notification } = await calls.send(student.username, later)
    const sooner = makeNotificationForm({ videoId: scheduled.id, publishAt: inMinutes(t, 30) })
    expect((await refusal(calls.change(notification._id, sooner))).errors).toEqual(hidden)
  })

  it('loses its link while students cannot open the video', async () => {
    const student = await makeStudent(t)
    const video = await makeVideo(t)
    await calls.send(student.username, { videoId: video.id })
    const linked = async () => (await calls.list(student)).notifications.map(({ videoId }) => videoId)
    expect(await linked()).toEqual([video.id])
    for (const hidden of [{ deletedAt: t.app.clock.now() }, { deletedAt: null, isDraft: true }]) {
      await t.app.db.update(videos).set(hidden).where(eq(videos.id, video.id))
      expect(await linked()).toEqual([null])
    }
    await t.app.db.update(videos).set({ isDraft: false }).where(eq(videos.id, video.id))
    expect(await linked()).toEqual([video.id])
  })

  it('is mailed without a link if its video was withdrawn after it was scheduled', async () => {
    const student = await makeStudent(t)
    const video = await makeVideo(t)
    const form = { title: 'Withdrawn', videoId: video.id, method: 'in-app+email' as const, publishAt: inMinutes(t, 5) }
    await calls.send(student.username, form)
    await t.app.db.update(videos).set({ isDraft: true }).where(eq(videos.id, video.id))
    t.app.clock.advance(6 * 60_000)
    await publishDueNotifications(t.app)
    const [mail] = await t.mails(student.email, 'Withdrawn')
    expect(mail?.text).not.toContain('/student/videos')
  })

  it('finds the student whatever the case of the username', async () => {
    const student = await makeStudent(t)
    await calls.send(student.username.toUpperCase())
    expect(await calls.unread(student)).toBe(1)
  })

  it.each(['username', 'title', 'update', 'description'])(
    'is refused without %s: all fields are required',
    async (field) => {
      const body = { ...makeNotificationForm(), username: 'anybody', [field]: '' }
      const error = await refusal(t.as(admin.token)(sendNotification, { body }))
      expect(error).toMatchObject({ status: 400 })
      expect(error.errors).toContainEqual({ path: field, message: 'All fields are required!' })
    },
  )

  it.each([
    ['update', 'news', 'Unknown type of notification'],
    ['method', 'pigeon', 'Unknown way to send a notification'],
  ])('is refused with its own sentence for an unknown %s', async (field, value, message) => {
    const body = { ...makeNotificationForm(), username: 'anybody', [field]: value }
    const error = await refusal(t.as(admin.token)(sendNotification, { body }))
    expect(error).toMatchObject({ status: 400, message, errors: [{ path: field, message }] })
  })

  it('is created once if the form is sent twice', async () => {
    const student = await makeStudent(t)
    const form = { title: 'Twice', description: 'Only once.' }
    const replies = await Promise.all([calls.send(student.username, form), calls.send(student.username, form)])
    expect(new Set(replies.map(({ notification }) => notification._id)).size).toBe(1)
    expect(await readTitles(student)).toEqual(['Twice'])
    expect(await auditLinesOf(replies[0].notification._id)).toHaveLength(1)
    await calls.send(student.username, { ...form, description: 'Something else.' })
    expect(await readTitles(student)).toEqual(['Twice', 'Twice'])
  })
})

describe('a notification to all', () => {
  it('is one row that every current student can read, but not students who join later', async () => {
    const [one, two] = [await makeStudent(t), await makeStudent(t)]
    const { message, notification } = await calls.sendToAll({ title: 'To everybody' })
    expect(message).toBe('Notification sent to all users!')
    expect(notification).toMatchObject({ username: null, ageCategory: null })
    expect(await readTitles(one)).toEqual(['To everybody'])
    expect((await calls.list(two)).notifications).toMatchObject([{ username: null, isRead: false }])
    expect(await t.app.db.select().from(notifications).where(eq(notifications.title, 'To everybody'))).toHaveLength(1)
    expect(await readTitles(await makeStudent(t))).toEqual([])
  })
})

describe('a student’s list', () => {
  it('is returned in pages, newest first', async () => {
    const student = await makeStudent(t)
    for (const title of ['first', 'second', 'third']) {
      await calls.send(student.username, { title })
      t.app.clock.advance(5)
    }
    const page = await calls.list(student, { limit: 2 })
    expect(page.notifications.map(({ title }) => title)).toEqual(['third', 'second'])
    const rest = await calls.list(student, { limit: 2, cursor: page.nextCursor ?? '' })
    expect(rest.notifications.map(({ title }) => title)).toEqual(['first'])
    expect(rest.nextCursor).toBeNull()
  })

  it('can be read by an admin, which is audited, but not by other students', async () => {
    const [student, other] = [await makeStudent(t), await makeStudent(t)]
    await calls.send(student.username, { title: 'Between us' })
    const read = (token: string, username: string, query = {}) =>
      t.as(token)(contract.studentNotifications, { params: { username }, query })
    expect((await refusal(read(admin.token, student.username, { cursor: 'x' }))).status).toBe(400)
    expect(await auditLinesOf(student.id)).toEqual([])
    expect((await read(admin.token, student.username)).notifications).toMatchObject([{ title: 'Between us' }])
    expect((await auditLinesOf(student.id)).map(({ action }) => action)).toEqual(['notifications.read'])
    expect((await refusal(read(other.token, student.username))).status).toBe(403)
    expect((await refusal(read(admin.token, 'nobody99'))).status).toBe(404)
  })
})

describe('reading', () => {
  it('marks one as read, once, and returns the number of unread ones', async () => {
    const student = await makeStudent(t)
    const { notification } = await calls.send(student.username, { title: 'a' })
    await calls.send(student.username, { title: 'b' })
    expect(await calls.read(student, notification._id)).toBe(1)
    const [before] = await t.app.db
      .select()
      .from(notificationReads)
      .where(eq(notificationReads.notificationId, notification._id))
    t.app.clock.advance(5)
    expect(await calls.read(student, notification._id)).toBe(1)
    const after = await t.app.db
      .select()
      .from(notificationReads)
      .where(eq(notificationReads.notificationId, notification._id))
    expect(after).toEqual([before])
    expect((await calls.list(student)).notifications.map(({ title, isRead }) => [title, isRead])).toContainEqual([
      'a',
      true,
    ])
  })

  it('marks a notification to all as read for this student only', async () => {
    const [one, two] = [await makeStudent(t), await makeStudent(t)]
    const { notification } = await calls.sendToAll()
    expect(await calls.read(one, notification._id)).toBe(0)
    expect(await calls.unread(two)).toBe(1)
  })

  it("replies 404 for another student's notification, a scheduled one and an unknown one", async () => {
    const [student, other] = [await makeStudent(t), await makeStudent(t)]
    const own = await calls.send(other.username)
    const waiting = await calls.send(student.username, { publishAt: inMinutes(t, 60) })
    for (const id of [own.notification._id, waiting.notification._id, 'nonsense'])
      expect((await refusal(calls.read(student, id))).status).toBe(404)
    expect(await t.app.db.select().from(notificationReads).where(eq(notificationReads.studentId, student.id))).toEqual(
      [],
    )
  })

  it('marks all as read with one request', async () => {
    const [student, other] = [await makeStudent(t), await makeStudent(t)]
    await calls.send(student.username, { title: 'a' })
    await calls.send(student.username, { title: 'b' })
    await calls.sendToAll()
    expect(await calls.unread(student)).toBe(3)
    expect(await calls.readAll(student)).toBe(0)
    expect(await calls.readAll(student)).toBe(0)
    expect(await calls.unread(other)).toBe(1)
  })
})

describe('the list of all notifications', () => {
  it('groups by student, with notifications to many students under null, and includes scheduled and canceled ones', async () => {
    const student = await makeStudent(t)
    await calls.send(student.username, { title: 'now' })
    await calls.send(student.username, { title: 'later', publishAt: inMinutes(t, 60) })
    const canceled = await calls.sendToAll({ title: 'never', publishAt: inMinutes(t, 60) })
    await calls.cancel(canceled.notification._id)
    const { allNotifications } = await calls.listAll({})
    const own = allNotifications.find(({ username }) => username === student.username)
    expect(own?.notifications.map(({ title, state }) => [title, state]).toSorted()).toEqual([
      ['later', 'scheduled'],
      ['now', 'published'],
    ])
    const many = allNotifications.find(({ username }) => username === null)
    expect(many?.notifications).toContainEqual(expect.objectContaining({ title: 'never', state: 'canceled' }))
    const canceledOnly = await calls.listAll({ state: 'canceled' })
    expect(canceledOnly.allNotifications.flatMap(({ notifications }) => notifications)).toMatchObject([
      { title: 'never' },
    ])
  })

  it('is returned in pages that contain every notification once', async () => {
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await t.as(admin.token)(listNotifications, {
        query: { limit: 7, ...(cursor === undefined ? {} : { cursor }) },
      })
      seen.push(...page.allNotifications.flatMap(({ notifications }) => notifications.map(({ _id }) => _id)))
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
    const all = await t.app.db
      .select({ id: notifications.id })
      .from(notifications)
      .orderBy(desc(notifications.createdAt))
    expect(new Set(seen)).toEqual(new Set(all.map(({ id }) => id)))
    expect(seen).toHaveLength(all.length)
  })
})

describe('a scheduled notification', () => {
  it('is invisible, can be changed, and is published when its time is removed', async () => {
    const student = await makeStudent(t)
    const { message, notification } = await calls.send(student.username, { publishAt: inMinutes(t, 60) })
    expect(message).toBe('Notification scheduled successfully!')
    expect(await calls.unread(student)).toBe(0)
    const later = inMinutes(t, 120)
    const changed = await calls.change(
      notification._id,
      makeNotificationForm({ title: 'Better title', publishAt: later }),
    )
    expect(changed.notification).toMatchObject({ title: 'Better title', date: later, state: 'scheduled' })
    expect(await readTitles(student)).toEqual([])
    const sent = await calls.change(notification._id, makeNotificationForm({ title: 'Best title' }))
    expect(sent.notification.state).toBe('published')
    expect(await readTitles(student)).toEqual(['Best title'])
    expect((await auditLinesOf(notification._id)).map(({ action }) => action)).toEqual([
      'notification.sent',
      'notification.changed',
      'notification.changed',
    ])
  })

  it('can be canceled, once; afterwards it cannot be changed', async () => {
    const student = await makeStudent(t)
    const { notification } = await calls.send(student.username, { publishAt: inMinutes(t, 60) })
    for (let i = 0; i < 2; i += 1) expect((await calls.cancel(notification._id)).notification.state).toBe('canceled')
    expect(await refusal(calls.change(notification._id, makeNotificationForm()))).toMatchObject({
      status: 409,
      message: 'This notification was canceled.',
    })
    expect((await auditLinesOf(notification._id)).map(({ action }) => action)).toEqual([
      'notification.sent',
      'notification.canceled',
    ])
  })

  it('can be neither changed nor canceled once it is published', async () => {
    const { notification } = await calls.sendToAll()
    const id = notification._id
    for (const call of [() => calls.cancel(id), () => calls.change(id, makeNotificationForm())])
      expect(await refusal(call())).toMatchObject({
        status: 409,
        code: 'notice_published',
        message: 'This notification has already been sent.',
      })
  })

  it.each([
    [-10, 'Please choose a time in the future.'],
    [367 * 24 * 60, 'Please choose a time within the next year.'],
  ])('is refused for a time %i minutes ahead', async (minutes, sentence) => {
    const error = await refusal(calls.sendToAll({ publishAt: inMinutes(t, minutes) }))
    expect(error.errors).toEqual([{ path: 'publishAt', message: sentence }])
  })
})

it('the data export contains what was sent to the student and what the student read, and both are erased with the account', async () => {
  const student = await makeStudent(t)
  const { notification } = await calls.send(student.username, { title: 'Personal title' })
  await calls.read(student, notification._id)
  const { tables } = await t.as(student.token)(exportData, {})
  expect(tables['notifications']).toMatchObject([{ title: 'Personal title' }])
  expect(tables['notificationsRead']).toMatchObject([{ notificationId: notification._id }])
  expect(JSON.stringify(tables['notifications'])).not.toContain(admin.id)
  const who = { kind: 'student' as const, id: student.id, username: student.username, sessionId: '', birth: '' }
  await eraseAccount(t.app, who, { password: PASSWORD })
  expect(await t.app.db.select().from(notifications).where(eq(notifications.studentId, student.id))).toEqual([])
  expect(await t.app.db.select().from(notificationReads).where(eq(notificationReads.studentId, student.id))).toEqual([])
})

it('a notification to a category is visible to the students who are in it today', async () => {
  const now = t.app.clock.now()
  const tomorrow = new Date(now.getTime() + 24 * 3_600_000)
  const day = lagosDate(tomorrow)
  const elevenTomorrow = `${Number(day.slice(0, 4)) - 11}${day.slice(4)}`
  const [teen, child] = [await makeStudent(t), await makeStudent(t, { birth: elevenTomorrow })]
  await calls.sendToAll({ title: 'For the young', ageCategory: '5-10' })
  await calls.sendToAll({ title: 'For teens', ageCategory: '11-20' })
  expect(await readTitles(child)).toEqual(['For the young'])
  expect(await readTitles(teen)).toEqual(['For teens'])
  t.app.clock.set(new Date(tomorrow.getTime() + 12 * 3_600_000))
  const older = await t.as()(logInStudent, { body: { email: child.email, password: PASSWORD } })
  expect(await readTitles({ username: child.username, token: older.authToken })).toEqual(['For teens'])
})
