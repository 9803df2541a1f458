// Tests who is in a segment, and that a notification to one reaches these students and nobody else.
import * as contract from '@baobab/contract/notifications/admin.ts'
import { and, eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { students } from '../accounts/tables.ts'
import {
  makeAdmin,
  makePaidStudent,
  makePayment,
  makeQuiz,
  makeStudent,
  unique,
  type MadeStudent,
} from '../../test/factories.ts'
import { replaceEmail } from '../../test/without-email.ts'
import { openTestApp } from '../../test/harness.ts'
import { makeNotificationForm, notificationCalls } from '../../test/notifications.ts'
import { makeBrowser } from '../../test/push.ts'
import { refusal } from '../../test/refusal.ts'
import { quizCalls } from '../../test/take-quiz.ts'
import { waitFor } from '../../test/wait-for.ts'
import { notificationRecipients, notifications, pushMessages } from '../notifications/tables.ts'
import { listSchools } from './list-schools.ts'
import { gatherRecipients } from './segments.ts'

const t = await openTestApp()
const admin = await makeAdmin(t)
const calls = notificationCalls(t, () => admin.token)

const asAdmin = () => t.as(admin.token)
const sendTo = (segment: contract.StoredSegment, changes: Parameters<typeof makeNotificationForm>[0] = {}) =>
  asAdmin()(contract.notifyAll, { body: { ...makeNotificationForm(changes), segment } })

/** Waits until the recipients of a notification are stored, and returns their ids in order. */
async function findRecipients(id: string, count: number): Promise<string[]> {
  return waitFor(async () => {
    const rows = await t.app.db
      .select()
      .from(notificationRecipients)
      .where(eq(notificationRecipients.notificationId, id))
    expect(rows).toHaveLength(count)
    return rows.map(({ studentId }) => studentId).toSorted()
  })
}
const idsOf = (...made: MadeStudent[]) => made.map(({ id }) => id).toSorted()

describe('a segment', () => {
  it('by school contains its students, however the school is spelled, and can be combined', async () => {
    const school = `Unity School ${unique()}`
    const paid = await makePaidStudent(t)
    await t.app.db.update(students).set({ school }).where(eq(students.id, paid.id))
    const unpaid = await makeStudent(t, { school: school.toUpperCase() })
    await makeStudent(t, { school: `${school} Annex` })
    const both = await sendTo({ school })
    expect(await findRecipients(both.notification._id, 2)).toEqual(idsOf(paid, unpaid))
    const one = await sendTo({ school, hasNotPaid: true })
    expect(await findRecipients(one.notification._id, 1)).toEqual(idsOf(unpaid))
    const { students: reached, byEmail } = await asAdmin()(contract.countRecipients, {
      query: { school, hasNotPaid: 'yes' },
    })
    expect([reached, byEmail]).toEqual([1, 1])
    await replaceEmail(t, unpaid, null)
    expect(await asAdmin()(contract.countRecipients, { query: { school, hasNotPaid: 'yes' } })).toEqual({
      students: 1,
      byEmail: 0,
    })
    const found = await asAdmin()(contract.listSchools, { query: { search: school.slice(6).toLowerCase() } })
    expect(found.schools).toMatchObject([{ students: 2 }, { students: 1 }])
  })

  it('without a quiz this month contains those whose last quiz was in another month', async () => {
    const school = `Quiz School ${unique()}`
    const [active, former, never] = [
      await makeStudent(t, { school }),
      await makeStudent(t, { school }),
      await makeStudent(t, { school }),
    ]
    const quiz = await makeQuiz(t)
    const { start } = quizCalls((token) => t.as(token))
    await start(active, quiz)
    await start(former, quiz)
    await t.app.db.execute(sql`
      update attempts set started_at = started_at - interval '40 days', deadline = deadline - interval '40 days'
      where student_id = ${former.id}::uuid`)
    const { notification } = await sendTo({ school, hasNoQuizThisMonth: true })
    expect(await findRecipients(notification._id, 2)).toEqual(idsOf(former, never))
  })

  it('needs a condition, and is not a category', async () => {
    for (const segment of [{}, { hasNotPaid: false }, { ageCategory: '5-10' as const }])
      expect((await refusal(sendTo(segment))).errors).toEqual([
        { path: 'segment', message: 'Please choose at least one condition.' },
      ])
    const form = { ...makeNotificationForm(), ageCategory: '5-10' as const, segment: { hasNotPaid: true } }
    expect(await refusal(asAdmin()(contract.notifyAll, { body: form }))).toMatchObject({
      status: 400,
      errors: [{ path: 'ageCategory', message: 'Please choose a category or a group, not both.' }],
    })
  })
})

describe('the schools that an admin chooses from', () => {
  it('are those with most students, and it is said when there are more', async () => {
    const name = unique('college')
    const schools = Array.from({ length: 9 }, (_, n) => `${name} ${n}`)
    for (const school of schools) await makeStudent(t, { school })
    await makeStudent(t, { school: `${name.toUpperCase()} 8` })
    const search = async (text: string) => asAdmin()(contract.listSchools, { query: { search: text } })
    const found = await search(name)
    expect(found.schools[0]).toEqual({ school: expect.stringMatching(/ 8$/), students: 2 })
    expect([found.schools.length, found.hasMore]).toEqual([8, true])
    expect(await search(`${name} 3`)).toEqual({ schools: [{ school: `${name} 3`, students: 1 }], hasMore: false })
    expect(await search(`no ${name}`)).toEqual({ schools: [], hasMore: false })
  })

  it('are chosen from all of the alphabet, with exact numbers, when too many students are found to read them', async () => {
    const [early, late] = [unique('xa'), unique('xz')]
    for (const school of [early, `${early} b`, late, late, late]) await makeStudent(t, { school })
    const query = { search: 'x' }
    const { schools, hasMore } = await listSchools(t.app, query, { read: 2, sample: 1_000 })
    expect(schools[0]).toEqual({ school: late, students: 3 })
    expect([schools.length, hasMore]).toEqual([3, true])
    // Schools are found even if the sample contains none of their students.
    expect(await listSchools(t.app, query, { read: 2, sample: 0 })).toMatchObject({ hasMore: true, schools: [{}, {}] })
  })
})

describe('a notification to a segment', () => {
  it('is shown, counted, mailed and pushed only for its students, and stays when they leave the segment', async () => {
    const school = `Reach School ${unique()}`
    const [inside, outside] = [await makeStudent(t, { school }), await makeStudent(t)]
    for (const student of [inside, outside]) await makeBrowser(t).subscribe(student)
    const { notification } = await sendTo({ school, hasNotPaid: true }, { method: 'in-app+email' })
    expect(notification).toMatchObject({ username: null, ageCategory: null, segment: { school, hasNotPaid: true } })
    await t.mails(inside.email, notification.title)
    await waitFor(async () => expect(await calls.unread(inside)).toBe(1))
    expect(await calls.unread(outside)).toBe(0)
    expect((await calls.list(outside)).notifications).toEqual([])
    await makePayment(t, { studentId: inside.id, kinds: ['succeeded'] })
    const { notifications: seen } = await calls.list(inside)
    expect(seen.map(({ title }) => title)).toEqual(['We got your payment', notification.title])
    expect(await calls.read(inside, notification._id)).toBe(1)
    expect(await refusal(calls.read(outside, notification._id))).toMatchObject({ status: 404 })
    await waitFor(async () =>
      expect(
        await t.app.db.select().from(pushMessages).where(eq(pushMessages.notificationId, notification._id)),
      ).toHaveLength(1),
    )
    const { allNotifications } = await calls.listAll()
    const row = allNotifications.flatMap((group) => group.notifications).find(({ _id }) => _id === notification._id)
    expect(row).toMatchObject({ read: 1, mailed: 1, mailsFailed: 0 })
    expect(await findMailsTo(notification.title)).toEqual([inside.email])
  })

  it('finds each recipient once, no matter where a server stops', async () => {
    const school = `Batch School ${unique()}`
    const made = await Promise.all(Array.from({ length: 7 }, () => makeStudent(t, { school })))
    const now = t.app.clock.now()
    const [row] = await t.app.db
      .insert(notifications)
      .values({
        audience: 'segment',
        segment: { school },
        title: 'In batches',
        description: 'Text.',
        type: 'announcement',
        method: 'in-app',
        createdAt: now,
        publishAt: now,
        publishedAt: now,
      })
      .returning()
    const noticeId = row?.id ?? ''
    let sent = 0
    const jobs = { ...t.app.jobs, send: async () => void (sent += 1) }
    await gatherRecipients({ ...t.app, jobs }, { noticeId }, 2)
    await t.app.db.update(notifications).set({ recipientsUpTo: null }).where(eq(notifications.id, noticeId))
    await gatherRecipients({ ...t.app, jobs }, { noticeId }, 3)
    expect(await findRecipients(noticeId, 7)).toEqual(idsOf(...made))
    expect(sent).toBeGreaterThan(0)
  })

  it('is not shown to a student who joined the segment later', async () => {
    const school = `Late School ${unique()}`
    const early = await makeStudent(t, { school })
    const { notification } = await sendTo({ school })
    await findRecipients(notification._id, 1)
    const late = await makeStudent(t, { school })
    expect((await calls.list(late)).notifications).toEqual([])
    expect((await calls.list(early)).notifications).toHaveLength(1)
    expect(
      await t.app.db
        .select()
        .from(notificationRecipients)
        .where(and(eq(notificationRecipients.studentId, late.id))),
    ).toEqual([])
  })
})

async function findMailsTo(subject: string): Promise<string[]> {
  const reply = await t.http.inject('/sandbox/mailbox/messages')
  return reply
    .json<{ to: string; subject: string }[]>()
    .filter((mail) => mail.subject === subject)
    .map(({ to }) => to)
}
