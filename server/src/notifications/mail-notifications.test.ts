// Tests notifications by email: who receives them, and that each student gets only one mail, even after failures.
import { lagosDate } from '@baobab/contract/accounts/rules.ts'
import { eq, inArray, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { students } from '../accounts/tables.ts'
import type { App } from '../platform/app.ts'
import { openTestApp } from '../../test/harness.ts'
import { makeAdmin, makeStudent, unique } from '../../test/factories.ts'
import { notificationCalls } from '../../test/notifications.ts'
import { cutChunk, mailChunk, startMailing, type MailChunk } from './mail-notifications.ts'
import { readLinkedVideos } from '../videos/queries.ts'
import { notificationMails, notifications } from './tables.ts'
import { waitFor } from '../../test/wait-for.ts'

const t = await openTestApp()
const admin = await makeAdmin(t)
const calls = notificationCalls(t, () => admin.token)

/** Marks all existing addresses as bounced, so that a notification to all is mailed only to the current test's students. */
beforeEach(() => t.app.db.update(students).set({ emailBouncedAt: new Date() }))

const findMailed = async (notificationId: string) =>
  (await t.app.db.select().from(notificationMails).where(eq(notificationMails.notificationId, notificationId))).map(
    (row) => row.studentId,
  )

/** Returns the recipients of all mails with a subject. */
async function findMailsTo(subject: string): Promise<string[]> {
  const reply = await t.http.inject('/sandbox/mailbox/messages')
  return reply
    .json<{ to: string; subject: string }[]>()
    .filter((mail) => mail.subject === subject)
    .map(({ to }) => to)
    .toSorted()
}

/** Inserts a published notification that no job mails: the tests mail it chunk by chunk. */
async function insertNotificationToAll(title: string): Promise<string> {
  const now = t.app.clock.now()
  const [row] = await t.app.db
    .insert(notifications)
    .values({
      audience: 'all',
      title,
      description: 'Text.',
      type: 'announcement',
      method: 'in-app+email',
      createdAt: now,
      publishAt: now,
      publishedAt: now,
    })
    .returning()
  return row?.id ?? ''
}

/** Returns an app that collects its jobs instead of queueing them, with another mailer if one is given. */
function appThatCollectsJobs(send?: App['mailer']['send']): { app: App; chunks: MailChunk[] } {
  const chunks: MailChunk[] = []
  const jobs = {
    ...t.app.jobs,
    send: async (_: unknown, __: unknown, data: object) => void chunks.push(data as MailChunk),
  }
  return { app: { ...t.app, jobs, ...(send ? { mailer: { ...t.app.mailer, send } } : {}) }, chunks }
}

describe('a notification with email', () => {
  it('to one student is mailed with its text, escaped', async () => {
    const student = await makeStudent(t)
    const title = `News <b>${unique()}</b>`
    const { notification } = await calls.send(student.username, {
      title,
      description: 'One line.\nAnother <script>.',
      method: 'in-app+email',
    })
    const [mail] = await t.mails(student.email, title)
    expect(mail?.text).toContain(`Hello ${student.username},\n\nOne line.\nAnother <script>.`)
    expect(mail?.text).toContain('http://localhost:3000/student/notification')
    expect(mail?.html).toContain('Another &#60;script&#62;.')
    await waitFor(async () => expect(await findMailed(notification._id)).toEqual([student.id]))
  })

  it('that is in-app only is not mailed', async () => {
    const [student, title] = [await makeStudent(t), `Quiet ${unique()}`]
    const { notification } = await calls.send(student.username, { title })
    const loud = await calls.send(student.username, { title: `${title}!`, method: 'in-app+email' })
    await t.mails(student.email, `${title}!`)
    await waitFor(async () => expect(await findMailed(loud.notification._id)).toEqual([student.id]))
    expect(await findMailed(notification._id)).toEqual([])
    expect(await findMailsTo(title)).toEqual([])
  })

  it('to all is mailed to students who had already joined, if their address accepts mail', async () => {
    const [good, erased, bounced] = await Promise.all(Array.from({ length: 3 }, () => makeStudent(t)))
    const change = (id: string | undefined, set: object) =>
      t.app.db
        .update(students)
        .set(set)
        .where(eq(students.id, id ?? ''))
    await change(erased?.id, { erasedAt: new Date() })
    await change(bounced?.id, { emailBouncedAt: new Date() })
    const title = `To all ${unique()}`
    const { notification } = await calls.sendToAll({ title, method: 'in-app+email' })
    const late = await makeStudent(t)
    await t.mails(good?.email ?? '', title)
    await startMailing(t.app, { noticeId: notification._id })
    await waitFor(async () => expect(await findMailed(notification._id)).toEqual([good?.id]))
    expect(await findMailsTo(title)).toEqual([good?.email])
    expect(await findMailsTo(title)).not.toContain(late.email)
  })

  it('to a category is mailed to the students in it', async () => {
    const year = Number(lagosDate(t.app.clock.now()).slice(0, 4))
    const [teen, child] = [await makeStudent(t), await makeStudent(t, { birth: `${year - 8}-01-01` })]
    const title = `To the young ${unique()}`
    const { notification } = await calls.sendToAll({ title, method: 'in-app+email', ageCategory: '5-10' })
    await t.mails(child.email, title)
    await waitFor(async () => expect(await findMailed(notification._id)).toEqual([child.id]))
    expect(await findMailsTo(title)).not.toContain(teen.email)
  })
})

describe('a notification to all, with a server that stops midway', () => {
  it('is cut into chunks that contain every student once, wherever cutting resumes', async () => {
    await Promise.all(Array.from({ length: 7 }, () => makeStudent(t)))
    const { app, chunks } = appThatCollectsJobs()
    const notificationId = await insertNotificationToAll(`Cut ${unique()}`)
    await cutChunk(app, notificationId, 2)
    await startMailing(app, { noticeId: notificationId }, 2)
    await startMailing(app, { noticeId: notificationId }, 2)
    const { rows } = await t.app.db.execute<{ id: string }>(sql`select id from students order by id`)
    const found = await Promise.all(
      chunks.map(({ after, upTo }) =>
        t.app.db.execute<{ id: string }>(
          sql`select id from students where (${after}::uuid is null or id > ${after}::uuid) and id <= ${upTo}::uuid`,
        ),
      ),
    )
    expect(found.flatMap((part) => part.rows.map(({ id }) => id)).toSorted()).toEqual(rows.map(({ id }) => id))
    expect(chunks.at(-1)?.upTo).toBe(rows.at(-1)?.id)
  })

  it('loses no chunk if the server crashes before the commit', async () => {
    const notificationId = await insertNotificationToAll(`Crash ${unique()}`)
    const jobs = { ...t.app.jobs, send: () => Promise.reject(new Error('the power failed')) }
    await expect(cutChunk({ ...t.app, jobs }, notificationId, 2)).rejects.toThrow('the power failed')
    const { app, chunks } = appThatCollectsJobs()
    await cutChunk(app, notificationId, 2)
    expect(chunks).toMatchObject([{ after: null }])
  })

  it('mails no student twice: neither those mailed before the stop nor those whose mail was in flight', async () => {
    const recipients = await Promise.all(Array.from({ length: 9 }, () => makeStudent(t)))
    const title = `Killed ${unique()}`
    const notificationId = await insertNotificationToAll(title)
    const stop = new AbortController()
    const sentTo: string[] = []
    const { app, chunks } = appThatCollectsJobs(async (mail) => {
      sentTo.push(mail.to)
      // The server stops while the fifth mail is in flight, so it is unknown whether it arrived.
      if (sentTo.length >= 5) {
        stop.abort(new Error('the server stops'))
        return new Promise(() => undefined)
      }
      await t.app.mailer.send(mail)
    })
    await startMailing(app, { noticeId: notificationId }, 100)
    const stopped = chunks.map((chunk) =>
      mailChunk(app, readLinkedVideos, chunk, stop.signal).catch((error: unknown) => error),
    )
    await waitFor(() => expect(sentTo.length).toBeGreaterThanOrEqual(5))
    for (const chunk of chunks) {
      await mailChunk(t.app, readLinkedVideos, chunk)
      await mailChunk(t.app, readLinkedVideos, chunk)
    }
    expect(stopped).toHaveLength(chunks.length)
    // Mails of other chunks may have been in flight by the fifth.
    const inFlight = new Set(sentTo.slice(4))
    const rest = recipients.map(({ email }) => email).filter((email) => !inFlight.has(email))
    await waitFor(async () => expect(await findMailsTo(title)).toEqual(rest.toSorted()))
    expect((await findMailed(notificationId)).length).toBe(recipients.length)
  })

  it('is retried only for mails that the mail server did not accept', async () => {
    const recipients = await Promise.all(Array.from({ length: 4 }, () => makeStudent(t)))
    const title = `Busy ${unique()}`
    const notificationId = await insertNotificationToAll(title)
    const [busy, gone] = recipients
    const { app, chunks } = appThatCollectsJobs(async (mail) => {
      if (mail.to === busy?.email) throw Object.assign(new Error('busy'), { code: 'EENVELOPE', responseCode: 451 })
      if (mail.to === gone?.email) throw Object.assign(new Error('gone'), { code: 'EENVELOPE', responseCode: 550 })
      await t.app.mailer.send(mail)
    })
    await startMailing(app, { noticeId: notificationId }, 100)
    const outcomes = await Promise.allSettled(chunks.map((chunk) => mailChunk(app, readLinkedVideos, chunk)))
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(1)
    for (const chunk of chunks) await mailChunk(t.app, readLinkedVideos, chunk)
    const reached = recipients.filter(({ id }) => id !== gone?.id).map(({ email }) => email)
    expect(await findMailsTo(title)).toEqual(reached.toSorted())
  })

  it('is mailed once if two servers work on the same chunk', async () => {
    const recipients = await Promise.all(Array.from({ length: 6 }, () => makeStudent(t)))
    const title = `Both ${unique()}`
    const notificationId = await insertNotificationToAll(title)
    const { app, chunks } = appThatCollectsJobs()
    await startMailing(app, { noticeId: notificationId }, 100)
    await Promise.all([...chunks, ...chunks, ...chunks].map((chunk) => mailChunk(t.app, readLinkedVideos, chunk)))
    expect(await findMailsTo(title)).toEqual(recipients.map(({ email }) => email).toSorted())
    const rows = await t.app.db
      .select()
      .from(notificationMails)
      .where(inArray(notificationMails.notificationId, [notificationId]))
    expect(rows).toHaveLength(recipients.length)
  })
})
