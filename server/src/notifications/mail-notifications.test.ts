// Notices by mail: to whom, and to each once, whatever ends in between.
import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { students } from '../accounts/tables.ts'
import type { App } from '../platform/app.ts'
import { startTestApp, type TestApp } from '../../test/harness.ts'
import { makeAdmin, makeStudent, unique, type MadeAdmin } from '../../test/factories.ts'
import { notificationCalls } from '../../test/notifications.ts'
import { cutChunk, mailChunk, startMailing, type Chunk } from './mail-notifications.ts'
import { notificationMails, notifications } from './tables.ts'

let t: TestApp
let admin: MadeAdmin
let calls: ReturnType<typeof notificationCalls>
beforeAll(async () => {
  t = await startTestApp()
  admin = await makeAdmin(t)
  calls = notificationCalls(t, () => admin.token)
})
afterAll(() => t.close())

/** Everybody of the tests before is gone for mails, so that a message to all is for the next test's people. */
beforeEach(() => t.app.db.update(students).set({ emailBouncedAt: new Date() }))

const mailed = async (noticeId: string) =>
  (await t.app.db.select().from(notificationMails).where(eq(notificationMails.noticeId, noticeId))).map(
    (row) => row.studentId,
  )

/** All mails of a subject, by their addresses. */
async function inboxOf(subject: string): Promise<string[]> {
  const reply = await t.http.inject('/sandbox/mailbox/messages')
  return reply
    .json<{ to: string; subject: string }[]>()
    .filter((mail) => mail.subject === subject)
    .map(({ to }) => to)
    .toSorted()
}

/** A published notice that no job mails: the tests do, chunk by chunk. */
async function noticeToAll(title: string): Promise<string> {
  const now = t.app.clock.now()
  const [row] = await t.app.db
    .insert(notifications)
    .values({
      audience: 'all',
      title,
      description: 'Words.',
      type: 'announcement',
      method: 'in-app+email',
      createdAt: now,
      publishAt: now,
      publishedAt: now,
    })
    .returning()
  return row?.id ?? ''
}

/** An app whose jobs are caught, and whose mailer may be another. */
function catching(send?: App['mailer']['send']): { app: App; chunks: Chunk[] } {
  const chunks: Chunk[] = []
  const jobs = { ...t.app.jobs, send: async (_: unknown, __: unknown, data: object) => void chunks.push(data as Chunk) }
  return { app: { ...t.app, jobs, ...(send ? { mailer: { ...t.app.mailer, send } } : {}) }, chunks }
}

describe('a message with email', () => {
  it('to one student comes by mail with its words, escaped', async () => {
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
    await vi.waitFor(async () => expect(await mailed(notification._id)).toEqual([student.id]))
  })

  it('in the app only is not mailed', async () => {
    const [student, title] = [await makeStudent(t), `Quiet ${unique()}`]
    const { notification } = await calls.send(student.username, { title })
    const loud = await calls.send(student.username, { title: `${title}!`, method: 'in-app+email' })
    await t.mails(student.email, `${title}!`)
    await vi.waitFor(async () => expect(await mailed(loud.notification._id)).toEqual([student.id]))
    expect(await mailed(notification._id)).toEqual([])
    expect(await inboxOf(title)).toEqual([])
  })

  it('to all goes to verified addresses that take mail, of those who were there', async () => {
    const [good, unverified, erased, bounced, ward] = await Promise.all(Array.from({ length: 5 }, () => makeStudent(t)))
    const change = (id: string | undefined, set: object) =>
      t.app.db
        .update(students)
        .set(set)
        .where(eq(students.id, id ?? ''))
    await change(unverified?.id, { verifiedAt: null })
    await change(erased?.id, { erasedAt: new Date() })
    await change(bounced?.id, { emailBouncedAt: new Date() })
    await change(ward?.id, { guardianEmail: 'parent@home.example' })
    const title = `To all ${unique()}`
    const { notification } = await calls.sendToAll({ title, method: 'in-app+email' })
    const late = await makeStudent(t)
    await t.mails(good?.email ?? '', title)
    await startMailing(t.app, { noticeId: notification._id })
    await vi.waitFor(async () => expect(await mailed(notification._id)).toEqual([good?.id]))
    expect(await inboxOf(title)).toEqual([good?.email])
    expect(await inboxOf(title)).not.toContain(late.email)
  })

  it('to a category goes to those who are of it', async () => {
    const year = t.app.clock.now().getFullYear()
    const [teen, child] = [await makeStudent(t), await makeStudent(t, { birth: `${year - 8}-01-01` })]
    const title = `To the young ${unique()}`
    const { notification } = await calls.sendToAll({ title, method: 'in-app+email', ageCategory: '5-10' })
    await t.mails(child.email, title)
    await vi.waitFor(async () => expect(await mailed(notification._id)).toEqual([child.id]))
    expect(await inboxOf(title)).not.toContain(teen.email)
  })
})

describe('a message to all, with a server that ends in between', () => {
  it('is cut into chunks that hold every student once, wherever the cutting is begun again', async () => {
    await Promise.all(Array.from({ length: 7 }, () => makeStudent(t)))
    const { app, chunks } = catching()
    const noticeId = await noticeToAll(`Cut ${unique()}`)
    await cutChunk(app, noticeId, 2)
    await startMailing(app, { noticeId }, 2)
    await startMailing(app, { noticeId }, 2)
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

  it('a cutting that crashed before its commit is as if it had not been', async () => {
    const noticeId = await noticeToAll(`Crash ${unique()}`)
    const jobs = { ...t.app.jobs, send: () => Promise.reject(new Error('the power failed')) }
    await expect(cutChunk({ ...t.app, jobs }, noticeId, 2)).rejects.toThrow('the power failed')
    const { app, chunks } = catching()
    await cutChunk(app, noticeId, 2)
    expect(chunks).toMatchObject([{ after: null }])
  })

  it('mails nobody twice: not who was mailed before the end, nor whose mail was on its way', async () => {
    const people = await Promise.all(Array.from({ length: 9 }, () => makeStudent(t)))
    const title = `Killed ${unique()}`
    const noticeId = await noticeToAll(title)
    const stop = new AbortController()
    const handed: string[] = []
    const { app, chunks } = catching(async (mail) => {
      handed.push(mail.to)
      // The server ends while the fifth mail is on its way: nobody learns whether that one arrived.
      if (handed.length >= 5) {
        stop.abort(new Error('the server ends'))
        return new Promise(() => undefined)
      }
      await t.app.mailer.send(mail)
    })
    await startMailing(app, { noticeId }, 100)
    const dead = chunks.map((chunk) => mailChunk(app, chunk, stop.signal).catch((error: unknown) => error))
    await vi.waitFor(() => expect(handed.length).toBeGreaterThanOrEqual(5))
    const onTheWay = handed.slice(4)
    for (const chunk of chunks) {
      await mailChunk(t.app, chunk)
      await mailChunk(t.app, chunk)
    }
    expect(dead).toHaveLength(chunks.length)
    const rest = people.map(({ email }) => email).filter((email) => !onTheWay.includes(email))
    await vi.waitFor(async () => expect(await inboxOf(title)).toEqual(rest.toSorted()))
    expect((await mailed(noticeId)).length).toBe(people.length)
  })

  it('is tried again for those alone whose mails the server did not take', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => makeStudent(t)))
    const title = `Busy ${unique()}`
    const noticeId = await noticeToAll(title)
    const [busy, gone] = people
    const { app, chunks } = catching(async (mail) => {
      if (mail.to === busy?.email) throw Object.assign(new Error('busy'), { code: 'EENVELOPE', responseCode: 451 })
      if (mail.to === gone?.email) throw Object.assign(new Error('gone'), { code: 'EENVELOPE', responseCode: 550 })
      await t.app.mailer.send(mail)
    })
    await startMailing(app, { noticeId }, 100)
    const outcomes = await Promise.allSettled(chunks.map((chunk) => mailChunk(app, chunk)))
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(1)
    for (const chunk of chunks) await mailChunk(t.app, chunk)
    const reached = people.filter(({ id }) => id !== gone?.id).map(({ email }) => email)
    expect(await inboxOf(title)).toEqual(reached.toSorted())
  })

  it('is mailed once by two servers that take the same chunk', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => makeStudent(t)))
    const title = `Both ${unique()}`
    const noticeId = await noticeToAll(title)
    const { app, chunks } = catching()
    await startMailing(app, { noticeId }, 100)
    await Promise.all([...chunks, ...chunks, ...chunks].map((chunk) => mailChunk(t.app, chunk)))
    expect(await inboxOf(title)).toEqual(people.map(({ email }) => email).toSorted())
    const rows = await t.app.db
      .select()
      .from(notificationMails)
      .where(inArray(notificationMails.noticeId, [noticeId]))
    expect(rows).toHaveLength(people.length)
  })
})
